"""Promises whose day is near or has passed, of what stands submitted now."""

from collections.abc import Collection
from datetime import date

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session

from app.inquiries.tables import Inquiry, Promise
from app.rules.workflow import State


def list_due(db: Session, states: Collection[State], *, today: date, until: date) -> tuple[int, ...]:
    """Return the inquiries in one of these states of whose promises somebody may have to be told now."""
    wanted = (
        select(Promise.inquiry_id)
        .join(Inquiry, and_(Inquiry.id == Promise.inquiry_id, Inquiry.submissions == Promise.version))
        .where(Inquiry.state.in_(states), _is_untold(today, until))
        .distinct()
        .order_by(Promise.inquiry_id)
    )
    return tuple(db.scalars(wanted))


def lock_due(db: Session, number: int, version: int, *, today: date, until: date) -> tuple[Promise, ...]:
    """Return these promises of one version as rows that nobody else tells of meanwhile."""
    wanted = select(Promise).where(Promise.inquiry_id == number, Promise.version == version, _is_untold(today, until))
    return tuple(db.scalars(wanted.order_by(Promise.due, Promise.item).with_for_update()))


def _is_untold(today: date, until: date) -> ColumnElement[bool]:
    is_near = and_(Promise.due >= today, Promise.due <= until, Promise.told_before_at.is_(None))
    has_passed = and_(Promise.due < today, Promise.told_after_at.is_(None))
    return or_(is_near, has_passed)
