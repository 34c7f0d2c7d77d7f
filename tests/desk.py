"""A desk for tests of reviews: two organisations, two engineers, and inquiries brought into any state."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.reviews import queries, service
from app.reviews.service import Decided, Grant
from app.rules.workflow import Role
from tests import drafts, factories

CAP, START = 3_000_000, date(2027, 2, 8)  # within what the documents ask for


@dataclass(frozen=True, slots=True)
class Desk:
    """Who is there."""

    ann: Person
    bob: Person
    elif_: Person
    ezra: Person
    ops: Person
    admin: Person


def desk(db: Session, *, now: datetime) -> Desk:
    """Return a customer of each of two organisations, two engineers of neither, ops and an admin."""
    return Desk(
        ann=factories.stored_person(db, now=now, organisation="Ann Ltd"),
        bob=factories.stored_person(db, now=now, organisation="Bob Ltd"),
        elif_=factories.stored_person(db, Role.ENGINEER, now=now),
        ezra=factories.stored_person(db, Role.ENGINEER, now=now),
        ops=factories.stored_person(db, Role.OPS, now=now),
        admin=factories.stored_person(db, Role.ADMIN, now=now),
    )


def submitted(db: Session, person: Person, *, now: datetime, **answers: object) -> str:
    """Return the reference of a submitted inquiry of this person."""
    reference = drafts.opened(db, person, {**drafts.document("qwen"), **answers}, now=now)
    drafts.submitted(db, person, reference, now=now)
    return reference


def taken(db: Session, person: Person, engineer: Person, *, now: datetime) -> str:
    """Return the reference of an inquiry that this engineer has in review."""
    reference = submitted(db, person, now=now)
    service.take(db, engineer, reference, version=1, now=now)
    return reference


def reasons(db: Session, engineer: Person, reference: str, *, now: datetime) -> dict[str, str]:
    """Return a reason for everything that approval must answer for."""
    return {
        service.key_of(finding): f"Reason for {finding.rule}."
        for finding in service.weigh(db, engineer, reference, now=now).needed
    }


def approved(db: Session, engineer: Person, reference: str, *, now: datetime, version: int = 1) -> Decided:
    """Approve an inquiry in review with all that it asks for."""
    done = service.approve(
        db,
        engineer,
        reference,
        version=version,
        reasons=reasons(db, engineer, reference, now=now),
        grant=Grant(CAP, START, "Weekly report."),
        now=now,
    )
    assert isinstance(done, Decided), done
    return done


def state_of(db: Session, reference: str) -> str:
    """Return the state of an inquiry."""
    row = queries.lock_inquiry(db, reference)
    assert row is not None
    return row.state


def audit_of(db: Session, verb: str) -> list[tuple[Any, ...]]:
    """Return who did that, in order."""
    rows = db.execute(
        text("SELECT actor_id, actor_role, subject, detail FROM audit_entries WHERE verb = :verb ORDER BY id"),
        {"verb": verb},
    )
    return [tuple(row) for row in rows]
