"""The migration that begins to keep the days of promises reads those of what was submitted before it."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, Engine, text

from app.infra import migrate
from app.infra.db import make_writer

NOW = datetime(2026, 11, 30, tzinfo=UTC)
ROWS = [
    {"item": "budget", "owner": "Platform", "due": "2027-01-15"},
    {"item": "budget", "owner": "Somebody else", "due": "2027-01-15"},
    {"item": "reward", "owner": "Platform", "due": "soon"},
    {"item": "evidence", "owner": "Platform", "due": "2027-01-15"},
    {"item": "evaluation", "owner": "Platform"},
    "a promise",
]


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    migrate.upgrade(database_url, "0012_layout")
    engine = make_writer(database_url)
    yield engine
    engine.dispose()


def fill(db: Connection, *documents: object) -> None:
    """Store one inquiry with a submitted version for each of these documents."""
    db.execute(text("INSERT INTO organisations (id, name, created_at) VALUES (1, 'A', :now)"), {"now": NOW})
    db.execute(
        text(
            "INSERT INTO users (id, email, name, role, organisation_id, created_at)"
            " VALUES (1, 'a@example.com', 'A', 'customer', 1, :now)"
        ),
        {"now": NOW},
    )
    db.execute(
        text(
            "INSERT INTO inquiries (id, kind, title, state, organisation_id, visitor, opener, form_key, document,"
            " version, section_versions, submissions, opened_at, saved_at, submitted_at) VALUES"
            " (1, 'k', '', 'submitted', 1, '', 'o', 'f', '{}', 1, '{}', :count, :now, :now, :now)"
        ),
        {"now": NOW, "count": len(documents)},
    )
    for number, document in enumerate(documents, start=1):
        values = {"number": number, "snapshot": json.dumps({"document": document}), "now": NOW}
        db.execute(
            text(
                "INSERT INTO inquiry_versions (inquiry_id, number, snapshot, digest, ruleset_version, ruleset_digest,"
                " registry_revision, submitted_at, submitted_by_id)"
                " VALUES (1, :number, :snapshot, 'd', 'v', 'd', 'r', :now, 1)"
            ),
            values,
        )


def promises(db: Connection) -> list[tuple[object, ...]]:
    return [(*row[:3], str(row[3])) for row in db.execute(text("SELECT inquiry_id, version, item, due FROM promises"))]


@pytest.mark.empty
def test_promises_of_the_latest_version_are_read_and_a_first_look_is_asked_for(
    database_url: str, engine: Engine
) -> None:
    with engine.begin() as db:
        fill(db, {"commitments": [{"item": "reward", "owner": "A", "due": "2027-01-01"}]}, {"commitments": ROWS})
    migrate.upgrade(database_url, "0013_waivers")
    with engine.begin() as db:
        assert promises(db) == [(1, 2, "budget", "2027-01-15")]
        assert db.execute(text("SELECT kind, state FROM jobs")).all() == [("promises", "queued")]
    migrate.downgrade(database_url, "-1")
    with engine.begin() as db:
        assert db.execute(text("SELECT kind FROM jobs")).all() == []


@pytest.mark.empty
@pytest.mark.parametrize("document", [{}, {"commitments": None}, {"commitments": "soon"}, {"commitments": []}])
def test_promises_that_nobody_made_ask_for_no_look(database_url: str, engine: Engine, document: object) -> None:
    with engine.begin() as db:
        fill(db, document)
    migrate.upgrade(database_url, "0013_waivers")
    with engine.begin() as db:
        assert promises(db) == []
        assert db.execute(text("SELECT kind FROM jobs")).all() == []
