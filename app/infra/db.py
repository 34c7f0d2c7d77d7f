"""The database as the house sees it: the table base, instants, and engines for SQLite and PostgreSQL."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import DateTime, Dialect, Engine, MetaData, create_engine, event
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator

from app.infra.folding import FOLD, folded

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """All tables; constraints get predictable names, so that migrations can name them."""

    metadata = MetaData(naming_convention=NAMING)


class Instant(TypeDecorator[datetime]):
    """A moment, always aware and always UTC, on databases that keep zones and on those that do not."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse naive moments; store UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back aware UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


def sqlite_url(data: Path) -> str:
    """Return the address of the SQLite file in the data folder."""
    return f"sqlite+pysqlite:///{data / 'pilotdesk.sqlite3'}"


def make_reader(url: str) -> Engine:
    """Return the engine that reads; on SQLite its connections cannot write."""
    if not url.startswith("sqlite"):
        return _postgres(url)
    engine = create_engine(url, pool_size=2, max_overflow=2, connect_args={"check_same_thread": False})
    _prepare_sqlite(engine, begin="BEGIN", query_only=True)
    return engine


def make_writer(url: str) -> Engine:
    """Return the engine that writes; on SQLite each transaction takes the write lock at once."""
    if not url.startswith("sqlite"):
        return _postgres(url)
    engine = create_engine(url, pool_size=1, max_overflow=0, connect_args={"check_same_thread": False})
    _prepare_sqlite(engine, begin="BEGIN IMMEDIATE", query_only=False)
    return engine


def _postgres(url: str) -> Engine:
    # prepare_threshold None: prepared statements do not survive a transaction-pooling proxy
    return create_engine(url, pool_size=8, max_overflow=0, pool_pre_ping=True, connect_args={"prepare_threshold": None})


def _prepare_sqlite(engine: Engine, *, begin: str, query_only: bool) -> None:
    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: object) -> None:  # noqa: ANN401  a raw driver connection
        connection.isolation_level = None  # we say BEGIN ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",  # an acknowledged save survives a power cut
            "foreign_keys=ON",
            "busy_timeout=10000",
            f"query_only={'ON' if query_only else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function(FOLD, 1, folded, deterministic=True)

    @event.listens_for(engine, "begin")
    def on_begin(connection: Any) -> None:  # noqa: ANN401  sqlalchemy types the event loosely
        connection.exec_driver_sql(begin)
