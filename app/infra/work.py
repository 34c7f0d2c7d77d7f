"""Where database work runs; the only place that opens and commits a transaction.

SQLite reads run inline (a fast local read is shorter than a thread hop), SQLite writes on one writer thread behind a
file lock held over COMMIT and the checkpoint that follows it, so that commands may run beside a server. PostgreSQL
work runs in a bounded pool of threads. Every function handed in takes the session first and returns plain values.
"""

import asyncio
import fcntl
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.orm import Session

from app.infra.db import make_reader, make_writer
from app.infra.errors import UnavailableError

P = ParamSpec("P")
T = TypeVar("T")

POSTGRES_THREADS = 8
SQLITE_IS_AWAY = ("full", "disk i/o", "locked", "busy", "unable to open", "readonly")
FULL = "The server cannot store anything at the moment. Nothing was saved; keep this page open and try again shortly."


class Work:
    """The two ways to the database: `read`, which never commits, and `write`, which commits before it returns."""

    def __init__(self, url: str, *, lock_file: Path | None = None) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        self._reader = make_reader(url)
        self._writer = make_writer(url) if self.is_sqlite else self._reader
        self._threads = ThreadPoolExecutor(1 if self.is_sqlite else POSTGRES_THREADS, thread_name_prefix="work")
        self._lock_file = lock_file if self.is_sqlite else None

    async def read(self, do: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a reading function and give back what it returns; nothing it did is kept."""
        if self.is_sqlite:
            return self.read_now(do, *args, **kwargs)
        job = partial(self.read_now, do, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    async def write(self, do: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a writing function in one transaction; it is committed when this returns."""
        job = partial(self.write_now, do, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    def read_now(self, do: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Like `read`, here and now: for commands."""
        with _as_refusals(), Session(self._reader, expire_on_commit=False, autoflush=False) as session:
            return do(session, *args, **kwargs)

    def write_now(self, do: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Like `write`, here and now: for commands and for the start of the server."""
        with _as_refusals(), self._held(), Session(self._writer, expire_on_commit=False) as session, session.begin():
            return do(session, *args, **kwargs)

    @contextmanager
    def snapshot(self) -> Iterator[Session]:
        """Give a long reading its own connection, to the database as it is now; nothing can be written."""
        engine = make_reader(self.url)
        if not self.is_sqlite:
            engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        try:
            with _as_refusals(), Session(engine, expire_on_commit=False, autoflush=False) as session:
                yield session
        finally:
            engine.dispose()

    def close(self) -> None:
        """Let running work end and close every connection."""
        self._threads.shutdown(wait=True)
        self._writer.dispose()
        self._reader.dispose()

    def _held(self) -> "_Held | nullcontext[None]":
        return nullcontext() if self._lock_file is None else _Held(self._lock_file)


class _Held:
    """A file lock shared by every process that writes to one SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        self._file = self._path.open("a")
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self._file.close()


@contextmanager
def _as_refusals() -> Iterator[None]:
    """A full disk or a database that is away is a refusal that says so, never a success and never a traceback."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        if isinstance(error.orig, sqlite3.Error) and not _is_away(str(error.orig)):
            raise  # a statement that is wrong is our mistake, and no matter of trying again
        raise UnavailableError(FULL) from error


def _is_away(message: str) -> bool:
    return any(words in message.lower() for words in SQLITE_IS_AWAY)
