"""Seeds in a database: loaded once, left alone afterwards, and the same facts as without one."""

from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.audit.tables import AuditEntry
from app.infra.work import Work
from app.registry import queries, service, tables
from tests.databases import SEEDS
from tests.services.registry_folder import CLAIM, write_many, write_seeds


def rows(db: Session) -> dict[str, int]:
    every = (
        *(tables.Checkpoint, tables.CheckpointRevision, tables.Source, tables.Claim),
        *(tables.ClaimTarget, tables.Kind, tables.RegistryRevision, AuditEntry),
    )
    return {table.__tablename__: db.scalar(select(func.count()).select_from(table)) or 0 for table in every}


def test_loading_twice_changes_nothing_the_second_time(work: Work, now: datetime) -> None:
    first = work.write_now(service.load_seeds, SEEDS, now=now)
    before = work.read_now(rows)
    second = work.write_now(service.load_seeds, SEEDS, now=now)
    assert (second.added, second.kept, second.revision) == ((), (), first.revision)
    assert work.read_now(rows) == before
    assert (before["registry_revisions"], before["audit_entries"]) == (1, 1)


def test_a_seeded_database_and_the_seeds_give_the_same_facts_at_the_same_revision(work: Work, now: datetime) -> None:
    work.write_now(service.load_seeds, SEEDS, now=now)
    assert work.read_now(queries.load_facts) == service.facts_from_seeds(SEEDS)
    assert work.read_now(queries.list_records) == service.read_seeds(SEEDS)


def test_new_seeds_are_added_and_make_a_new_revision(work: Work, now: datetime, tmp_path: Path) -> None:
    first = work.write_now(service.load_seeds, write_many(tmp_path, 1), now=now)
    second = work.write_now(service.load_seeds, write_many(tmp_path, 2), now=now)
    assert set(second.added) == {"example/model-2", "guide-2", "runs-2"}
    assert second.revision != first.revision
    assert work.read_now(queries.load_facts) == service.facts_from_seeds(tmp_path)


def test_what_people_changed_is_kept_and_named(work: Work, now: datetime, tmp_path: Path) -> None:
    work.write_now(service.load_seeds, write_many(tmp_path, 1), now=now)
    work.write_now(lambda db: db.execute(update(tables.Source).values(title="Another title")))
    loading = work.write_now(service.load_seeds, tmp_path, now=now)
    assert (loading.added, loading.kept) == ((), ("guide",))
    assert work.read_now(queries.list_records).sources[0].title == "Another title"


def test_a_field_that_a_later_release_brings_is_filled_once_in_what_was_loaded_before(
    work: Work, now: datetime, tmp_path: Path
) -> None:
    later = (
        '[[checkpoint]]\nid = "example/mixture"\nlayout = "mixture"\nactive_parameters = 3\nseen_in = "a test"\n'
        '[[checkpoint]]\nid = "example/hybrid"\nlayout = "hybrid"\nseen_in = "a test"\n'
    )
    claims = f'[[claim]]\nid = "path"\ncode_path = "the old path"\n{CLAIM}'
    folder = write_seeds(tmp_path, checkpoints=later, claims=claims)
    first = work.write_now(service.load_seeds, folder, now=now)

    def as_before(db: Session) -> None:
        db.execute(update(tables.Checkpoint).values(layout="", active_parameters=None))
        db.execute(update(tables.Checkpoint).where(tables.Checkpoint.id == "example/hybrid").values(layout="dense"))
        db.execute(update(tables.Claim).values(code_path=""))

    def at_an_older_revision(db: Session) -> None:
        as_before(db)
        db.execute(update(tables.RegistryRevision).values(revision="sha256:old"))

    work.write_now(at_an_older_revision)
    loading = work.write_now(service.load_seeds, folder, now=now)
    assert (loading.added, loading.filled, loading.kept) == ((), ("example/mixture", "path"), ("example/hybrid",))
    facts = work.read_now(queries.load_facts)
    assert facts.revision == loading.revision != first.revision
    mixture = facts.checkpoints["example/mixture"]
    assert (mixture.layout, mixture.active_parameters, facts.claims["path"].code_path) == ("mixture", 3, "the old path")
    assert facts.checkpoints["example/hybrid"].layout == "dense"

    def emptied_by_a_person(db: Session) -> None:
        as_before(db)
        db.add(tables.RegistryRevision(revision=queries.list_records(db).revision, made_at=now))

    work.write_now(emptied_by_a_person)
    again = work.write_now(service.load_seeds, folder, now=now)
    assert (again.filled, again.kept) == ((), ("example/hybrid", "example/mixture", "path"))


def test_a_claim_may_be_superseded_by_one_of_the_same_seeds(work: Work, now: datetime, tmp_path: Path) -> None:
    older = f'[[claim]]\nid = "older"\nsuperseded_by = "runs-1"\n{CLAIM}'
    work.write_now(service.load_seeds, write_seeds(tmp_path, claims=older), now=now)
    assert work.read_now(queries.load_facts).claims["older"].superseded_by == "runs-1"
    assert work.read_now(queries.load_facts) == service.facts_from_seeds(tmp_path)


def test_an_empty_registry_has_facts_too(work: Work) -> None:
    facts = work.read_now(queries.load_facts)
    assert (dict(facts.checkpoints), dict(facts.claims), dict(facts.kinds)) == ({}, {}, {})


def test_only_a_few_revisions_are_kept_in_memory(work: Work, now: datetime, tmp_path: Path) -> None:
    revisions = []
    for count in range(1, 8):
        work.write_now(service.load_seeds, write_many(tmp_path, count), now=now)
        revisions.append(work.read_now(queries.load_facts).revision)
    assert len(set(revisions)) == 7
    assert len(queries.facts._kept) <= queries.facts.MOST_KEPT  # noqa: SLF001  what is kept is not part of any answer


def test_the_database_takes_no_short_revision(work: Work, now: datetime, tmp_path: Path) -> None:
    work.write_now(service.load_seeds, write_many(tmp_path, 1), now=now)

    def pin(db: Session) -> None:
        row = tables.CheckpointRevision(
            checkpoint_id="example/model-1", position=0, revision="main", seen_in="a test", note=""
        )
        db.add(row)

    with pytest.raises(IntegrityError):
        work.write_now(pin)
