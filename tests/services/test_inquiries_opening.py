from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.accounts.queries import Person
from app.infra.errors import InvalidError, NotFoundError, SignInNeededError, TooManyError
from app.infra.files import Files
from app.infra.work import Work
from app.inquiries import service
from app.inquiries.queries import list_own, number_of, reference_of
from app.rules.workflow import Role
from tests import drafts, factories

pytestmark = pytest.mark.seeded
VISITOR = Person(visitor="a" * 64)
OTHER_VISITOR = Person(visitor="b" * 64)


def open_by_form(work: Work, person: Person, form_key: str, now: datetime) -> str:
    return work.write_now(service.open_inquiry, person, kind="qwen-27b", form_key=form_key, now=now)


def references(work: Work, person: Person, now: datetime) -> list[str]:
    return [reference_of(line.number) for line in work.read_now(list_own, person, now=now)]


def test_a_new_draft_holds_its_kind_and_nothing_else(work: Work, now: datetime) -> None:
    reference = open_by_form(work, VISITOR, "one", now)
    draft = work.read_now(service.load, VISITOR, reference, now=now)
    assert draft.document == {"schema": "pilot-inquiry/1", "kind": "qwen-27b"}
    assert (draft.version, draft.submissions, draft.is_nobodys) == (1, 0, True)


def test_the_same_form_opens_one_draft_and_another_form_opens_another(work: Work, now: datetime) -> None:
    assert open_by_form(work, VISITOR, "one", now) == open_by_form(work, VISITOR, "one", now)
    assert open_by_form(work, VISITOR, "two", now) != open_by_form(work, VISITOR, "one", now)


def test_the_key_of_a_form_is_of_one_browser_only(work: Work, now: datetime) -> None:
    assert open_by_form(work, VISITOR, "one", now) != open_by_form(work, OTHER_VISITOR, "one", now)


@pytest.mark.parametrize("form_key", ["", "x" * 101])
def test_a_form_without_a_key_opens_nothing(work: Work, now: datetime, form_key: str) -> None:
    with pytest.raises(InvalidError):
        open_by_form(work, VISITOR, form_key, now)


def test_an_unknown_kind_opens_nothing(work: Work, now: datetime) -> None:
    with pytest.raises(InvalidError):
        work.write_now(service.open_inquiry, VISITOR, kind="gpt", form_key="one", now=now)


def test_nobody_at_all_opens_nothing(work: Work, now: datetime) -> None:
    with pytest.raises(SignInNeededError):
        open_by_form(work, Person(), "one", now)


def test_a_holder_of_very_many_drafts_is_asked_to_finish_one(
    work: Work, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.inquiries.service.opening.MOST_DRAFTS", 1)
    open_by_form(work, VISITOR, "one", now)
    with pytest.raises(TooManyError):
        open_by_form(work, VISITOR, "two", now)


def test_a_stranger_finds_nothing_of_another_visitor_or_organisation(work: Work, now: datetime) -> None:
    owner = work.write_now(factories.stored_person, now=now)
    stranger = work.write_now(factories.stored_person, now=now, organisation="Another Ltd")
    mine, theirs = open_by_form(work, VISITOR, "one", now), open_by_form(work, owner, "one", now)
    for person, reference in [(OTHER_VISITOR, mine), (VISITOR, theirs), (stranger, theirs), (owner, mine)]:
        with pytest.raises(NotFoundError):
            work.read_now(service.load, person, reference, now=now)


@pytest.mark.parametrize(
    "reference",
    ["", "1", "PD-1", "PD-00001", "pd-0001", "PD-\u0660\u0660\u0660\u0661", "PD-99999999999", "PD-0001 "],
)
def test_only_an_exact_reference_names_an_inquiry(reference: str) -> None:
    assert number_of(reference) is None


def test_drafts_move_to_the_organisation_at_sign_in(work: Work, now: datetime) -> None:
    reference = open_by_form(work, VISITOR, "one", now)
    customer = work.write_now(factories.stored_person, now=now)
    signed_in = Person(
        customer.id, role=Role.CUSTOMER, organisation_id=customer.organisation_id, visitor=VISITOR.visitor
    )
    work.write_now(service.adopt_drafts, signed_in, now=now)
    assert references(work, customer, now) == [reference]
    assert references(work, VISITOR, now) == []


def test_an_engineer_who_signs_in_takes_no_draft_along(work: Work, now: datetime) -> None:
    reference = open_by_form(work, VISITOR, "one", now)
    engineer = work.write_now(factories.stored_person, Role.ENGINEER, now=now)
    signed_in = Person(engineer.id, role=Role.ENGINEER, visitor=VISITOR.visitor)
    work.write_now(service.adopt_drafts, signed_in, now=now)
    assert references(work, VISITOR, now) == [reference]


def test_a_visitors_draft_is_gone_seven_days_after_its_last_save(work: Work, now: datetime) -> None:
    reference = open_by_form(work, VISITOR, "one", now)
    almost, after = now + timedelta(days=7, seconds=-1), now + timedelta(days=7)
    assert references(work, VISITOR, almost) == [reference]
    assert references(work, VISITOR, after) == []


def test_the_purge_takes_old_drafts_of_visitors_with_their_files_and_nothing_else(
    work: Work, now: datetime, tmp_path: Path
) -> None:
    customer = work.write_now(factories.stored_person, now=now)
    kept = work.write_now(drafts.opened, customer, now=now)
    old = open_by_form(work, VISITOR, "one", now)
    files = Files(tmp_path / "uploads")
    source = tmp_path / "rows.jsonl"
    source.write_text('{"accepted": true}\n')
    with source.open("rb") as stream:
        taken = service.take_in(files, source.name, stream)
    work.write_now(service.attach, VISITOR, old, taken=taken, now=now)
    later = now + timedelta(days=8)
    work.write_now(service.purge, now=later, files=files)
    assert references(work, customer, later) == [kept]
    assert not files.path(taken.sha256).exists()


def test_the_purge_with_nothing_old_removes_nothing(work: Work, now: datetime) -> None:
    reference = open_by_form(work, VISITOR, "one", now)
    work.write_now(service.purge, now=now)
    assert references(work, VISITOR, now) == [reference]


def test_only_a_member_of_an_organisation_opens_drafts_by_program(work: Work, now: datetime) -> None:
    with pytest.raises(NotFoundError):
        work.write_now(service.open_by_program, VISITOR, kind="qwen-27b", document={}, key="", now=now)


def test_the_same_form_a_moment_later_finds_what_the_first_one_opened(
    work: Work, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = open_by_form(work, VISITOR, "one", now)
    monkeypatch.setattr("app.inquiries.queries.find_opened", lambda *_: None)  # it was not there a moment ago
    assert open_by_form(work, VISITOR, "one", now) == reference
    assert references(work, VISITOR, now) == [reference]
