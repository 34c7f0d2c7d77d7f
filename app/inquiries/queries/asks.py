"""What the desk asked to be changed on the version that came back, and which of it was saved since."""

from typing import NamedTuple

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from app.inquiries.tables import AnsweredAsk, InquiryEvent

ASK = "ask"  # the kind of a line that asks for a change on one page of the form


class Asked(NamedTuple):
    """One page of the form, what was asked about it, and whether somebody saved it since."""

    section: str
    text: str
    is_answered: bool


def list_asked(db: Session, inquiry_id: int, version: int) -> tuple[Asked, ...]:
    """Return what was asked about that version, in order."""
    answered = and_(
        AnsweredAsk.inquiry_id == InquiryEvent.inquiry_id,
        AnsweredAsk.version == InquiryEvent.version,
        AnsweredAsk.section == InquiryEvent.place,
    )
    wanted = select(InquiryEvent.place, InquiryEvent.text, AnsweredAsk.at).outerjoin(AnsweredAsk, answered)
    wanted = wanted.where(
        InquiryEvent.inquiry_id == inquiry_id, InquiryEvent.version == version, InquiryEvent.kind == ASK
    )
    return tuple(Asked(row[0], row[1], row[2] is not None) for row in db.execute(wanted.order_by(InquiryEvent.id)))
