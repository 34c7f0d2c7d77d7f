"""The story of an inquiry, as one side may read it. What a line is called is decided by the pages."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.tables import User
from app.inquiries.tables import InquiryEvent

Visibility = Literal["customer", "internal"]
FROM_CUSTOMER = ("message",)  # the kind of a line that a customer wrote to the desk


class Told(NamedTuple):
    """One line of the story. `name` is empty where no person did it, `place` where it is about no page of the form."""

    id: int
    version: int
    kind: str
    place: str
    text: str
    visibility: str
    actor_id: int | None
    name: str
    role: str
    at: datetime
    shared_at: datetime | None
    granted: str


_TOLD: tuple[Any, ...] = (
    InquiryEvent.id,
    InquiryEvent.version,
    InquiryEvent.kind,
    InquiryEvent.place,
    InquiryEvent.text,
    InquiryEvent.visibility,
    InquiryEvent.actor_id,
    func.coalesce(User.name, ""),
    func.coalesce(User.role, ""),
    InquiryEvent.at,
    InquiryEvent.shared_at,
    func.coalesce(InquiryEvent.granted, ""),
)


def list_story(db: Session, inquiry_id: int, visibility: Visibility) -> tuple[Told, ...]:
    """Return the story in order: `customer` what both sides may read, `internal` all of it."""
    wanted = select(*_TOLD).outerjoin(User, User.id == InquiryEvent.actor_id)
    wanted = wanted.where(InquiryEvent.inquiry_id == inquiry_id).order_by(InquiryEvent.id)
    if visibility == "customer":
        wanted = wanted.where(InquiryEvent.visibility == "customer")
    return tuple(Told(*row) for row in db.execute(wanted))


def find_told(db: Session, inquiry_id: int, event_id: int) -> InquiryEvent | None:
    """Return one line of one inquiry as a locked row."""
    wanted = select(InquiryEvent).where(InquiryEvent.inquiry_id == inquiry_id, InquiryEvent.id == event_id)
    return db.scalars(wanted.with_for_update()).one_or_none()


def find_said(db: Session, inquiry_id: int, once: str) -> int | None:
    """Return the number of the line that the form with this mark said."""
    return db.scalar(select(InquiryEvent.id).where(InquiryEvent.inquiry_id == inquiry_id, InquiryEvent.once == once))


def latest_messages(db: Session, inquiry_ids: Collection[int]) -> Mapping[int, str]:
    """Return what the customer said last, by inquiry."""
    if not inquiry_ids:
        return {}
    latest = (
        select(func.max(InquiryEvent.id))
        .where(InquiryEvent.inquiry_id.in_(inquiry_ids), InquiryEvent.kind.in_(FROM_CUSTOMER))
        .group_by(InquiryEvent.inquiry_id)
    )
    rows = db.execute(select(InquiryEvent.inquiry_id, InquiryEvent.text).where(InquiryEvent.id.in_(latest)))
    return {row.inquiry_id: row.text for row in rows}
