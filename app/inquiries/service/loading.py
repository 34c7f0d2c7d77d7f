"""Getting hold of an inquiry: one's own, or a refusal that says nothing about anyone else's."""

import json
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.errors import ConflictError, Links, NotFoundError
from app.inquiries import queries
from app.inquiries.queries import Stored
from app.inquiries.tables import Inquiry
from app.rules.workflow import EDITABLE, State

CLOSED = "closed"


def load(db: Session, person: Person, reference: str, *, now: datetime) -> Stored:
    """Return this person's inquiry, or refuse as for one that does not exist."""
    found = queries.find_own(db, person, reference, now=now)
    if found is None:
        raise NotFoundError
    return found


def lock(db: Session, person: Person, reference: str, *, now: datetime) -> Inquiry:
    """Return this person's inquiry as a row that nobody else changes meanwhile."""
    found = queries.lock_own(db, person, reference, now=now)
    if found is None:
        raise NotFoundError
    return found


def lock_editable(db: Session, person: Person, reference: str, *, now: datetime) -> Inquiry:
    """Return this person's inquiry to be changed, or refuse because it is past that."""
    row = lock(db, person, reference, now=now)
    if State(row.state) not in EDITABLE:
        raise closed(reference, State(row.state), row.submissions)
    return row


def closed(reference: str, state: State, submissions: int) -> ConflictError:
    """Return the refusal to change what is no draft any more, with where it leads on."""
    was = "was submitted" if state is not State.WITHDRAWN else "is withdrawn"
    return ConflictError(
        f"This inquiry {was}; its answers can no longer be changed.",
        code=CLOSED,
        links=ways_on(reference, submissions),
    )


def ways_on(reference: str, submissions: int) -> Links:
    """Return where somebody goes who meant to change what is closed."""
    address = f"/inquiries/{reference}"
    receipt = (("See the receipt", f"{address}/receipt"),) if submissions else ()
    return (*receipt, (f"Go to {reference}", address), ("Read its answers", f"{address}/check-answers"))


def document_text(db: Session, person: Person, reference: str, *, now: datetime) -> str:
    """Return the draft as JSON that any reader takes; what JSON has no form for is written out."""
    return plain_json(load(db, person, reference, now=now).document)


def plain_json(value: object) -> str:
    """Return JSON text, exactly as given wherever JSON can say it."""
    try:
        return json.dumps(value, allow_nan=False, indent=2)
    except ValueError:
        return canonical.canonical(value).decode()


def latest_snapshot(db: Session, person: Person, reference: str, *, now: datetime) -> str:
    """Return the latest submitted version, byte for byte what its digest was made of."""
    inquiry = load(db, person, reference, now=now)
    text = queries.find_snapshot(db, inquiry.number, inquiry.submissions)
    if text is None:
        raise NotFoundError
    return text
