"""What the room that opens transactions makes of databases that cannot take it, and of our own mistakes."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.orm import Session

from app.infra.errors import UnavailableError
from app.infra.work import Work


def fails(db: Session, statement: str) -> None:
    """Run a statement."""
    db.execute(text(statement))


def is_away(_db: Session, message: str) -> None:
    """Fail as the driver does."""
    raise OperationalError("INSERT", {}, sqlite3.OperationalError(message))


def test_a_full_disk_is_said_as_one_that_may_be_tried_again(work: Work) -> None:
    for message in ("database or disk is full", "database is locked", "disk I/O error", "unable to open database file"):
        with pytest.raises(UnavailableError):
            work.write_now(is_away, message)


def test_a_statement_that_is_wrong_is_our_mistake(work: Work) -> None:
    with pytest.raises(DatabaseError):
        work.read_now(fails, "SELECT nothing FROM nowhere")


def test_a_reader_cannot_write_on_sqlite(tmp_path: Path) -> None:
    work = Work(f"sqlite+pysqlite:///{tmp_path / 'own.sqlite3'}", lock_file=tmp_path / "lock")
    work.write_now(fails, "CREATE TABLE things (id INTEGER)")
    with pytest.raises(UnavailableError):
        work.read_now(fails, "INSERT INTO things VALUES (1)")
    work.close()
