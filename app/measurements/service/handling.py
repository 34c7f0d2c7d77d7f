"""The job that reads a set: outside of any transaction, its rows in small batches, its progress for people to see.

A reading that is broken off leaves rows behind that nobody counts; whoever takes it up drops them and begins again.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from app.infra.files import Files
from app.infra.jobs import Handler, Payload, said
from app.infra.work import Work
from app.measurements import queries
from app.measurements.queries import ReadSet
from app.measurements.service.asking import READ_FILES
from app.measurements.service.batches import Batches
from app.measurements.service.reading import Outcome, read_through
from app.measurements.service.watching import Watch
from app.measurements.tables import ReadState
from app.readers.reading import Refused

__all__ = ["READ_FILES", "reading_handler"]

QUIET = timedelta(minutes=2)  # after which a reading that shows no progress is nobody's
OUR_FAULT = "The files could not be read because of a fault of ours. They are kept, and will be read again."


class BusyError(Exception):
    """Another worker reads this set at the moment."""


class SupersededError(Exception):
    """Another worker took this reading up meanwhile."""


def reading_handler(files: Files, clock: Callable[[], datetime]) -> Handler:
    """Return what reads sets of these files."""
    reader = _Reader(files, clock)
    return Handler(do=reader.read, failed=_note_failed)


@dataclass(frozen=True, slots=True)
class _Reader:
    files: Files
    clock: Callable[[], datetime]

    def read(self, work: Work, payload: Payload) -> None:
        """Read the set, unless it is read."""
        number = int(payload["set"])
        found = work.read_now(queries.find_set_row, number)
        if found is None or not found.is_going_on:
            return
        size = 2 * sum(file.size for file in found.files)  # once for what they are, and once for their rows
        now = self.clock()
        attempt = work.write_now(queries.begin, number, bytes_all=size, stale=now - QUIET, now=now)
        if attempt is None:
            raise BusyError("Another worker reads these files.")
        with suppress(SupersededError):
            _Attempt(self, work, found, attempt, size).go()


@dataclass(frozen=True, slots=True)
class _Attempt:
    reader: _Reader
    work: Work
    found: ReadSet
    number: int
    size: int

    def go(self) -> None:
        """Read, and write down what came of it."""
        self.drop_rows()
        watch = Watch(self.reader.files, self.reader.clock, self.size, self.show_progress)
        batches = Batches(self.found.id, self.keep_rows)
        try:
            outcome = read_through(watch.sources(self.found.files), self.found.declared, batches.add)
            batches.close()
        except Refused as refusal:
            self.drop_rows()
            self.end(ReadState.REFUSED, refusal=refusal.sentence)
            return
        self.end(ReadState.READ, **_kept(self.found, outcome))

    def drop_rows(self) -> None:
        """Drop the rows of whoever was here before, some at a time."""
        while self.work.write_now(self._drop):
            pass

    def keep_rows(self, rows: list[dict[str, Any]]) -> None:
        """Store a batch, as long as the reading is ours."""
        self.work.write_now(self._keep, rows)

    def show_progress(self, done: int) -> None:
        """Say how far this is."""
        self.work.write_now(self._note, bytes_done=done)

    def end(self, state: ReadState, **values: object) -> None:
        """Write down how it ended."""
        self.work.write_now(self._note, state=str(state), bytes_done=self.size, read_at=self.reader.clock(), **values)

    def _note(self, db: Session, /, **values: object) -> None:
        if not queries.progress(db, self.found.id, self.number, now=self.reader.clock(), **values):
            raise SupersededError

    def _keep(self, db: Session, /, rows: list[dict[str, Any]]) -> None:
        self._note(db)
        queries.add_trials(db, rows)

    def _drop(self, db: Session) -> int:
        self._note(db)
        return queries.drop_trials(db, self.found.id)


def _kept(found: ReadSet, outcome: Outcome) -> dict[str, str]:
    formats = {file.sha256: file.format for file in outcome.files}
    files = [
        replace(file, format=formats.get(file.sha256, ""), refusal=outcome.left_out.get(file.name, ""))
        for file in found.files
    ]
    return {
        "files": json.dumps([asdict(file) for file in files]),
        "facts": json.dumps(outcome.facts),
        "figures": json.dumps(outcome.figures),
        "remarks": json.dumps(outcome.remarks),
    }


def _note_failed(db: Session, payload: Payload, *, error: Exception, is_final: bool, now: datetime) -> None:
    """Say that it failed, or that it will be tried again; the set of another worker is left alone."""
    if not isinstance(error, BusyError):
        queries.give_up(db, int(payload["set"]), is_final=is_final, why=f"{OUR_FAULT} ({said(error)})", now=now)
