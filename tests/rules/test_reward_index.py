"""The cases of a verifier sorted out: which kinds are known to be missing, and what was tried."""

import pytest

from app.rules.facts import Answers
from app.rules.reward.index import Tally, cases_of
from tests.rules.examples import CASES, facts, finding, row, said

OF_NO_KIND = Answers({"observed": "reject"}, frozenset({"type"}))
EMPTY = row()


def test_a_kind_is_not_missing_where_one_cannot_be_read() -> None:
    assert not cases_of(facts({"verifier.cases": (*CASES[1:], OF_NO_KIND)})).kinds_are_known
    assert not cases_of(facts({"verifier.cases": (OF_NO_KIND, Answers({}, frozenset({"runs"})))})).kinds_are_known
    assert cases_of(facts({"verifier.cases": (Answers({"type": "V01"}, frozenset({"runs"})),)})).kinds_are_known
    assert cases_of(facts({"verifier.cases": (OF_NO_KIND, *CASES)})).not_tried(["V01", "V28"]) == ([], [])


@pytest.mark.parametrize(("rule", "kind"), [("RW-01", "V01"), ("RW-02", "V02"), ("RW-03", "V03"), ("RW-19", "V04")])
def test_a_rule_about_one_kind_is_silent_where_its_row_may_be_there(rule: str, kind: str) -> None:
    others = tuple(case for case in CASES if case.text("type") != kind)
    assert said(rule, {"verifier.cases": others}) == [("verifier.cases", "open")]
    assert said(rule, {"verifier.cases": (*others, OF_NO_KIND)}) == []


@pytest.mark.parametrize(("rule", "cells"), [("RW-01", {"type": "V01"}), ("RW-19", {"type": "V04"})])
def test_a_row_that_was_begun_is_named_though_another_cannot_be_read(rule: str, cells: dict[str, str]) -> None:
    others = tuple(case for case in CASES if case.text("type") != cells["type"])
    assert said(rule, {"verifier.cases": (row(**cells), OF_NO_KIND, *others)}) == [("verifier.cases.0", "open")]


def test_rows_are_sorted_by_their_kind_and_counted_by_their_verdict() -> None:
    rows = (EMPTY, row(observed="accept"), row(type="V01", expected="accept", observed="reject", runs=3), *CASES[1:3])
    cases = cases_of(facts({"verifier.cases": rows}))
    assert {kind: [field for field, _ in found] for kind, found in cases.by_kind.items()} == {
        "": ["verifier.cases.1"],
        "V01": ["verifier.cases.2"],
        "V02": ["verifier.cases.3"],
        "V03": ["verifier.cases.4"],
    }
    assert cases.tried == {"", "V01", "V02", "V03"}
    assert (cases.must_fail, cases.must_pass) == (Tally(16, 0), Tally(3, 0))
    assert [field for field, _ in cases.surprises] == ["verifier.cases.2"]


def test_acceptance_shows_what_it_looked_at() -> None:
    half = {"verifier.reward_range": row(low=0)}
    assert finding("RW-14", half).inputs == {"verifier.reward_range": {"low": 0}}
    assert finding("RW-14", {"verifier.accept_threshold": None}).inputs == {"verifier.accept_threshold": None}
