"""Loading seeds into the database: what is missing is added, what is there is left as it is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from app.audit import service as audit
from app.registry import queries, tables
from app.registry.fields import Checkpoint, Claim, Kind, Records, Source
from app.registry.service.rows import AnyRecord, row_of
from app.registry.service.seeds import read_seeds


@dataclass(frozen=True, slots=True)
class Loading:
    """What loading the seeds did; `kept` are the records that people have changed since, and that stay as they are."""

    revision: str
    added: tuple[str, ...]
    kept: tuple[str, ...]


def load_seeds(db: Session, folder: Path, *, now: datetime) -> Loading:
    """Add every record of the seeds that is not there yet; doing it twice changes nothing the second time."""
    seeds = read_seeds(folder)
    present = queries.list_records(db)
    added = tuple(_add_missing(db, seeds, present))
    if not added:
        return Loading(queries.find_revision(db) or present.revision, (), tuple(_changed(seeds, present)))
    db.flush()
    db.expire_all()
    revision = queries.list_records(db).revision
    db.add(tables.RegistryRevision(revision=revision, made_at=now))
    detail: dict[str, object] = {"revision": revision, "added": len(added)}
    audit.record(db, at=now, actor_id=None, verb="load-seeds", subject="registry", detail=detail)
    return Loading(revision, added, tuple(_changed(seeds, present)))


def _changed(seeds: Records, present: Records) -> Iterator[str]:
    """Name the records that are there and differ from their seed."""
    there = {type(record).__name__ + record.id: record for record in _each(present)}
    for seed in _each(seeds):
        found = there.get(type(seed).__name__ + seed.id)
        if found is not None and found != seed:
            yield seed.id


def _add_missing(db: Session, seeds: Records, present: Records) -> Iterator[str]:
    """Add what is missing, kind by kind; of claims, those that supersede come before those that they supersede."""
    there = {(type(record), record.id) for record in _each(present)}
    missing = [record for record in _each(seeds) if (type(record), record.id) not in there]
    for form in (Source, Checkpoint, Kind):
        db.add_all(row_of(record) for record in missing if isinstance(record, form))
        db.flush()
    claims = [record for record in missing if isinstance(record, Claim)]
    db.add_all(row_of(claim.model_copy(update={"superseded_by": None})) for claim in claims)
    db.flush()
    for claim in claims:
        if claim.superseded_by:
            db.get_one(tables.Claim, claim.id).superseded_by = claim.superseded_by
    yield from (record.id for record in missing)


def _each(records: Records) -> Iterable[AnyRecord]:
    return [record for each in fields(records) for record in getattr(records, each.name)]
