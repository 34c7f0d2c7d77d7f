import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.audit.tables import AuditEntry
from app.infra import canonical
from app.infra.errors import ConflictError, InvalidError, SignInNeededError
from app.infra.work import Work
from app.inquiries import queries, service
from app.inquiries.service import Changed, Refused, Submission
from app.inquiries.service.submitting import move
from app.inquiries.tables import IdempotencyKey, Inquiry, InquiryVersion
from app.registry.queries import load_facts
from app.rules.finding import Gate
from app.rules.workflow import Action, Party, Role, State
from tests import drafts, factories

pytestmark = pytest.mark.seeded


@pytest.fixture
def customer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now)


@pytest.fixture
def reference(work: Work, customer: Person, now: datetime) -> str:
    return work.write_now(drafts.opened, customer, drafts.document(), now=now)


def count(work: Work, table: type[Any]) -> int:
    return work.read_now(lambda db: db.execute(select(func.count()).select_from(table)).scalar_one())


def state_of(work: Work, reference: str) -> str:
    number = queries.number_of(reference)
    return work.read_now(lambda db: db.execute(select(Inquiry.state).where(Inquiry.id == number)).scalar_one())


def snapshot_of(work: Work, reference: str, number: int = 1) -> str:
    found = work.read_now(queries.find_snapshot, queries.number_of(reference) or 0, number)
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["qwen", "glm", "promised"])
def test_a_draft_that_the_checklist_lets_through_is_frozen(
    work: Work, customer: Person, now: datetime, name: str
) -> None:
    reference = work.write_now(drafts.opened, customer, drafts.document(name), now=now, kind=drafts.KINDS[name])
    review = work.read_now(service.review, customer, reference, now=now)
    done = work.write_now(service.submit, customer, reference, digest=review.snapshot.digest, now=now)
    assert done == Submission(reference, 1, review.snapshot.digest)
    stored = work.read_now(service.load, customer, reference, now=now)
    assert (stored.state, stored.submissions, stored.submitted_at) == (State.SUBMITTED, 1, now)


