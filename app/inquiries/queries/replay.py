"""Every submitted version there is, one after the other, for judging them again."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.inquiries.tables import InquiryVersion

AT_ONCE = 200


class Frozen(NamedTuple):
    """One submitted version with its body."""

    inquiry_id: int
    number: int
    snapshot: str
    submitted_at: datetime


def count_frozen(db: Session) -> int:
    """Count the submitted versions."""
    return db.execute(select(func.count()).select_from(InquiryVersion)).scalar_one()


def list_frozen(db: Session) -> Iterator[Frozen]:
    """Return them as they were submitted, few at a time in memory."""
    columns = (InquiryVersion.inquiry_id, InquiryVersion.number, InquiryVersion.snapshot, InquiryVersion.submitted_at)
    wanted = select(*columns).order_by(InquiryVersion.inquiry_id, InquiryVersion.number)
    yield from (Frozen(*row) for row in db.execute(wanted.execution_options(yield_per=AT_ONCE)))
