"""Withdrawing an inquiry, and taking that back while it is fresh."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, SignInNeededError
from app.inquiries import queries
from app.inquiries.queries import reference_of
from app.inquiries.service.audience import announce, audience
from app.inquiries.service.bounds import insist_on_bounds
from app.inquiries.service.deeds import note
from app.inquiries.service.loading import lock
from app.inquiries.service.story import tell_story
from app.inquiries.service.submitting import move
from app.inquiries.tables import Inquiry, Withdrawal
from app.rules import workflow
from app.rules.workflow import UNDO_WITHIN, Action, Party, Role, State

BACK = "is back: its withdrawal was undone"
TOO_LATE = "A withdrawal can be undone for 24 hours. Copy this inquiry as a new one instead."


def withdraw(db: Session, person: Person, reference: str, *, reason: str, now: datetime) -> None:
    """End the inquiry at its organisation's own wish; nothing of it is deleted."""
    row, who = _mine(db, person, reference, now)
    insist_on_bounds(reason)
    before = State(row.state)
    move(row, Action.WITHDRAW, who, now=now)
    db.add(Withdrawal(inquiry_id=row.id, state_before=str(before), person_id=person.id, at=now))
    _leave_word(db, person, row, "withdraw", words="was withdrawn", reason=reason.strip(), before=before, now=now)


def undo(db: Session, person: Person, reference: str, *, now: datetime) -> None:
    """Bring a withdrawn inquiry back to where it stood."""
    row, who = _mine(db, person, reference, now)
    found = queries.find_withdrawal(db, row.id)
    before = None if found is None else State(found.state_before)
    if found is not None and now - found.at > UNDO_WITHIN:
        raise ConflictError(TOO_LATE, code="too-late")
    move(row, Action.UNDO, who, now=now, before=before)
    if found is not None and before is not None:
        db.delete(found)
        _leave_word(db, person, row, "undo", words=BACK, reason="", before=before, now=now)


def _mine(db: Session, person: Person, reference: str, now: datetime) -> tuple[Inquiry, Party]:
    if person.id is None:
        raise SignInNeededError
    row = lock(db, person, reference, now=now)
    return row, workflow.party(person.role or Role.ADMIN, same_organisation=True)


def _leave_word(  # noqa: PLR0913  a line, an entry and a message of one deed
    db: Session, person: Person, row: Inquiry, kind: str, *, words: str, reason: str, before: State, now: datetime
) -> None:
    line = tell_story(
        db,
        inquiry_id=row.id,
        version=row.submissions,
        kind=kind,
        text=reason,
        visibility="customer",
        actor_id=person.id,
        now=now,
    )
    note(db, person, f"inquiry.{kind}", row.id, now=now, before=str(before), after=row.state)
    if not row.submissions:
        return  # nobody but its authors ever saw it
    body = f"{reference_of(row.id)} {words} by {person.name}."
    to = audience(db, person, row.id, row.organisation_id)
    announce(db, person, row.id, to, event=f"{kind}/{line}", words=words, body=body, quoted=reason, now=now)
