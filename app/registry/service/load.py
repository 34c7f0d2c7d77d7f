"""Loading seeds into the database: what is missing is added, what is there is left as it is.

A field that a later release gave to records is empty in what an earlier one loaded. It is filled from the seeds once:
the form of the records has changed then, and with it their digest, while the revision on record is still the old one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from app.audit import service as audit
from app.infra.db import Base
from app.registry import queries, tables
from app.registry.fields import Checkpoint, Claim, Kind, Records, Source
from app.registry.fields.base import Named
from app.registry.service.rows import AnyRecord, row_of
from app.registry.service.seeds import read_seeds

ADDED_LATER: Mapping[type[Named], tuple[type[Base], tuple[str, ...]]] = {
    Checkpoint: (tables.Checkpoint, ("active_parameters", "layout")),
    Claim: (tables.Claim, ("code_path",)),
}


@dataclass(frozen=True, slots=True)
class Loading:
    """What loading the seeds did; `kept` are the records that people have changed since, and that stay as they are.

    `filled` are those that were given the value of a field which a later release brought.
    """

    revision: str
    added: tuple[str, ...]
    kept: tuple[str, ...]
    filled: tuple[str, ...] = ()


def load_seeds(db: Session, folder: Path, *, now: datetime) -> Loading:
    """Add every record of the seeds that is not there yet; doing it twice changes nothing the second time."""
    seeds = read_seeds(folder)
    present = queries.list_records(db)
    known = queries.find_revision(db)
    filled = tuple(_fill(db, seeds)) if known not in {None, present.revision} else ()
    added = tuple(_add_missing(db, seeds, present))
    if known == present.revision and not added:
        return Loading(known, (), tuple(_changed(seeds, present)))
    db.flush()
    db.expire_all()
    records = queries.list_records(db)
    db.add(tables.RegistryRevision(revision=records.revision, made_at=now))
    detail: dict[str, object] = {"revision": records.revision, "added": len(added), "filled": len(filled)}
    audit.record(db, at=now, actor_id=None, verb="load-seeds", subject="registry", detail=detail)
    return Loading(records.revision, added, tuple(_changed(seeds, records)), filled)


def _fill(db: Session, seeds: Records) -> Iterator[str]:
    """Give records that are there already what their seeds say in fields that are newer than they."""
    for seed in (*seeds.checkpoints, *seeds.claims):
        table, names = ADDED_LATER[type(seed)]
        row = db.get(table, seed.id)
        fresh = [name for name in names if row and getattr(seed, name) and not getattr(row, name)]
        for name in fresh:
            setattr(row, name, getattr(seed, name))
        if fresh:
            yield seed.id


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
