from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from app.accounts.queries import Person
from app.audit.tables import AuditEntry
from app.infra.errors import ConflictError, InvalidError, NotFoundError, TooLargeError
from app.infra.work import Work
from app.inquiries import service
from app.inquiries.service import Conflict, Saved
from app.inquiries.service.paths import MISSING, merged, value_at, with_value
from tests import drafts, factories

pytestmark = pytest.mark.seeded
OURS = select(AuditEntry.verb).where(AuditEntry.subject.startswith("inquiry:")).order_by(AuditEntry.id)


@pytest.fixture
def customer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now)


@pytest.fixture
def reference(work: Work, customer: Person, now: datetime) -> str:
    return work.write_now(drafts.opened, customer, now=now)


def answer(document: dict[str, Any], *, field: str, value: object) -> dict[str, Any]:
    return with_value(document, field, value)


def save(
    work: Work, person: Person, reference: str, field: str, value: object, *, base: int, now: datetime
) -> Saved | Conflict:
    section = field.partition(".")[0]
    change = partial(answer, field=field, value=value)
    return work.write_now(service.save_section, person, reference, section, change=change, base_version=base, now=now)


def verbs(work: Work) -> list[str]:
    return work.read_now(lambda db: list(db.scalars(OURS)))


def test_each_save_is_the_next_version_and_leaves_an_audit_entry(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    first = save(work, customer, reference, "task.description", "Fix tests", base=1, now=now)
    second = save(work, customer, reference, "task.description", "Fix all tests", base=2, now=now)
    assert isinstance(first, Saved)
    assert isinstance(second, Saved)
    assert (first.version, second.version) == (2, 3)
    assert verbs(work) == ["inquiry.open", "inquiry.save", "inquiry.save"]


def test_saving_what_stands_there_already_makes_no_version_but_says_when(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    save(work, customer, reference, "task.description", "Fix tests", base=1, now=now)
    later = now + timedelta(minutes=1)
    again = save(work, customer, reference, "task.description", "Fix tests", base=1, now=later)
    assert isinstance(again, Saved)
    assert (again.version, again.saved_at) == (2, later)


def test_r08_a_stale_save_changes_nothing_and_gives_back_both(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    save(work, customer, reference, "task.description", "theirs", base=1, now=now)
    result = save(work, customer, reference, "task.description", "mine", base=1, now=now)
    assert isinstance(result, Conflict)
    assert (value_at(result.theirs, "task.description"), value_at(result.mine, "task.description")) == (
        "theirs",
        "mine",
    )
    kept = work.read_now(service.load, customer, reference, now=now)
    assert (kept.version, kept.document["task"]) == (2, {"description": "theirs"})


def test_r08_another_section_saved_meanwhile_is_no_conflict(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    save(work, customer, reference, "task.description", "theirs", base=1, now=now)
    assert isinstance(save(work, customer, reference, "data.source", "mine", base=1, now=now), Saved)


def test_r08_the_same_text_from_two_tabs_is_no_conflict(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    save(work, customer, reference, "task.description", "same", base=1, now=now)
    assert isinstance(save(work, customer, reference, "task.description", "same", base=1, now=now), Saved)


def test_a_page_that_does_not_exist_saves_nothing(work: Work, customer: Person, reference: str, now: datetime) -> None:
    with pytest.raises(NotFoundError):
        save(work, customer, reference, "nonsense.field", "x", base=1, now=now)


def test_r02_a_patch_stores_wrong_values_as_they_are(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    wrong: dict[str, Any] = {
        "title": 7,
        "budget": {"cap": "sixty", "currency": "EURO", "minimum": -1},
        "training": {"steps": 1.5, "method": "magic"},
        "verifier": {"cases": "none", "reward_range": [1]},
        "timing": {"earliest_start": "soon"},
        "success": {"target_value": True},
        "scope": {"training": "maybe"},
        "unheard_of": {"deep": [1, {"x": True}]},
    }
    saved = work.write_now(service.patch_document, customer, reference, wrong, base_version=1, now=now)
    stored = work.read_now(service.load, customer, reference, now=now).document
    assert stored == saved.document
    assert {key: stored[key] for key in wrong} == wrong


def test_a_patch_to_an_older_version_is_refused(work: Work, customer: Person, reference: str, now: datetime) -> None:
    save(work, customer, reference, "task.description", "theirs", base=1, now=now)
    with pytest.raises(ConflictError) as refusal:
        work.write_now(service.patch_document, customer, reference, {"title": "x"}, base_version=1, now=now)
    assert refusal.value.code == "precondition-failed"


def test_a_patch_counts_as_a_save_of_the_sections_that_it_changed(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    patch = {"task": {"description": "theirs"}}
    work.write_now(service.patch_document, customer, reference, patch, base_version=1, now=now)
    assert isinstance(save(work, customer, reference, "task.description", "mine", base=1, now=now), Conflict)
    assert isinstance(save(work, customer, reference, "data.source", "mine", base=1, now=now), Saved)


def test_numbers_that_json_has_no_form_for_are_kept(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    patch = {"budget": {"cap": float("inf")}, "training": {"steps": 10**30}, "title": "half a \ud800 character"}
    work.write_now(service.patch_document, customer, reference, patch, base_version=None, now=now)
    stored = work.read_now(service.load, customer, reference, now=now)
    assert stored.document["budget"] == {"cap": float("inf")}
    assert stored.document["training"] == {"steps": 10**30}
    assert work.read_now(service.document_text, customer, reference, now=now).isascii()


def test_a_document_that_is_too_large_or_too_deep_is_refused_and_the_draft_kept(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    deep: dict[str, Any] = {}
    for _ in range(60):
        deep = {"x": deep}
    with pytest.raises(TooLargeError):
        save(work, customer, reference, "task.description", "x" * 1_000_001, base=1, now=now)
    with pytest.raises(InvalidError):
        work.write_now(service.patch_document, customer, reference, deep, base_version=1, now=now)
    assert work.read_now(service.load, customer, reference, now=now).version == 1


def test_an_audit_entry_that_cannot_be_written_undoes_the_save(
    work: Work, customer: Person, reference: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("app.audit.service.record", refuse)
    with pytest.raises(RuntimeError, match="planted"):
        save(work, customer, reference, "task.description", "lost", base=1, now=now)
    kept = work.read_now(service.load, customer, reference, now=now)
    assert (kept.version, "task" in kept.document) == (1, False)


@pytest.mark.parametrize(
    ("document", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
        ({"a": "foo"}, "bar", "bar"),
    ],
)
def test_a_merge_patch_does_what_rfc_7396_shows(document: object, patch: object, result: object) -> None:
    assert merged(document, patch) == result


def test_an_answer_that_is_taken_away_leaves_no_empty_group() -> None:
    assert with_value({"task": {"description": "x"}, "kind": "k"}, "task.description", MISSING) == {"kind": "k"}
    assert with_value({"task": "text"}, "task.description", "x") == {"task": {"description": "x"}}


@pytest.mark.parametrize("missing", ["PD-9999", "nonsense"])
def test_a_reference_that_names_nothing_is_found_by_nobody(
    work: Work, customer: Person, now: datetime, missing: str
) -> None:
    with pytest.raises(NotFoundError):
        work.read_now(service.load, customer, missing, now=now)
    with pytest.raises(NotFoundError):
        save(work, customer, missing, "task.description", "x", base=1, now=now)