def test_the_snapshot_holds_all_that_was_looked_at_under_its_digest(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    done = work.write_now(drafts.submitted, customer, reference, now=now)
    snapshot = snapshot_of(work, reference)
    body = json.loads(snapshot)
    assert "sha256:" + hashlib.sha256(snapshot.encode()).hexdigest() == done.digest == canonical.digest(body)
    assert list(body) == sorted(
        ["schema", "reference", "version", "document", "uploads", "report", "ruleset", "registry"]
    )
    assert (body["schema"], body["reference"], body["version"]) == ("pilot-snapshot/1", reference, 1)
    assert body["document"] == drafts.document() | {"kind": "qwen-27b", "schema": "pilot-inquiry/1"}


def test_the_stored_verdict_equals_a_new_one_on_the_snapshot(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    work.write_now(drafts.submitted, customer, reference, now=now)
    body = json.loads(snapshot_of(work, reference))
    registry = work.read_now(load_facts)
    again = service.check_document(body["document"], Gate.SUBMIT, now.date(), registry)
    assert canonical.canonical(again.as_json()) == canonical.canonical(body["report"])


def test_a_draft_that_is_not_ready_is_refused_and_stays_as_it_was(work: Work, customer: Person, now: datetime) -> None:
    unready = drafts.document() | {"success": {}}
    reference = work.write_now(drafts.opened, customer, unready, now=now)
    result = work.write_now(service.submit, customer, reference, digest=None, now=now)
    assert isinstance(result, Refused)
    assert "SC-08" in {finding.rule for finding in result.review.report.findings if finding.refuses}
    assert (state_of(work, reference), count(work, InquiryVersion)) == ("draft", 0)


def test_r09_what_was_not_looked_at_is_not_submitted(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    digest = work.read_now(service.review, customer, reference, now=now).snapshot.digest
    patch = {"title": "Changed after the review"}
    work.write_now(service.patch_document, customer, reference, patch, base_version=None, now=now)
    result = work.write_now(service.submit, customer, reference, digest=digest, now=now)
    assert isinstance(result, Changed)
    assert (state_of(work, reference), count(work, InquiryVersion)) == ("draft", 0)
    renewed = work.write_now(service.submit, customer, reference, digest=result.review.snapshot.digest, now=now)
    assert isinstance(renewed, Submission)


def test_a_visitor_is_asked_to_sign_in_before_submitting(work: Work, now: datetime) -> None:
    visitor = Person(visitor="v" * 64)
    reference = work.write_now(drafts.opened, visitor, drafts.document(), now=now)
    with pytest.raises(SignInNeededError):
        work.write_now(service.submit, visitor, reference, digest=None, now=now)


def test_submitting_again_gives_the_same_answer_for_the_same_content_and_refuses_any_other(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    done = work.write_now(drafts.submitted, customer, reference, now=now)
    assert work.write_now(service.submit, customer, reference, digest=done.digest, now=now) == done
    for digest in (None, "sha256:" + "0" * 64):
        with pytest.raises(ConflictError) as refusal:
            work.write_now(service.submit, customer, reference, digest=digest, now=now)
        assert (refusal.value.code, refusal.value.details["version"]) == ("already-submitted", 1)
    assert count(work, InquiryVersion) == 1


def test_a_key_answers_its_own_request_again_and_no_other(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    done = work.write_now(service.submit, customer, reference, digest=None, now=now, key="k1")
    assert work.write_now(service.submit, customer, reference, digest=None, now=now, key="k1") == done
    other = work.write_now(drafts.opened, customer, drafts.document(), now=now)
    for target, digest in [(other, None), (reference, "sha256:x")]:
        with pytest.raises(ConflictError) as refusal:
            work.write_now(service.submit, customer, target, digest=digest, now=now, key="k1")
        assert refusal.value.code == "idempotency-key-reused"
    with pytest.raises(InvalidError):
        work.write_now(service.submit, customer, other, digest=None, now=now, key="\n")


def test_a_key_that_opened_a_draft_names_it_again(work: Work, customer: Person, now: datetime) -> None:
    def opened_by_key(kind: str = "qwen-27b") -> str:
        return work.write_now(service.open_by_program, customer, kind=kind, document={"title": "A"}, key="k", now=now)

    assert opened_by_key() == opened_by_key()
    with pytest.raises(ConflictError):
        opened_by_key("glm-5.3")
    assert count(work, IdempotencyKey) == 1


def test_two_requests_that_take_one_key_at_the_same_moment_do_one_thing(
    work: Work, customer: Person, reference: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = work.write_now(drafts.opened, customer, drafts.document(), now=now)
    work.write_now(service.submit, customer, reference, digest=None, now=now, key="k1")
    monkeypatch.setattr("app.inquiries.service.keys.answered", lambda *_: None)  # the other one was not there yet
    with pytest.raises(ConflictError) as refusal:
        work.write_now(service.submit, customer, other, digest=None, now=now, key="k1")
    assert refusal.value.code == "idempotency-key-reused"
    assert (state_of(work, other), count(work, InquiryVersion)) == ("draft", 1)


def test_an_audit_entry_that_cannot_be_written_undoes_the_submission(
    work: Work, customer: Person, reference: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("app.audit.service.record", refuse)
    with pytest.raises(RuntimeError, match="planted"):
        work.write_now(service.submit, customer, reference, digest=None, now=now)
    assert (state_of(work, reference), count(work, InquiryVersion)) == ("draft", 0)


def test_the_deed_is_in_the_audit_log_with_the_digest(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    done = work.write_now(drafts.submitted, customer, reference, now=now)
    entry = work.read_now(
        lambda db: db.execute(
            select(AuditEntry.actor_id, AuditEntry.actor_role, AuditEntry.subject, AuditEntry.detail).where(
                AuditEntry.verb == "inquiry.submit"
            )
        ).one()
    )
    assert entry[:3] == (customer.id, "customer", f"inquiry:{reference}")
    assert json.loads(entry[3]) == {"version": 1, "digest": done.digest}


def test_a_returned_inquiry_is_submitted_as_the_next_version(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    first = work.write_now(drafts.submitted, customer, reference, now=now)
    work.write_now(lambda db: db.execute(update(Inquiry).values(state="returned")))
    work.write_now(service.patch_document, customer, reference, {"title": "Two"}, base_version=None, now=now)
    second = work.write_now(drafts.submitted, customer, reference, now=now + timedelta(days=1))
    assert (first.number, second.number) == (1, 2)
    assert first.digest != second.digest
    assert json.loads(snapshot_of(work, reference))["document"]["title"] == drafts.document()["title"]


def test_a_submitted_inquiry_keeps_the_verdict_that_it_was_given(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    before = work.read_now(service.review, customer, reference, now=now).report
    work.write_now(drafts.submitted, customer, reference, now=now)
    years_later = work.read_now(service.review, customer, reference, now=now + timedelta(days=900)).report
    assert years_later == replace(before, findings=years_later.findings)
    assert years_later.as_json() == before.as_json()


def test_a_submitted_inquiry_takes_no_change(work: Work, customer: Person, reference: str, now: datetime) -> None:
    work.write_now(drafts.submitted, customer, reference, now=now)
    with pytest.raises(ConflictError) as refusal:
        work.write_now(service.patch_document, customer, reference, {"title": "x"}, base_version=None, now=now)
    assert refusal.value.code == "closed"


@pytest.mark.parametrize("state", list(State))
@pytest.mark.parametrize("action", list(Action))
def test_only_the_table_moves_an_inquiry(state: State, action: Action, now: datetime) -> None:
    row = Inquiry(state=str(state))
    legal = action is Action.SUBMIT and state in (State.DRAFT, State.RETURNED)
    legal |= action is Action.WITHDRAW and state in (State.DRAFT, State.RETURNED, State.SUBMITTED, State.IN_REVIEW)
    if legal:
        move(row, action, Party.OWN_ORGANISATION, now=now)
        assert row.state == {"submit": "submitted", "withdraw": "withdrawn"}[action]
        return
    with pytest.raises(ConflictError):
        move(row, action, Party.OWN_ORGANISATION, now=now)
    assert row.state == state


def test_nobody_submits_with_a_role_that_is_not_the_customers(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    engineer = replace(customer, role=Role.ENGINEER)
    with pytest.raises(ConflictError):
        work.write_now(service.submit, engineer, reference, digest=None, now=now)
    assert state_of(work, reference) == "draft"


FORBIDDEN: list[str] = [
    "UPDATE inquiry_versions SET snapshot = '{}'",
    "UPDATE inquiry_versions SET digest = 'sha256:x', submitted_at = submitted_at",
    "DELETE FROM inquiry_versions",
    "UPDATE inquiries SET document = '{}'",
    "UPDATE inquiries SET document = '{}', state = 'returned'",
    "DELETE FROM inquiries",
    "UPDATE uploads SET sha256 = 'x'",
    "UPDATE uploads SET name = 'x'",
]


@pytest.fixture
def sealed(work: Work, customer: Person, now: datetime) -> Callable[[], tuple[Any, ...]]:
    """Return a look at everything that was submitted, files included."""
    reference = work.write_now(drafts.opened, customer, drafts.document(), now=now)
    taken = service.Taken("a" * 64, 3, "rows.jsonl", "jsonl")
    work.write_now(service.attach, customer, reference, taken=taken, now=now)
    work.write_now(drafts.submitted, customer, reference, now=now)

    def everything(db: Session) -> tuple[Any, ...]:
        tables = ("inquiries", "inquiry_versions", "uploads")
        return tuple(tuple(map(tuple, db.execute(text(f"SELECT * FROM {name} ORDER BY id")))) for name in tables)  # noqa: S608  names of ours

    return lambda: work.read_now(everything)


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_r13_the_database_itself_refuses_to_change_what_was_submitted(
    work: Work, sealed: Callable[[], tuple[Any, ...]], statement: str
) -> None:
    before = sealed()
    with pytest.raises(IntegrityError):
        work.write_now(lambda db: db.execute(text(statement)))
    assert sealed() == before


def test_r13_a_row_that_replaces_a_submitted_version_is_refused_too(
    work: Work, sealed: Callable[[], tuple[Any, ...]]
) -> None:
    verb = "INSERT OR REPLACE INTO" if work.is_sqlite else "INSERT INTO"
    before = sealed()
    with pytest.raises(IntegrityError):
        work.write_now(lambda db: db.execute(text(f"{verb} inquiry_versions SELECT * FROM inquiry_versions")))  # noqa: S608  words of ours
    assert sealed() == before


def test_r13_without_the_trigger_the_change_goes_through_so_it_is_the_trigger_that_refuses(
    work: Work, sealed: Callable[[], tuple[Any, ...]]
) -> None:
    before = sealed()
    on_table = "" if work.is_sqlite else " ON inquiry_versions"
    work.write_now(lambda db: db.execute(text(f"DROP TRIGGER inquiry_versions_never_change{on_table}")))
    work.write_now(lambda db: db.execute(text("UPDATE inquiry_versions SET snapshot = '{}'")))
    assert sealed() != before


@pytest.mark.parametrize(
    "values",
    [
        "state = 'submitted', submitted_at = NULL",
        "state = 'lost'",
        "organisation_id = NULL, visitor = ''",
        "organisation_id = NULL, visitor = 'v', state = 'submitted', submitted_at = saved_at",
        "version = 0",
    ],
)
def test_the_database_keeps_the_invariants_of_an_inquiry(work: Work, reference: str, values: str) -> None:
    assert reference
    with pytest.raises(IntegrityError):
        work.write_now(lambda db: db.execute(text(f"UPDATE inquiries SET {values}")))  # noqa: S608  words of ours
