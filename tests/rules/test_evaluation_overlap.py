"""Training against held-out tasks, as typed and as computed (EV-07 to EV-09)."""

import pytest

from app.rules.facts import Answers
from app.rules.finding import Severity
from app.rules.measured import Measured, OverlapFacts
from tests.rules.examples import finding, row, said

FIELD = "data.overlap_check"
RULES = [("EV-07", "exact_hits", Severity.BLOCK), ("EV-08", "near_hits", Severity.WARN)]


def computed(hits: int | None) -> Measured:
    return Measured(overlap=OverlapFacts(exact_hits=hits or 0, near_hits=hits))


@pytest.mark.parametrize(("rule", "key", "severity"), RULES)
@pytest.mark.parametrize(
    ("typed", "found", "shown"), [(0, None, 0), (1, None, 1), (0, 0, 0), (0, 1, 1), (2, 1, 2), (1, 1200, 1200)]
)
def test_the_larger_of_the_two_counts_speaks(
    rule: str, key: str, severity: Severity, typed: int, found: int | None, shown: int
) -> None:
    measured = Measured() if found is None else computed(found)
    changes = {FIELD: row(**{key: typed})}
    assert said(rule, changes, measured=measured) == ([(FIELD, "open")] if shown else [])
    if shown:
        only = finding(rule, changes, measured=measured)
        assert only.severity is severity
        assert only.message.startswith(f"{shown:,} held-out {'task is' if shown == 1 else 'tasks are'} ")
        assert only.inputs == {FIELD: {key: typed}, "computed": found}


@pytest.mark.parametrize(("rule", "key", "severity"), RULES)
def test_a_computed_count_stands_in_for_a_typed_one(rule: str, key: str, severity: Severity) -> None:
    for changes in ({FIELD: None}, {FIELD: row(method="hash")}):
        assert said(rule, changes, measured=computed(0)) == []
        assert said(rule, changes, measured=computed(1)) == [(FIELD, "open")]
        assert said(rule, changes) == [(FIELD, "cannot-tell")]
        assert finding(rule, changes).severity is severity
    unreadable = Answers({"method": "hash"}, frozenset({key}))
    assert said(rule, {FIELD: unreadable}) == []
    assert said(rule, {FIELD: unreadable}, measured=computed(1)) == [(FIELD, "open")]
    assert said(rule, unreadable=frozenset({FIELD})) == []


def test_ev_08_cannot_tell_where_near_copies_were_not_computed() -> None:
    assert said("EV-08", measured=Measured(overlap=OverlapFacts(0))) == [(FIELD, "cannot-tell")]


@pytest.mark.parametrize(
    "cells",
    [
        {"method": "hash"},
        {"exact_hits": 0},
        {"near_hits": 0},
        {"files": ("train.jsonl",)},
    ],
)
def test_ev_09_takes_any_sign_of_a_comparison(cells: dict[str, object]) -> None:
    assert said("EV-09", {FIELD: row(**cells)}) == []
    assert said("EV-09", {FIELD: Answers({}, frozenset(cells))}) == []


def test_ev_09_fires_only_where_nothing_was_compared() -> None:
    assert said("EV-09", {FIELD: None}) == [(FIELD, "open")]
    assert said("EV-09", {FIELD: row()}) == [(FIELD, "open")]
    assert said("EV-09", {FIELD: None}, measured=computed(0)) == []
    assert said("EV-09", unreadable=frozenset({FIELD})) == []
    assert "hashes of the tasks are enough" in finding("EV-09", {FIELD: None}).remedy
