"""Audit entries of this room: who did what to which inquiry, in the transaction of the deed."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.audit import service as audit
from app.inquiries.queries import reference_of


def note(db: Session, person: Person, verb: str, number: int, *, now: datetime, **detail: object) -> None:
    """Record one deed; without it the deed is not done either."""
    audit.record(
        db,
        at=now,
        actor_id=person.id,
        role=str(person.role or ""),
        verb=verb,
        subject=f"inquiry:{reference_of(number)}",
        detail=detail,
    )
