import pytest

from app.rules.facts import Answers
from app.rules.finding import Gate, Severity
from app.rules.measured import Measured, RunFacts
from tests.rules.examples import finding, opened, row, said


@pytest.mark.parametrize(
    ("name", "words"), [("verifier.on_error", "verifier fails"), ("verifier.on_timeout", "verifier times out")]
)
def test_rw_09_lets_a_broken_verifier_give_no_verdict(name: str, words: str) -> None:
    assert said("RW-09", {name: "no-verdict"}) == []
    assert said("RW-09", {name: "retry"}) == []
    assert said("RW-09", unreadable=frozenset({name})) == []
    for value, wrong in (
        (None, f"It is not said what happens when the {words}."),
        ("reject", f"When the {words}, the work counts as rejected."),
    ):
        found = finding("RW-09", {name: value})
        assert (found.field, found.inputs) == (name, {name: value})
        assert found.message.startswith(f"{wrong} A broken verifier is not a failed task: ")
        assert found.severity is Severity.WARN
        assert finding("RW-09", {name: value}, gate=Gate.COMMIT).severity is Severity.BLOCK


def test_rw_09_speaks_of_each_of_the_two() -> None:
    both = {"verifier.on_error": "reject", "verifier.on_timeout": "reject"}
    assert opened("RW-09", both) == ["verifier.on_error", "verifier.on_timeout"]


@pytest.mark.parametrize(
    ("place", "fields"),
    [
        ("fresh-box", []),
        ("outside", []),
        ("same-box-other-user", []),
        ("same-box", ["verifier.place"]),
        (None, ["verifier.place"]),
    ],
)
def test_rw_10_keeps_the_agent_from_its_grader(place: str | None, fields: list[str]) -> None:
    assert opened("RW-10", {"verifier.place": place}) == fields
    assert opened("RW-10", {"verifier.place": place, "verifier.integrity_check": "digest compared"}) == []


def test_rw_10_says_what_is_known_of_the_place() -> None:
    assert finding("RW-10", {"verifier.place": None}).message.startswith("It is not said where the verifier runs, nor ")
    same = finding("RW-10", {"verifier.place": "same-box"}, gate=Gate.COMMIT)
    assert same.message.startswith("The verifier runs in the agent's box as the same user, and nothing shows ")
    assert same.severity is Severity.BLOCK
    assert same.inputs == {"verifier.place": "same-box", "verifier.integrity_check": None}


def test_rw_10_leaves_alone_what_cannot_be_read() -> None:
    assert said("RW-10", unreadable=frozenset({"verifier.place"})) == []
    assert said("RW-10", {"verifier.place": None}, unreadable=frozenset({"verifier.integrity_check"})) == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "what the lowest and the highest reward is"),
        (row(low=0), "what the highest reward is"),
        (row(high=1), "what the lowest reward is"),
    ],
)
def test_rw_14_wants_both_ends_of_the_reward(given: Answers | None, words: str) -> None:
    found = finding("RW-14", {"verifier.reward_range": given})
    assert found.field == "verifier.reward_range"
    assert f"It is not said {words}. " in found.message


def test_rw_14_wants_a_threshold() -> None:
    assert said("RW-14") == []
    assert opened("RW-14", {"verifier.accept_threshold": None}) == ["verifier.accept_threshold"]
    assert opened("RW-14", {"verifier.accept_threshold": 0}) == []
    none = {"verifier.accept_threshold": None, "verifier.reward_range": None}
    assert opened("RW-14", none) == ["verifier.accept_threshold", "verifier.reward_range"]
    assert said("RW-14", unreadable=frozenset(none)) == []
    odd = Answers({"low": 0}, frozenset({"high"}))
    assert said("RW-14", {"verifier.reward_range": odd}) == []


HEX = "ab" * 32


