"""Sets of files: how far each one is, what came of it, and which of them nobody wants any more."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from app.measurements import tables
from app.measurements.fields import Declared, SetFile
from app.measurements.tables import ReadState


@dataclass(frozen=True, slots=True)
class ReadSet:
    """One set as it stands. `figures` is the object of `pilotdesk figures` with `histogram`; empty until read."""

    id: int
    key: str
    public_id: str
    state: ReadState
    bytes_done: int
    bytes_all: int
    refusal: str
    files: tuple[SetFile, ...]
    declared: Declared
    remarks: tuple[str, ...]
    facts: Mapping[str, Any]  # as the rules see them
    figures: Mapping[str, Any]
    reader_version: int
    asked_at: datetime
    read_at: datetime | None

    @property
    def is_going_on(self) -> bool:
        """Whether a later look may show more."""
        return self.state in {ReadState.QUEUED, ReadState.READING}

    @property
    def share_done(self) -> float:
        """How much was read, as a fraction."""
        return self.bytes_done / self.bytes_all if self.bytes_all else 0.0


_SET = (
    tables.ReadSet.id,
    tables.ReadSet.key,
    tables.ReadSet.public_id,
    tables.ReadSet.state,
    tables.ReadSet.bytes_done,
    tables.ReadSet.bytes_all,
    tables.ReadSet.refusal,
    tables.ReadSet.files,
    tables.ReadSet.options,
    tables.ReadSet.remarks,
    tables.ReadSet.facts,
    tables.ReadSet.figures,
    tables.ReadSet.reader_version,
    tables.ReadSet.asked_at,
    tables.ReadSet.read_at,
)


def find_read_set(db: Session, key: str) -> ReadSet | None:
    """Return the set of this key, however far it is."""
    row = db.execute(select(*_SET).where(tables.ReadSet.key == key)).one_or_none()
    return None if row is None else _read_set(row)


def show_read_set(db: Session, key: str) -> ReadSet:
    """Return the set of this key, which is there."""
    return _read_set(db.execute(select(*_SET).where(tables.ReadSet.key == key)).one())


def find_set_row(db: Session, set_id: int) -> ReadSet | None:
    """Return the set of this number."""
    row = db.execute(select(*_SET).where(tables.ReadSet.id == set_id)).one_or_none()
    return None if row is None else _read_set(row)


def touch(db: Session, key: str, *, now: datetime) -> None:
    """Note that somebody still wants this set."""
    db.execute(update(tables.ReadSet).where(tables.ReadSet.key == key).values(used_at=now))


def begin(db: Session, set_id: int, *, bytes_all: int, stale: datetime, now: datetime) -> int | None:
    """Take a set up that nobody works on; returns which attempt this is, None where somebody does or it is done."""
    row = db.scalars(select(tables.ReadSet).where(tables.ReadSet.id == set_id).with_for_update()).one_or_none()
    if row is None or row.state in {ReadState.READ, ReadState.REFUSED}:
        return None
    if row.state == ReadState.READING and row.seen_at is not None and row.seen_at > stale:
        return None
    row.state, row.attempt = str(ReadState.READING), row.attempt + 1
    row.bytes_done, row.bytes_all, row.seen_at = 0, bytes_all, now
    return row.attempt


def progress(db: Session, /, set_id: int, attempt: int, *, now: datetime, **values: object) -> bool:
    """Write down how far this attempt is, or what came of it; False where another one began since."""
    ours = (tables.ReadSet.id == set_id, tables.ReadSet.attempt == attempt, tables.ReadSet.state == ReadState.READING)
    done = update(tables.ReadSet).where(*ours).values(seen_at=now, **values).returning(tables.ReadSet.id)
    return db.scalar(done.execution_options(synchronize_session=False)) is not None


def begin_again(db: Session, set_id: int) -> None:
    """Let a reading that failed be tried once more."""
    db.execute(
        update(tables.ReadSet)
        .where(tables.ReadSet.id == set_id, tables.ReadSet.state == ReadState.FAILED)
        .values(state=str(ReadState.QUEUED), refusal="", bytes_done=0)
    )


def give_up(db: Session, set_id: int, *, is_final: bool, why: str, now: datetime) -> None:
    """Write down that a reading broke off: for good, or until its next try."""
    state = ReadState.FAILED if is_final else ReadState.QUEUED
    db.execute(
        update(tables.ReadSet)
        .where(tables.ReadSet.id == set_id, tables.ReadSet.state.in_([ReadState.QUEUED, ReadState.READING]))
        .values(state=str(state), refusal=why if is_final else "", seen_at=now)
    )


def find_old(db: Session, version: int, *, since: datetime) -> tuple[ReadSet, ...]:
    """Return what an older reader read and somebody wanted since."""
    old = (tables.ReadSet.reader_version < version, tables.ReadSet.used_at > since)
    return tuple(_read_set(row) for row in db.execute(select(*_SET).where(*old).order_by(tables.ReadSet.id)))


def find_unused(db: Session, *, before: datetime) -> tuple[ReadSet, ...]:
    """Return the sets that nobody asked for since, for whoever knows whether their files are still there."""
    wanted = select(*_SET).where(tables.ReadSet.used_at <= before).order_by(tables.ReadSet.id)
    return tuple(_read_set(row) for row in db.execute(wanted))


def drop_some(db: Session, ids: Sequence[int]) -> None:
    """Drop sets whose rows are dropped."""
    db.execute(delete(tables.ReadSet).where(tables.ReadSet.id.in_(ids)))


def _read_set(row: Any) -> ReadSet:  # noqa: ANN401  a row of the columns above
    return ReadSet(
        id=row.id,
        key=row.key,
        public_id=row.public_id,
        state=ReadState(row.state),
        bytes_done=row.bytes_done,
        bytes_all=row.bytes_all,
        refusal=row.refusal,
        files=tuple(SetFile(**file) for file in json.loads(row.files)),
        declared=Declared(**json.loads(row.options)),
        remarks=tuple(json.loads(row.remarks)),
        facts=json.loads(row.facts) if row.facts else {},
        figures=json.loads(row.figures) if row.figures else {},
        reader_version=row.reader_version,
        asked_at=row.asked_at,
        read_at=row.read_at,
    )
