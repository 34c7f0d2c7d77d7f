"""How migrations run: on SQLite and PostgreSQL alike, each in a transaction of its own."""

import importlib
import importlib.util

from alembic import context
from sqlalchemy import Connection, Engine

from app.infra.db import Base, make_writer
from app.settings import Settings

ROOMS = ("audit", "accounts", "infra.jobs", "notices", "registry", "measurements", "inquiries", "reviews", "exports")
LOCK = 4_202_611  # two servers that start at once migrate one after the other


def import_tables() -> None:
    """Let every room add its tables to the metadata that `alembic check` compares."""
    for room in ROOMS:
        if importlib.util.find_spec(f"app.{room}.tables"):
            importlib.import_module(f"app.{room}.tables")


def run(connection: Connection) -> None:
    """Run what is asked for; waits only briefly for a lock, so that a serving release is not held up."""
    is_sqlite = connection.dialect.name == "sqlite"
    if not is_sqlite:
        connection.exec_driver_sql("SET lock_timeout = '5s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_lock({LOCK})")
        connection.commit()
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=is_sqlite,
        transaction_per_migration=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def main() -> None:
    """Use the engine or the address that was handed in, else the one of the settings."""
    import_tables()
    given: Engine | None = context.config.attributes.get("engine")
    engine = given or make_writer(context.config.attributes.get("url") or Settings().url)
    try:
        with engine.connect() as connection:
            run(connection)
    finally:
        if given is None:
            engine.dispose()


main()
