from dataclasses import replace
from typing import Any

import pytest

from app.rules.facts import Answers
from app.rules.records import RegistryFacts
from tests.rules.examples import SMALL, TODAY, opened, registry, row, said

REVIEW, JUDGE, LICENCE = "data.licence_review", "verifier.judge", "checkpoint.licence"
TERMS = row(decision="permitted", by="Legal")


@pytest.mark.parametrize(
    ("review", "fields"),
    [
        (row(decision="permitted"), []),
        (row(decision="refused"), []),
        (row(decision="open", by="Legal"), [REVIEW]),
        (row(by="Legal"), [REVIEW]),
        (None, [REVIEW]),
        (Answers({}, frozenset({"decision"})), []),
    ],
)
def test_ck_05_wants_a_decision_on_the_licence_of_the_data(review: Answers | None, fields: list[str]) -> None:
    assert opened("CK-05", {REVIEW: review}) == fields


def test_ck_05_leaves_what_cannot_be_read_alone() -> None:
    assert said("CK-05", unreadable=frozenset({REVIEW})) == []
    assert said("CK-05", {"verifier.kind": "judge"}, unreadable=frozenset({JUDGE})) == []
    assert said("CK-05", {JUDGE: Answers({"model": "a"}, frozenset({"terms"}))}) == []
    assert said("CK-05", {JUDGE: row(model="a", terms=Answers({}, frozenset({"decision"})))}) == []


@pytest.mark.parametrize("kind", ["judge", "mixed"])
def test_ck_05_wants_a_decision_on_the_terms_of_a_model_that_judges(kind: str) -> None:
    assert opened("CK-05", {"verifier.kind": kind}) == [JUDGE]
    assert opened("CK-05", {"verifier.kind": kind, JUDGE: row(model="a")}) == [JUDGE]
    assert opened("CK-05", {"verifier.kind": kind, JUDGE: row(model="a", terms=TERMS)}) == []
    assert opened("CK-05", {"verifier.kind": kind, JUDGE: row(terms=row(decision="open"))}) == [JUDGE]
    assert opened("CK-05", {"verifier.kind": kind, JUDGE: row(terms=row(by="Legal"))}) == [JUDGE]


@pytest.mark.parametrize("kind", ["tests", "rules", "human"])
def test_ck_05_asks_for_terms_where_no_model_need_judge_only_if_one_is_named(kind: str) -> None:
    assert opened("CK-05", {"verifier.kind": kind}) == []
    assert opened("CK-05", {"verifier.kind": kind, JUDGE: row(model="a")}) == [JUDGE]


def of_record(**changes: Any) -> RegistryFacts:  # noqa: ANN401  the fields of a record
    known = registry()
    return RegistryFacts("test", {**known.checkpoints, SMALL.id: replace(SMALL, **changes)}, known.claims, known.kinds)


@pytest.mark.parametrize(
    ("record", "given", "expected"),
    [
        ({}, "Apache-2.0", []),
        ({}, "apache-2.0", []),
        ({}, "MIT", [(LICENCE, "open")]),
        ({"licence": "Apache-2.0 or MIT", "licence_state": "conflicting"}, "MIT", [(LICENCE, "open")]),
        ({"licence": "MIT", "licence_state": "conflicting"}, "MIT", [(LICENCE, "open")]),
        ({"licence": "", "licence_state": "unknown"}, "MIT", [(LICENCE, "cannot-tell")]),
        ({}, None, []),
    ],
)
def test_ck_20_compares_the_licence_with_the_record(
    record: dict[str, str], given: str | None, expected: list[tuple[str, str]]
) -> None:
    assert said("CK-20", {LICENCE: given}, known=of_record(**record)) == expected


def test_ck_20_cannot_tell_about_a_checkpoint_that_is_not_on_record() -> None:
    assert said("CK-20", {"checkpoint.repository": "acme/Robin-9"}) == [(LICENCE, "cannot-tell")]
    assert said("CK-20", {"checkpoint.repository": None}) == []
    assert said("CK-20", unreadable=frozenset({LICENCE})) == []


def test_ck_05_is_not_moved_by_who_decided() -> None:
    assert opened("CK-05", {REVIEW: row(decision="permitted", by="Legal", on=TODAY)}) == []
