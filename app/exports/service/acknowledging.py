"""Saying that scopes arrived: only that moves the cursor from which somebody goes on without naming one."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.audit import service as audit
from app.exports import queries
from app.exports.service.bundles import BEYOND
from app.exports.tables import Acknowledgement
from app.infra.errors import InvalidError


def acknowledged(db: Session, person: Person) -> int:
    """Return the cursor up to which this person's scopes arrived, 0 before the first word of it."""
    row = queries.find_acknowledgement(db, person.id)
    return 0 if row is None else row.cursor


def acknowledge(db: Session, person: Person, cursor: int, *, now: datetime) -> int:
    """Keep that everything up to this cursor arrived; an earlier one than before changes nothing."""
    if cursor > queries.last_cursor(db):
        raise InvalidError(BEYOND, code="cursor-unknown")
    row = queries.find_acknowledgement(db, person.id, lock=True)
    if row is not None and row.cursor >= cursor:
        return row.cursor
    if row is None:
        db.add(Acknowledgement(person_id=person.id, cursor=cursor, at=now))
    else:
        row.cursor, row.at = cursor, now
    audit.record(
        db,
        at=now,
        actor_id=person.id,
        role=person.role_name,
        verb="scopes.acknowledge",
        subject=f"user:{person.id}",
        detail={"cursor": cursor},
    )
    return cursor
