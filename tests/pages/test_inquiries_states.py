"""The words and marks of a page in the task list, for every kind of finding."""

import pytest

from app.infra import clock
from app.inquiries.fields import SECTIONS
from app.inquiries.pages.states import state_of
from app.inquiries.pages.suggestions import suggestion_for
from app.inquiries.pages.tasks import sort_out
from app.inquiries.queries import Stored
from app.rules.finding import Finding, Gate, Item, Report, Severity, Status
from app.rules.records import RegistryFacts
from app.rules.workflow import State

TASK = {"task": {"description": "Fix tests"}}


def finding(severity: Severity, status: Status = Status.OPEN, field: str = "task.kind") -> Finding:
    return Finding("XX-01", Item.EVALUATION, severity, status, field, "Wrong.", "Mend it.", {}, "L1")


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([], ("done", "Complete")),
        ([finding(Severity.NOTE)], ("done", "Complete")),
        ([finding(Severity.BLOCK, Status.CANNOT_TELL)], ("cannot-tell", "Cannot tell yet")),
        ([finding(Severity.WARN)], ("warn", "1 warning")),
        ([finding(Severity.WARN), finding(Severity.WARN, field="task.description")], ("warn", "2 warnings")),
        ([finding(Severity.WARN, Status.CANNOT_TELL)], ("cannot-tell", "Cannot tell yet")),
        ([finding(Severity.PROMISE, Status.PROMISED), finding(Severity.WARN)], ("promised", "Promised")),
        ([finding(Severity.PROMISE), finding(Severity.WARN)], ("promise", "Answer or promise")),
        ([finding(Severity.PROMISE), finding(Severity.BLOCK)], ("block", "Blocks submission")),
    ],
)
def test_the_gravest_thing_is_said_of_a_page(findings: list[Finding], expected: tuple[str, str]) -> None:
    assert state_of(SECTIONS["task"], TASK, findings) == expected


def test_a_page_that_was_not_begun_is_asked_for_or_left_to_the_customer() -> None:
    assert state_of(SECTIONS["task"], {}, []) == ("not-started", "Not started")
    assert state_of(SECTIONS["evidence"], {}, []) == ("not-started", "Optional, not started")
    assert state_of(SECTIONS["deployment"], {}, [finding(Severity.PROMISE)]) == ("not-started", "Not started")


@pytest.mark.parametrize("value", ["a box", 7, ["a", "b"], True])
def test_a_group_of_answers_that_is_none_is_something_that_was_given(value: object) -> None:
    wrong = [finding(Severity.BLOCK, field="environment")]
    assert state_of(SECTIONS["environment"], {"environment": value}, wrong) == ("block", "Blocks submission")
    assert state_of(SECTIONS["cases"], {"verifier": value}, []) == ("not-started", "Not started")


@pytest.mark.parametrize("value", [None, "", {}, [], " \u200b", {"image": "\ufeff"}])
def test_nothing_to_be_seen_is_nothing_begun(value: object) -> None:
    assert state_of(SECTIONS["environment"], {"environment": value}, []) == ("not-started", "Not started")


def test_promises_are_counted_for_their_own_item() -> None:
    rows = [{"item": "reward", "owner": "A"}, {"item": "reward"}, {"item": "budget"}, {}]
    states = {
        item: state_of(SECTIONS[f"promise-{item}"], {"commitments": rows}, [])[1] for item in ("reward", "budget")
    }
    assert states == {"reward": "2 promises", "budget": "1 promise"}
    assert state_of(SECTIONS["promise-reward"], {"commitments": "none"}, []) == ("not-started", "None made")
    wrong = [finding(Severity.BLOCK, field="commitments.0")]
    assert state_of(SECTIONS["promise-reward"], {"commitments": rows}, wrong) == ("block", "Blocks submission")


def inquiry(kind: str = "qwen-27b") -> Stored:
    return Stored(1, kind, State.DRAFT, False, {}, 1, {}, 0, clock.now(), None)  # noqa: FBT003  a row of the table


def test_every_finding_lies_on_exactly_one_pile() -> None:
    every = [
        finding(severity, status, field)
        for severity in Severity
        for status in Status
        for field in ("task.kind", "budget.cap")
    ]
    report = Report(Gate.SUBMIT, "1", "sha256:", "", "2026-11-30", "", every, 0)
    piles = sort_out(report, inquiry())
    assert sorted((f.severity, f.status, f.field) for pile in piles.values() for f, _ in pile) == sorted(
        (f.severity, f.status, f.field) for f in every
    )
    assert {f.severity for f, _ in piles["refusing"]} == {Severity.BLOCK, Severity.PROMISE}
    assert {f.severity for f, _ in piles["notes"]} == {Severity.NOTE}


def test_nothing_is_suggested_where_the_registry_knows_nothing() -> None:
    assert suggestion_for(inquiry("unheard-of"), "model", RegistryFacts()) is None
