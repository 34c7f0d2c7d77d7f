"""Finding and claiming jobs, and writing down how they went."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from app.infra.jobs.tables import Job, JobState

LEASE = timedelta(minutes=5)  # much longer than any job may take, so that nothing runs twice while all is well
KEPT = timedelta(days=7)
LONGEST_ERROR = 300


class Claimed(NamedTuple):
    """A job that is ours until its lease ends; `tries` counts this one and tells it from a later claim."""

    id: int
    kind: str
    payload: str
    tries: int


def is_any_due(db: Session, kinds: Collection[str], *, now: datetime) -> bool:
    """Say whether there is anything to claim; unlike a claim, this writes nothing."""
    return bool(db.scalar(select(exists().where(_is_due(kinds, now)))))


def claim(db: Session, kinds: Collection[str], *, now: datetime) -> Claimed | None:
    """Take the job that is due the longest; on PostgreSQL past those that others are taking (SQLite has one writer)."""
    due = select(Job.id).where(_is_due(kinds, now)).order_by(Job.run_after, Job.id).limit(1)
    row = db.execute(
        update(Job)
        .where(Job.id == due.with_for_update(skip_locked=True).scalar_subquery())
        .values(state=JobState.RUNNING.value, tries=Job.tries + 1, leased_until=now + LEASE)
        .returning(Job.id, Job.kind, Job.payload, Job.tries)
        .execution_options(synchronize_session=False)
    ).one_or_none()
    return None if row is None else Claimed(*row)


def end(db: Session, job: Claimed, state: JobState, *, now: datetime, error: str = "") -> bool:
    """Write down that the job has ended; False where its lease had, so that it is somebody else's by now."""
    return _leave(db, job, state=state.value, ended_at=now, unique_key=None, last_error=error[:LONGEST_ERROR])


def put_back(db: Session, job: Claimed, *, run_after: datetime, error: str) -> bool:
    """Let the job be tried again later."""
    return _leave(db, job, state=JobState.QUEUED.value, run_after=run_after, last_error=error[:LONGEST_ERROR])


def is_waiting(db: Session, unique_key: str) -> bool:
    """Say whether a job of that key waits or runs."""
    return bool(db.scalar(select(exists().where(Job.unique_key == unique_key))))


def purge(db: Session, *, now: datetime) -> None:
    """Drop jobs that ended long ago; what came of them stands where their room keeps it."""
    db.execute(delete(Job).where(Job.ended_at <= now - KEPT))


def _is_due(kinds: Collection[str], now: datetime) -> ColumnElement[bool]:
    waiting = and_(Job.state == JobState.QUEUED.value, Job.run_after <= now)
    abandoned = and_(Job.state == JobState.RUNNING.value, Job.leased_until <= now)
    return and_(Job.kind.in_(kinds), or_(waiting, abandoned))


def _leave(db: Session, job: Claimed, **values: object) -> bool:
    is_ours = and_(Job.id == job.id, Job.state == JobState.RUNNING.value, Job.tries == job.tries)
    chosen = update(Job).where(is_ours).values(leased_until=None, **values).returning(Job.id)
    return db.scalar(chosen.execution_options(synchronize_session=False)) is not None
