"""What a decision keeps, what it needs, and that the database lets nobody change it."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.errors import AppError, ConflictError, InvalidError, NotAllowedError, NotFoundError
from app.infra.work import Work
from app.inquiries import queries as inquiries
from app.reviews import queries, service
from app.reviews.service import Grant, NotApproved
from app.rules.finding import Finding, Item, Severity, Status
from app.rules.workflow import Role
from tests import desk as desks
from tests import drafts
from tests.desk import Desk

pytestmark = pytest.mark.seeded


@pytest.fixture
def desk(work: Work, now: datetime) -> Desk:
    """Everybody."""
    return work.write_now(desks.desk, now=now)


def test_an_approval_keeps_what_was_asked_and_what_was_granted_r37(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        desks.approved(db, desk.elif_, reference, now=now)
        (decision,) = queries.list_decisions(db, after=0, limit=9)
        assert decision.granted == {
            "cap": desks.CAP,
            "currency": "EUR",
            "earliest_start": desks.START.isoformat(),
            "conditions": "Weekly report.",
        }
        assert json.loads(decision.snapshot_text)["document"]["budget"]["cap"] == 4_200_000
        assert (decision.reference, decision.version, decision.seq) == (reference, 1, 1)
        assert (decision.actor_id, decision.role) == (desk.elif_.id, "engineer")
        assert decision.report is not None
        assert decision.report["gate"] == "commit"
        assert decision.report["today"] == now.date().isoformat()
        assert {"EV-02|baseline.files", "EV-12|baseline.files", "EV-16|baseline.files"} <= set(decision.reasons)
        assert [row["claim"] for row in decision.evidence] == [
            row["claim"] for row in json.loads(decision.snapshot_text)["document"]["evidence"]
        ]

    work.write_now(check)


def test_r29_a_decision_stores_the_digest_of_the_version_that_it_is_about(
    work: Work, desk: Desk, now: datetime
) -> None:
    def check(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        desks.approved(db, desk.elif_, reference, now=now)
        (decision,) = queries.list_decisions(db, after=0, limit=9)
        assert decision.digest == canonical.digest(json.loads(decision.snapshot_text))
        assert decision.digest == inquiries.list_receipts(db, decision.inquiry_id)[0].digest

    work.write_now(check)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE decisions SET reason = 'another'",
        "UPDATE decisions SET seq = 99",
        "DELETE FROM decisions",
        "UPDATE inquiry_versions SET snapshot = '{}'",
        "UPDATE inquiry_events SET text = 'another'",
    ],
)
def test_r29_the_database_refuses_to_change_what_was_decided(
    work: Work, desk: Desk, now: datetime, statement: str
) -> None:
    def make(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        desks.approved(db, desk.elif_, reference, now=now)

    work.write_now(make)
    with pytest.raises(DBAPIError, match="never changed"):
        work.write_now(lambda db: db.execute(text(statement)))


def test_r30_a_review_of_version_1_does_not_count_for_version_2(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        service.return_(db, desk.elif_, reference, version=1, message="Which tools?", now=now)
        drafts.submitted(db, desk.ann, reference, now=now)
        with pytest.raises(ConflictError, match="Version 2 was submitted"):
            service.decline(db, desk.elif_, reference, version=1, reason="No capacity.", now=now)
        with pytest.raises(ConflictError):  # it has to be taken again before anything is decided
            service.decline(db, desk.elif_, reference, version=2, reason="No capacity.", now=now)
        number = inquiries.number_of(reference)
        assert number is not None
        assert [(one.version, one.ended_by) for one in queries.list_reviews(db, number)] == [(1, "return")]

    work.write_now(check)


def test_r35_nobody_who_wrote_any_of_it_decides(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        turned = replace(desk.ann, role=Role.ENGINEER, organisation_id=None)
        colleague = replace(desk.elif_, organisation_id=desk.ann.organisation_id)
        for person in (desk.ann, turned, colleague):
            for act in (_return, _decline, _approve):
                with pytest.raises(NotAllowedError):
                    act(db, person, reference, now)
        for person in (desk.bob, desk.ops, desk.admin, Person()):
            for act in (_return, _decline, _approve):
                with pytest.raises(NotFoundError):
                    act(db, person, reference, now)

    work.write_now(check)


def _return(db: Session, person: Person, reference: str, now: datetime) -> None:
    service.return_(db, person, reference, version=1, message="m", now=now)


def _decline(db: Session, person: Person, reference: str, now: datetime) -> None:
    service.decline(db, person, reference, version=1, reason="r", now=now)


def _approve(db: Session, person: Person, reference: str, now: datetime) -> None:
    service.approve(db, person, reference, version=1, reasons={}, grant=Grant(desks.CAP, desks.START), now=now)


def test_r39_every_decision_shows_who_when_and_why(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        service.decline(db, desk.elif_, reference, version=1, reason="  The model is too large. ", now=now)
        (decision,) = queries.list_decisions(db, after=0, limit=9)
        assert (decision.actor_id, decision.at, decision.reason) == (desk.elif_.id, now, "The model is too large.")
        ((actor, role, subject, detail),) = desks.audit_of(db, "decision.decline")
        assert (actor, role, subject) == (desk.elif_.id, "engineer", f"inquiry:{reference}")
        assert json.loads(detail)["reason"] == "The model is too large."

    work.write_now(check)


def test_r39_without_an_audit_entry_nothing_is_decided(work: Work, desk: Desk, now: datetime) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    work.write_now(lambda db: db.execute(text("ALTER TABLE audit_entries RENAME TO elsewhere")))
    with pytest.raises(Exception, match=r"audit_entries|stored"):
        work.write_now(_decline, desk.elif_, reference, now)
    work.write_now(lambda db: db.execute(text("ALTER TABLE elsewhere RENAME TO audit_entries")))
    assert work.read_now(queries.list_decisions, after=0, limit=9) == ()
    assert work.write_now(desks.state_of, reference) == "in-review"


@pytest.mark.parametrize("blank", ["", "   ", "\n\t"])
def test_a_return_a_decline_and_a_revocation_need_words(work: Work, desk: Desk, now: datetime, blank: str) -> None:
    def check(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        with pytest.raises(InvalidError):
            service.return_(db, desk.elif_, reference, version=1, message=blank, now=now)
        with pytest.raises(InvalidError):
            service.decline(db, desk.elif_, reference, version=1, reason=blank, now=now)
        desks.approved(db, desk.elif_, reference, now=now)
        with pytest.raises(InvalidError):
            service.ask_revocation(db, desk.elif_, reference, version=1, reason=blank, now=now)

    work.write_now(check)


def test_each_open_finding_that_is_left_open_needs_its_own_reason(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        given = desks.reasons(db, desk.elif_, reference, now=now)
        for left_out in given:
            some = {key: words for key, words in given.items() if key != left_out} | {left_out: "  "}
            done = service.approve(
                db, desk.elif_, reference, version=1, reasons=some, grant=Grant(desks.CAP, desks.START), now=now
            )
            assert isinstance(done, NotApproved)
            assert [field for field, _ in done.errors] == [f"reason.{left_out}"]
        assert desks.state_of(db, reference) == "in-review"

    work.write_now(check)


def _finding(severity: Severity, status: Status) -> Finding:
    return Finding(
        rule="CK-01",
        item=Item.CHECKPOINT,
        severity=severity,
        status=status,
        field="checkpoint.revision",
        message="m",
        remedy="r",
        inputs={},
        source="",
    )


@pytest.mark.parametrize("severity", Severity)
@pytest.mark.parametrize("status", Status)
def test_open_warnings_and_doubts_about_blocks_need_reasons_and_nothing_else(
    severity: Severity, status: Status
) -> None:
    want = (severity, status) in {(Severity.WARN, Status.OPEN), (Severity.BLOCK, Status.CANNOT_TELL)}
    assert service.needs_reason(_finding(severity, status)) is want


@pytest.mark.parametrize(
    ("grant", "field"),
    [
        (Grant(None, desks.START), "cap"),
        (Grant(0, desks.START), "cap"),
        (Grant(-1, desks.START), "cap"),
        (Grant(4_200_001, desks.START), "cap"),
        (Grant(desks.CAP, None), "earliest_start"),
    ],
)
def test_what_is_granted_is_a_cap_within_what_was_asked_and_a_day(
    work: Work, desk: Desk, now: datetime, grant: Grant, field: str
) -> None:
    def check(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        given = desks.reasons(db, desk.elif_, reference, now=now)
        done = service.approve(db, desk.elif_, reference, version=1, reasons=given, grant=grant, now=now)
        assert isinstance(done, NotApproved)
        assert [name for name, _ in done.errors] == [field]

    work.write_now(check)


def test_one_engineer_alone_revokes_nothing(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        desks.approved(db, desk.elif_, reference, now=now)
        request = service.ask_revocation(db, desk.elif_, reference, version=1, reason="The licence.", now=now)
        assert desks.state_of(db, reference) == "approved"
        with pytest.raises(ConflictError, match="another engineer"):
            service.confirm_revocation(db, desk.elif_, reference, version=1, request_id=request, now=now)
        with pytest.raises(ConflictError):
            service.confirm_revocation(db, desk.ezra, reference, version=1, request_id=request + 1, now=now)
        service.confirm_revocation(db, desk.ezra, reference, version=1, request_id=request, now=now)
        assert desks.state_of(db, reference) == "revoked"
        last = queries.list_decisions(db, after=1, limit=9)[0]
        assert (last.action, last.actor_id, last.seq) == ("revoke", desk.ezra.id, 2)
        assert last.reason.startswith("The licence.")

    work.write_now(check)


def _raced(work: Work, deeds: list[Callable[[Session], Any]]) -> list[str]:
    """Do all of it at once; return what came of each."""

    def attempt(deed: Callable[[Session], Any]) -> str:
        try:
            work.write_now(deed)
        except AppError as error:
            return error.code
        return "done"

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(attempt, deeds))


def test_r43_of_twenty_approvals_at_once_one_wins(work: Work, desk: Desk, now: datetime) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    people = [desk.elif_, desk.ezra] * 10

    def by(person: Person) -> Callable[[Session], Any]:
        given = work.read_now(desks.reasons, person, reference, now=now)
        grant = Grant(desks.CAP, desks.START)
        return lambda db: service.approve(db, person, reference, version=1, reasons=given, grant=grant, now=now)

    came = _raced(work, [by(person) for person in people])
    assert sorted(came) == ["done", *["state"] * 19]
    assert len(work.read_now(queries.list_decisions, after=0, limit=99)) == 1


def test_r43_of_twenty_takes_at_once_one_wins(work: Work, desk: Desk, now: datetime) -> None:
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))

    def by(person: Person) -> Callable[[Session], Any]:
        return lambda db: service.take(db, person, reference, version=1, now=now)

    came = _raced(work, [by(person) for person in [desk.elif_, desk.ezra] * 10])
    assert sorted(came) == ["done", *["taken"] * 19]


def test_decisions_at_once_are_numbered_without_a_gap(work: Work, desk: Desk, now: datetime) -> None:
    references = [work.write_now(desks.taken, desk.ann, desk.elif_, now=now) for _ in range(8)]

    def declined(reference: str) -> Callable[[Session], Any]:
        return lambda db: service.decline(db, desk.elif_, reference, version=1, reason="No capacity.", now=now)

    assert _raced(work, [declined(reference) for reference in references]) == ["done"] * 8
    rows = work.read_now(queries.list_decisions, after=0, limit=99)
    assert [row.seq for row in rows] == list(range(1, 9))
    later = work.read_now(queries.list_decisions, after=5, limit=2)
    assert [row.seq for row in later] == [6, 7]


def test_a_decision_that_is_undone_takes_no_number(work: Work, desk: Desk, now: datetime) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)

    def half(db: Session) -> None:
        service.decline(db, desk.elif_, reference, version=1, reason="No capacity.", now=now)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        work.write_now(half)
    work.write_now(
        lambda db: service.decline(
            db, desk.elif_, reference, version=1, reason="No capacity.", now=now + timedelta(hours=1)
        )
    )
    assert [row.seq for row in work.read_now(queries.list_decisions, after=0, limit=9)] == [1]
