"""The whole registry, read at once: small enough to keep in memory, by its revision.

A revision is the digest of all records, so what is kept under it is true of any database that has this revision.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload
from sqlalchemy.sql.base import ExecutableOption

from app.infra.db import Base
from app.registry import tables
from app.registry.fields import Checkpoint, Claim, Kind, Records, Source
from app.registry.fields.base import Named
from app.registry.fields.facts import facts_of
from app.rules.records import RegistryFacts

R = TypeVar("R", bound=Named)
MOST_KEPT = 4


@dataclass(frozen=True, slots=True)
class Loaded:
    """The registry at one revision: as records, by their ids, and as the facts that the rules see."""

    records: Records
    facts: RegistryFacts
    checkpoints: Mapping[str, Checkpoint]
    sources: Mapping[str, Source]
    claims: Mapping[str, Claim]

    @classmethod
    def of(cls, records: Records, *, revision: str = "") -> "Loaded":
        """Return the records with their facts; a revision that is known already is not computed again."""
        return cls(
            records=records,
            facts=facts_of(records, revision=revision),
            checkpoints={record.id: record for record in records.checkpoints},
            sources={record.id: record for record in records.sources},
            claims={record.id: record for record in records.claims},
        )


_kept: OrderedDict[str, Loaded] = OrderedDict()


def load_facts(db: Session) -> RegistryFacts:
    """Return the registry as the rules see it."""
    return load_records(db).facts


def load_records(db: Session) -> Loaded:
    """Return the registry at its present revision; read anew only when that has changed."""
    revision = find_revision(db)
    if revision is None:
        return Loaded.of(Records())
    if revision not in _kept:
        _kept[revision] = Loaded.of(list_records(db), revision=revision)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return _kept[revision]


def find_revision(db: Session) -> str | None:
    """Return the registry's revision, or None while nothing was loaded."""
    newest = select(tables.RegistryRevision.revision).order_by(tables.RegistryRevision.id.desc()).limit(1)
    return db.scalar(newest)


def list_records(db: Session) -> Records:
    """Read every record, however many there are, with the same six statements."""
    return Records(
        checkpoints=_all(db, tables.Checkpoint, Checkpoint, selectinload(tables.Checkpoint.revisions)),
        sources=_all(db, tables.Source, Source),
        claims=_all(db, tables.Claim, Claim, selectinload(tables.Claim.targets)),
        kinds=_all(db, tables.Kind, Kind),
    )


def _all(db: Session, table: type[Base], form: type[R], *options: ExecutableOption) -> tuple[R, ...]:
    rows = db.scalars(select(table).options(*options))
    # sorted here and not by the database, whose order of letters may be another one
    return tuple(sorted((form.model_validate(row) for row in rows), key=lambda record: record.id))
