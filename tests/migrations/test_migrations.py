"""Each migration goes up, down and up again, and what the tables say is what the migrations made."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from app.infra import migrate
from app.infra.db import Base, make_writer
from app.infra.work import Work
from tests import approvals, drafts, factories

SCRIPTS = ScriptDirectory.from_config(migrate.config("sqlite://"))
STEPS = [script.revision for script in reversed(list(SCRIPTS.walk_revisions()))]


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = make_writer(database_url)
    yield engine
    engine.dispose()


def shape(engine: Engine) -> dict[str, object]:
    """Every table with its columns, keys, indexes and checks, in a fixed order."""
    seen = inspect(engine)
    return {
        table: (
            sorted((column["name"], str(column["type"]), column["nullable"]) for column in seen.get_columns(table)),
            sorted(str(sorted(key.items(), key=str)) for key in seen.get_foreign_keys(table)),
            sorted(str(index["name"]) for index in seen.get_indexes(table)),
            sorted(str(check["sqltext"]) for check in seen.get_check_constraints(table)),
            sorted(str(unique["column_names"]) for unique in seen.get_unique_constraints(table)),
        )
        for table in sorted(seen.get_table_names())
        if table != "alembic_version"
    }


@pytest.mark.empty
def test_each_step_goes_up_down_and_up_again(database_url: str, engine: Engine) -> None:
    before = shape(engine)
    for step in STEPS:
        migrate.upgrade(database_url, step)
        after = shape(engine)
        migrate.downgrade(database_url, "-1")
        assert shape(engine) == before, step
        migrate.upgrade(database_url, step)
        assert shape(engine) == after, step
        before = after


@pytest.mark.empty
def test_the_whole_way_down_leaves_nothing(database_url: str, engine: Engine) -> None:
    migrate.upgrade(database_url)
    migrate.downgrade(database_url, "base")
    assert shape(engine) == {}


def test_the_tables_of_the_code_are_the_tables_of_the_database(engine: Engine) -> None:
    from app import main  # noqa: F401, PLC0415  brings every room's tables along

    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


@pytest.mark.seeded
def test_the_title_of_what_was_submitted_is_read_from_it(database_url: str, work: Work, now: datetime) -> None:
    person = work.write_now(factories.stored_person, now=now)
    reference = work.write_now(drafts.opened, person, {**drafts.document(), "title": " As  submitted "}, now=now)
    work.write_now(drafts.submitted, person, reference, now=now)
    work.write_now(lambda db: db.execute(text("UPDATE inquiries SET title = 'As drafted since'")))
    migrate.downgrade(database_url, "0009_bounces")
    migrate.upgrade(database_url)
    titles = text("SELECT title, submitted_title FROM inquiries")
    assert work.read_now(lambda db: tuple(db.execute(titles).one())) == ("As drafted since", "As submitted")


@pytest.mark.seeded
def test_what_was_granted_is_read_from_the_decision(database_url: str, work: Work, now: datetime) -> None:
    done = work.write_now(approvals.approved, now=now)
    migrate.downgrade(database_url, "0010_submitted_title")
    migrate.upgrade(database_url)
    asked = text("SELECT e.granted, d.granted FROM inquiry_events e, decisions d WHERE e.kind = 'approve'")
    ((told, kept),) = work.read_now(lambda db: list(db.execute(asked)))
    assert (told, done.action) == (kept, "approve")
    others = text("SELECT count(*) FROM inquiry_events WHERE kind <> 'approve' AND granted IS NOT NULL")
    assert work.read_now(lambda db: db.scalar(others)) == 0
    with pytest.raises(DBAPIError, match="never changed"):
        work.write_now(lambda db: db.execute(text("UPDATE inquiry_events SET granted = '{}' WHERE kind = 'approve'")))


def test_alembic_itself_finds_nothing_to_add(database_url: str) -> None:
    command.check(migrate.config(database_url))


def test_a_migrated_database_knows_that_it_is_current(database_url: str) -> None:
    assert migrate.is_current(database_url)


@pytest.mark.empty
def test_an_empty_database_is_not_current(database_url: str) -> None:
    assert not migrate.is_current(database_url)


def test_there_is_one_newest_migration_and_no_gap() -> None:
    assert len(SCRIPTS.get_heads()) == 1
    assert [step.split("_")[0] for step in STEPS] == [f"{number:04d}" for number in range(1, len(STEPS) + 1)]


def test_each_migration_says_why_and_when_it_is_safe() -> None:
    for script in SCRIPTS.walk_revisions():
        said = Path(script.path).read_text()
        assert "Why:" in said, script.revision
        assert "Safe while the previous release serves" in said, script.revision
