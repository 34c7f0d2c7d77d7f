"""Bringing a database up to date; used by the server when it starts, by commands and by tests."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.infra.db import make_writer

ROOT = Path(__file__).resolve().parents[2]


def config(url: str) -> Config:
    """Return the settings of pyproject.toml, for that database."""
    made = Config(toml_file=ROOT / "pyproject.toml")
    made.attributes["url"] = url
    return made


def upgrade(url: str, revision: str = "head") -> None:
    """Bring the database to that revision."""
    command.upgrade(config(url), revision)


def downgrade(url: str, revision: str) -> None:
    """Take the database back to that revision."""
    command.downgrade(config(url), revision)


def is_current(url: str) -> bool:
    """Say whether the database has every migration; a database without any has not."""
    engine = make_writer(url)
    try:
        with engine.connect() as connection:
            heads = MigrationContext.configure(connection).get_current_heads()
        return set(heads) == set(ScriptDirectory.from_config(config(url)).get_heads())
    finally:
        engine.dispose()