@pytest.mark.parametrize(
    ("pilot", "baseline", "final", "fields"),
    [
        ("3.1", None, None, []),
        ("3.1", "3.1", "3.1", []),
        ("3.1", "3.2", None, ["baseline.verifier_version"]),
        ("3.1", None, "3.2", ["success.verifier_version"]),
        (None, "3.1", "3.2", ["success.verifier_version"]),
        (None, None, "3.2", []),
        ("3.1", "3.1", "3.2", ["success.verifier_version"]),
        ("3.1", "3.2", "3.1", ["baseline.verifier_version"]),
        ("3.1", "3.2", "3.2", ["baseline.verifier_version", "success.verifier_version"]),
        ("v1", "V1", None, ["baseline.verifier_version"]),
        (HEX, HEX.upper(), f"sha256:{HEX}", ["success.verifier_version"]),
        (f"sha256:{HEX}", f"sha256:{HEX.upper()}", f"SHA256:{HEX}", []),
        (f"sha512:{HEX}", f"sha512:{HEX.upper()}", None, ["baseline.verifier_version"]),
    ],
)
def test_rw_16_wants_one_version_to_grade_all(
    pilot: str | None, baseline: str | None, final: str | None, fields: list[str]
) -> None:
    changes = {
        "verifier.version": pilot,
        "baseline.verifier_version": baseline,
        "success.verifier_version": final,
    }
    assert opened("RW-16", changes) == fields


def test_rw_16_says_both_versions() -> None:
    found = finding(
        "RW-16", {"verifier.version": None, "baseline.verifier_version": "1", "success.verifier_version": "2"}
    )
    assert found.message.startswith("The verifier of the final evaluation is 2, and that of the baseline is 1. ")
    assert found.inputs == {
        "verifier.version": None,
        "baseline.verifier_version": "1",
        "success.verifier_version": "2",
    }
    assert finding("RW-16", {"baseline.verifier_version": "1"}).message.startswith(
        "The verifier of the baseline is 1, and that of the pilot is 3.1. "
    )


@pytest.mark.parametrize(
    ("rule", "name", "key"), [("RW-13", "verifier.human_sample", "pairs"), ("RW-20", "verifier.rollouts_read", "count")]
)
def test_rw_13_and_20_want_people_to_have_looked(rule: str, name: str, key: str) -> None:
    assert said(rule, {name: row(**{key: 1})}) == []
    assert opened(rule, {name: row(**{key: 0})}) == [name]
    assert opened(rule, {name: row(by="Lead")}) == [name]
    assert opened(rule, {name: None}) == [name]
    assert said(rule, unreadable=frozenset({name})) == []
    assert said(rule, {name: Answers({}, frozenset({key}))}) == []
    assert finding(rule, {name: row(**{key: 0})}).inputs == {name: {key: 0}}


def test_rw_17_wants_cases_like_the_held_out_tasks() -> None:
    assert said("RW-17") == []
    assert said("RW-17", {"verifier.cases_from": None}) == []
    found = finding("RW-17", {"verifier.cases_from": "training"})
    assert (found.field, found.inputs) == ("verifier.cases_from", {"verifier.cases_from": "training"})


def cut(accepted: int | None) -> Measured:
    """Return rows of which so many were accepted although they were cut."""
    return Measured(runs=RunFacts(10, 10, 5, 5, 0, truncated_accepted=accepted))


def test_rw_18_lets_no_cut_answer_earn_a_reward() -> None:
    assert said("RW-18", measured=cut(0)) == []
    one = finding("RW-18", measured=cut(1))
    assert (one.field, str(one.status), one.inputs) == ("baseline.files", "open", {"truncated_accepted": 1})
    assert one.message.startswith("1 cut answer was accepted in the baseline. ")
    assert finding("RW-18", measured=cut(2)).message.startswith("2 cut answers were accepted in the baseline. ")


def test_rw_18_cannot_tell_without_rows_that_mark_cut_answers() -> None:
    assert said("RW-18") == [("baseline.files", "cannot-tell")]
    assert said("RW-18", measured=cut(None)) == [("baseline.files", "cannot-tell")]
    assert said("RW-18", unreadable=frozenset({"baseline.files"})) == []
