"""Which rules stop inquiries: counted as inquiries, never as tries, and by where it happened."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, case, distinct, func, or_, select
from sqlalchemy.orm import Session

from app.inquiries.tables import Inquiry, Stop
from app.rules.finding import Gate
from app.rules.workflow import State

WITH_AUTHORS = (State.DRAFT, State.RETURNED)
WITH_DESK = (State.SUBMITTED, State.IN_REVIEW)


class Stopping(NamedTuple):
    """What one rule stopped: inquiries at each gate and at either, tries, and inquiries that stand there still."""

    rule: str
    submitting: int
    approving: int
    inquiries: int
    tries: int
    standing: int


class Stopped(NamedTuple):
    """How many inquiries were stopped at all, whatever the rule."""

    submitting: int
    approving: int
    inquiries: int


def list_stops_of(db: Session, number: int, version: int, gate: Gate) -> dict[str, Stop]:
    """Return what is known of one version of an inquiry at a gate, by rule, to be changed."""
    wanted = select(Stop).where(Stop.inquiry_id == number, Stop.version == version, Stop.gate == str(gate))
    return {stop.rule: stop for stop in db.scalars(wanted)}


def count_stops(db: Session, *, since: datetime | None) -> tuple[Stopping, ...]:
    """Count by rule, the rule that stops most inquiries first."""
    last = select(Stop.inquiry_id, func.max(Stop.at).label("at")).group_by(Stop.inquiry_id).subquery()
    inquiries = func.count(distinct(Stop.inquiry_id))
    wanted = (
        select(
            Stop.rule, _at(Gate.SUBMIT), _at(Gate.COMMIT), inquiries, func.sum(Stop.times), _counted(_stands(last.c.at))
        )
        .join(Inquiry, Inquiry.id == Stop.inquiry_id)
        .join(last, last.c.inquiry_id == Stop.inquiry_id)
        .where(*_since(since))
        .group_by(Stop.rule)
        .order_by(inquiries.desc(), Stop.rule)
    )
    return tuple(Stopping(*row) for row in db.execute(wanted))


def count_stopped(db: Session, *, since: datetime | None) -> Stopped:
    """Count the inquiries that some rule stopped."""
    columns = (_at(Gate.SUBMIT), _at(Gate.COMMIT), func.count(distinct(Stop.inquiry_id)))
    return Stopped(*db.execute(select(*columns).where(*_since(since))).one())


def _since(since: datetime | None) -> tuple[ColumnElement[bool], ...]:
    return () if since is None else (Stop.at >= since,)


def _at(gate: Gate) -> ColumnElement[int]:
    return _counted(Stop.gate == str(gate))


def _counted(which: ColumnElement[bool]) -> ColumnElement[int]:
    return func.count(distinct(case((which, Stop.inquiry_id))))


def _stands(last: ColumnElement[datetime]) -> ColumnElement[bool]:
    """Say whether the last try of the inquiry ended here, and nothing came after it."""
    tried = and_(
        Stop.gate == str(Gate.SUBMIT), Inquiry.state.in_(WITH_AUTHORS), Stop.version == Inquiry.submissions + 1
    )
    judged = and_(Stop.gate == str(Gate.COMMIT), Inquiry.state.in_(WITH_DESK), Stop.version == Inquiry.submissions)
    returned = and_(
        Stop.gate == str(Gate.COMMIT), Inquiry.state == str(State.RETURNED), Stop.version == Inquiry.submissions
    )
    return and_(Stop.at == last, or_(tried, judged, returned))
