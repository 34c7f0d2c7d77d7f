"""Doing what is due: claim in one transaction, do it in none, write down how it went in another."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy.orm import Session

from app.infra.jobs import queries
from app.infra.jobs.enqueueing import Payload
from app.infra.jobs.queries import Claimed
from app.infra.jobs.tables import JobState
from app.infra.work import Work

log = structlog.get_logger("pilotdesk.jobs")

# how long to wait after the first, second … failure; there is no try after the last
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (30, 120, 600, 3600, 14_400))
MOST_TRIES = len(PAUSES) + 1
AT_ONCE = 200  # jobs of one round; then whoever runs them may look whether to stop


class HopelessError(Exception):
    """The job failed in a way that no later try would change."""


def _done(_db: Session, _payload: Payload, *, now: datetime) -> None:
    """Nothing more to write down than that the job is done."""


def _failed(_db: Session, _payload: Payload, *, error: Exception, is_final: bool, now: datetime) -> None:
    """Nothing more to write down than the job's own failure."""


@dataclass(frozen=True, slots=True)
class Handler:
    """What a kind of job is: `do` runs in no transaction; the others in the one that writes down how it went."""

    do: Callable[[Work, Payload], None]
    done: Callable[..., None] = _done  # (db, payload, *, now)
    failed: Callable[..., None] = _failed  # (db, payload, *, error, is_final, now)


def run_due(
    work: Work, handlers: Mapping[str, Handler], clock: Callable[[], datetime], *, at_most: int = AT_ONCE
) -> int:
    """Do what is due, at most so many jobs; returns how many were taken up."""
    kinds = tuple(handlers)
    for count in range(at_most):
        if not work.read_now(queries.is_any_due, kinds, now=clock()):
            return count
        job = work.write_now(queries.claim, kinds, now=clock())
        if job is None:  # another worker was faster
            return count
        _run(work, job, handlers[job.kind], clock)
    return at_most


def _run(work: Work, job: Claimed, handler: Handler, clock: Callable[[], datetime]) -> None:
    payload: Payload = json.loads(job.payload)
    try:
        _insist_on_tries(job)
        handler.do(work, payload)
    except Exception as error:  # noqa: BLE001  whatever a job raises is how it went, not the end of the worker
        log.warning("job failed", kind=job.kind, job=job.id, tries=job.tries, fault=type(error).__name__)
        is_final = isinstance(error, HopelessError) or job.tries >= MOST_TRIES
        work.write_now(_write_failure, job, handler, payload, error=error, is_final=is_final, now=clock())
    else:
        work.write_now(_write_success, job, handler, payload, now=clock())


def _insist_on_tries(job: Claimed) -> None:
    if job.tries > MOST_TRIES:
        raise HopelessError("Whoever worked on this stopped in the middle, every time.")


def _write_success(db: Session, job: Claimed, handler: Handler, payload: Payload, *, now: datetime) -> None:
    if queries.end(db, job, JobState.DONE, now=now):
        handler.done(db, payload, now=now)


def _write_failure(  # noqa: PLR0913  one job, and all that is known of how it went
    db: Session, job: Claimed, handler: Handler, payload: Payload, *, error: Exception, is_final: bool, now: datetime
) -> None:
    if is_final:
        is_ours = queries.end(db, job, JobState.FAILED, now=now, error=said(error))
    else:
        is_ours = queries.put_back(db, job, run_after=now + PAUSES[job.tries - 1], error=said(error))
    if is_ours:
        handler.failed(db, payload, error=error, is_final=is_final, now=now)


def said(error: Exception) -> str:
    """Return what the failure of a job says, on one line."""
    return " ".join(str(error).split()) or type(error).__name__
