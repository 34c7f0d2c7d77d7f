"""The attempts of a set: in batches in, by task or one by one out, and as columns for figures."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, case, delete, func, insert, select
from sqlalchemy.orm import Session

from app.measurements.tables import TrialRow
from app.readers.trial import Trial
from app.statistics.rows import Rows, rows_of

AT_ONCE = 2000  # rows in memory while columns are made
DROPPED = 5000  # rows of one deletion


class TaskLine(NamedTuple):
    """What became of the attempts at one task."""

    task_id: str
    attempts: int
    accepted: int
    rejected: int
    none: int
    latency_s: float | None  # mean of those that are known
    cost_usd: float | None  # sum of those that are known


class TrialLine(NamedTuple):
    """One attempt, for a table."""

    position: int
    task_id: str
    repeat: int
    verdict: str
    reward: float | None
    latency_s: float | None
    error_type: str | None
    truncated: bool | None
    tokens_in: int | None
    tokens_out: int | None
    usage_known: bool
    cost_usd: float | None
    model_name: str | None
    model_revision: str | None
    source: str


# what figures look at; what tools answered is not kept
ATTEMPT = (
    "task_id",
    "repeat",
    "cluster",
    "verdict",
    "model_name",
    "model_revision",
    "error_type",
    "truncated",
    "latency_s",
    "tokens_in",
    "tokens_out",
    "usage_known",
    "cost_usd",
    "has_output",
)


def add_trials(db: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Add one batch."""
    if rows:
        db.execute(insert(TrialRow), rows)


def drop_trials(db: Session, set_id: int, *, limit: int = DROPPED) -> int:
    """Drop some rows of a set, so that nobody waits for long; returns how many, 0 when none is left."""
    some = select(TrialRow.position).where(TrialRow.read_set_id == set_id).order_by(TrialRow.position).limit(limit)
    last = db.scalar(select(func.max(some.subquery().c.position)))
    if last is None:
        return 0
    gone = delete(TrialRow).where(TrialRow.read_set_id == set_id, TrialRow.position <= last)
    return db.execute(gone).rowcount  # type: ignore[attr-defined,no-any-return]  # a deletion counts its rows


def list_tasks(db: Session, set_id: int, *, after: str = "", limit: int = 100) -> tuple[TaskLine, ...]:
    """Return tasks in the order of their names, from the one after that on."""

    def count(verdict: str) -> Any:  # noqa: ANN401  a column of the select below
        return func.sum(case((TrialRow.verdict == verdict, 1), else_=0))

    wanted = (
        select(
            TrialRow.task_id,
            func.count(),
            count("accepted"),
            count("rejected"),
            count("none"),
            func.avg(TrialRow.latency_s),
            func.sum(TrialRow.cost_usd),
        )
        .where(and_(TrialRow.read_set_id == set_id, TrialRow.task_id > after))
        .group_by(TrialRow.task_id)
        .order_by(TrialRow.task_id)
        .limit(limit)
    )
    return tuple(TaskLine(*row) for row in db.execute(wanted))


def list_trials(
    db: Session, set_id: int, *, task_id: str | None = None, after: int = -1, limit: int = 100
) -> tuple[TrialLine, ...]:
    """Return attempts in the order of the files, of one task or of all, from the one after that on."""
    columns = [getattr(TrialRow, name) for name in TrialLine._fields]
    wanted = select(*columns).where(TrialRow.read_set_id == set_id, TrialRow.position > after)
    if task_id is not None:
        wanted = wanted.where(TrialRow.task_id == task_id)
    return tuple(TrialLine(*row) for row in db.execute(wanted.order_by(TrialRow.position).limit(limit)))


def load_rows(db: Session, set_id: int) -> Rows:
    """Return the attempts as columns, a run after the other; what tools answered is not among what is kept."""
    runs = db.scalars(select(TrialRow.run).where(TrialRow.read_set_id == set_id).distinct().order_by(TrialRow.run))
    return rows_of(*(_attempts(db, set_id, run) for run in runs.all()))


def _attempts(db: Session, set_id: int, run: int) -> Iterator[Trial]:
    columns = [getattr(TrialRow, name) for name in ATTEMPT]
    wanted = select(*columns).where(TrialRow.read_set_id == set_id, TrialRow.run == run).order_by(TrialRow.position)
    for row in db.execute(wanted.execution_options(yield_per=AT_ONCE)):
        yield Trial(**dict(zip(ATTEMPT, row, strict=True)))
