"""Telling the story of an inquiry: in the transaction of the deed that it tells of."""

import hashlib
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.errors import NotFoundError
from app.inquiries import queries
from app.inquiries.queries.story import Visibility
from app.inquiries.tables import InquiryEvent


def tell_story(  # noqa: PLR0913  one line of a story has this many parts
    db: Session,
    *,
    inquiry_id: int,
    version: int,
    kind: str,
    text: str,
    visibility: Visibility,
    actor_id: int | None,
    now: datetime,
    place: str = "",
    granted: str = "",
    once: str = "",
) -> int:
    """Add a line and return its number; `kind` "message" is what a customer wrote to the desk.

    `place` is the page of the form that the line is about, where it is about one; `granted` what an approval granted,
    as JSON; `once` what `mark_of` returned for the form that says it.
    """
    row = InquiryEvent(
        inquiry_id=inquiry_id,
        version=version,
        kind=kind,
        place=place,
        text=text.strip(),
        visibility=visibility,
        actor_id=actor_id,
        at=now,
        granted=granted or None,
        once=once or None,
    )
    db.add(row)
    db.flush()
    return row.id


def mark_of(person: Person, form_key: str, *said: str) -> str:
    """Return by which a form that is sent twice is known: the same person, key and words; "" for a form without key.

    Other words under the same key are another saying: whoever goes back and writes anew is not silenced.
    """
    if not form_key:
        return ""
    return hashlib.sha256(canonical.canonical([person.id, form_key, *said])).hexdigest()


def is_said(db: Session, inquiry_id: int, mark: str) -> bool:
    """Say whether this form said it already; the caller holds the inquiry locked."""
    return bool(mark) and queries.find_said(db, inquiry_id, mark) is not None


def share_story(db: Session, inquiry_id: int, event_id: int, *, now: datetime) -> bool:
    """Let the customer read a line too; False where they could already, so that nobody is told twice."""
    row = queries.find_told(db, inquiry_id, event_id)
    if row is None:
        raise NotFoundError
    if row.visibility == "customer":
        return False
    row.visibility = "customer"
    row.shared_at = now
    db.flush()
    return True
