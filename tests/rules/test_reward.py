import pytest

from app.rules.reward.shortcuts import needed_cases
from tests.rules.examples import CASES, case, facts, finding, opened, row


def without(*kinds: str) -> dict[str, object]:
    """Return the sound cases but for some types."""
    return {"verifier.cases": tuple(c for c in CASES if c.text("type") not in kinds)}


@pytest.mark.parametrize(("rule", "kind"), [("RW-01", "V01"), ("RW-02", "V02"), ("RW-03", "V03")])
def test_rw_01_to_03_want_the_three_plain_cases(rule: str, kind: str) -> None:
    assert opened(rule) == []
    assert opened(rule, without(kind)) == ["verifier.cases"]
    unobserved = {"verifier.cases": (row(type=kind, expected="reject"), *CASES[3:])}
    assert opened(rule, unobserved) == ["verifier.cases.0"]
    assert opened(rule, unreadable=frozenset({"verifier.cases"})) == []


@pytest.mark.parametrize("kind", ["V02", "V03"])
def test_rw_05_refuses_a_verifier_that_accepts_no_work(kind: str) -> None:
    assert opened("RW-05") == []
    cases = tuple(case(kind, "accept") if c.text("type") == kind else c for c in CASES)
    assert opened("RW-05", {"verifier.cases": cases}) == [f"verifier.cases.{int(kind[1:]) - 1}"]


def test_rw_05_lets_no_verdict_on_no_work_be() -> None:
    assert opened("RW-05", {"verifier.cases": (*CASES, case("V02", "no-verdict"))}) == []


def test_rw_06_wants_the_shortcuts_of_this_kind_of_task() -> None:
    assert opened("RW-06") == []
    assert opened("RW-06", without("V04", "V09")) == ["verifier.cases"]
    assert finding("RW-06", without("V04", "V09")).inputs == {"missing": ["V04", "V09"]}
    assert opened("RW-06", unreadable=frozenset({"verifier.cases"})) == []


def test_rw_06_points_at_the_row_that_was_begun() -> None:
    begun = (*CASES, row(type="V19"), row(type="V20"), row(type="V20"))
    changes = {"verifier.kind": "judge", "verifier.cases": begun}
    assert opened("RW-06", changes) == ["verifier.cases.19", "verifier.cases.20"]


@pytest.mark.parametrize(
    ("kinds", "verifier", "needed"),
    [
        ((), "tests", ["V04", "V21", "V24", "V25"]),
        (("math",), "tests", ["V04", "V10", "V17", "V21", "V24", "V25"]),
        (("retrieval",), "rules", ["V04", "V16", "V17", "V18", "V21", "V24", "V25"]),
        (("dialogue",), "human", ["V04", "V19", "V20", "V21", "V24", "V25"]),
        (("math",), "mixed", ["V04", "V10", "V17", "V19", "V20", "V21", "V24", "V25"]),
        (("other",), "judge", ["V04", "V10", "V17", "V19", "V20", "V21", "V24", "V25"]),
        (("something-new",), "tests", ["V04", "V21", "V24", "V25"]),
    ],
)
def test_rw_06_reads_the_task_and_the_verifier(kinds: tuple[str, ...], verifier: str, needed: list[str]) -> None:
    assert needed_cases(facts({"task.kind": kinds, "verifier.kind": verifier})) == needed
