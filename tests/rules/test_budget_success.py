import pytest

from app.rules.finding import Gate, Severity
from tests.rules.examples import finding, opened, said

LOOKS, PLAN = "success.looks", "success.looks_plan"


@pytest.mark.parametrize(("looks", "fields"), [(None, []), (0, []), (1, []), (2, [PLAN])])
def test_bg_11_wants_a_plan_for_several_looks(looks: int | None, fields: list[str]) -> None:
    assert opened("BG-11", {LOOKS: looks, PLAN: None}) == fields
    assert opened("BG-11", {LOOKS: looks, PLAN: "spending function"}) == []


def test_bg_11_says_how_many_looks_there_are() -> None:
    found = finding("BG-11", {LOOKS: 3})
    assert found.message.startswith("The held-out set is looked at 3 times, and nothing is planned for that. ")
    assert found.inputs == {LOOKS: 3, PLAN: None}
    assert said("BG-11", {LOOKS: 3}, unreadable=frozenset({PLAN})) == []
    assert said("BG-11", unreadable=frozenset({LOOKS})) == []


@pytest.mark.parametrize(
    ("chosen", "decided", "fields"),
    [
        ("validation", "held-out", []),
        ("held-out", "held-out", ["success.acceptance_set"]),
        ("Held-Out", "held-out", ["success.acceptance_set"]),
        ("held-out", "held-out 2", []),
        (None, "held-out", []),
        ("held-out", None, []),
        (None, None, []),
    ],
)
def test_bg_12_keeps_choice_and_decision_apart(chosen: str | None, decided: str | None, fields: list[str]) -> None:
    assert opened("BG-12", {"success.selection_set": chosen, "success.acceptance_set": decided}) == fields


def test_bg_12_names_the_set_and_weighs_more_at_the_commit_gate() -> None:
    same = {"success.selection_set": "EXAM", "success.acceptance_set": "Exam"}
    found = finding("BG-12", same)
    assert found.message.startswith("A checkpoint is chosen on the same set that decides success: Exam. ")
    assert found.inputs == same
    assert found.severity is Severity.WARN
    assert finding("BG-12", same, gate=Gate.COMMIT).severity is Severity.BLOCK


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("success.max_response_time_s", "how long a response may take"),
        ("success.max_cost_per_accepted", "what one accepted result may cost"),
    ],
)
def test_bg_14_wants_limits_of_time_and_cost(name: str, words: str) -> None:
    assert said("BG-14") == []
    assert said("BG-14", {name: 0}) == []
    assert said("BG-14", unreadable=frozenset({name})) == []
    found = finding("BG-14", {name: None})
    assert (found.field, found.inputs) == (name, {name: None})
    assert found.message.startswith(f"It is not said {words}. ")


@pytest.mark.parametrize(
    ("tested", "served", "fields"),
    [
        ("merged adapter, bf16", "merged adapter, bf16", []),
        ("Merged  adapter,\tBF16", "merged adapter, bf16", []),
        ("adapter", "merged adapter, bf16", ["deployment.artifact"]),
        (None, "adapter", []),
        ("adapter", None, []),
    ],
)
def test_bg_16_wants_what_is_served_to_be_accepted(tested: str | None, served: str | None, fields: list[str]) -> None:
    assert opened("BG-16", {"success.artifact": tested, "deployment.artifact": served}) == fields


def test_bg_16_says_both_and_weighs_more_at_the_commit_gate() -> None:
    other = {"success.artifact": "adapter", "deployment.artifact": "merged"}
    found = finding("BG-16", other)
    assert found.message.startswith(
        "What would be served is merged, and what the final evaluation accepts is adapter. "
    )
    assert found.inputs == other
    assert found.severity is Severity.WARN
    assert finding("BG-16", other, gate=Gate.COMMIT).severity is Severity.BLOCK


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("success.comparison", "whether more or less is better"),
        ("success.interval_rule", "how uncertainty enters the decision"),
        ("success.acceptance_set", "on which set acceptance is measured"),
        ("success.decided_by", "who decides"),
    ],
)
def test_bg_13_says_what_is_open(name: str, words: str) -> None:
    found = finding("BG-13", {name: None})
    assert found.message == f"It is not said {words}. At the end nobody could decide whether the pilot succeeded."
    assert found.inputs == {name: None}
    assert said("BG-13", unreadable=frozenset({name})) == []


def test_bg_15_says_what_is_not_planned() -> None:
    found = finding("BG-15", {"deployment.rollback": None})
    assert found.message.startswith("It is not said how the tuned model would be taken back if it disappoints. ")
    assert found.inputs == {"deployment.rollback": None}
