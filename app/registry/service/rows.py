"""From a record to the row that keeps it; the way back is the form itself, which reads a row as it reads a seed."""

from typing import Any

from app.registry import tables
from app.registry.fields import Checkpoint, Claim, Kind, Source

AnyRecord = Checkpoint | Source | Claim | Kind


def row_of(record: AnyRecord) -> tables.Checkpoint | tables.Source | tables.Claim | tables.Kind:
    """Return a new row for the record."""
    if isinstance(record, Checkpoint):
        return tables.Checkpoint(**_columns(record, "revisions"), revisions=_revisions(record))
    if isinstance(record, Claim):
        return tables.Claim(**_columns(record, "targets"), targets=_targets(record))
    if isinstance(record, Source):
        return tables.Source(**_columns(record))
    return tables.Kind(**_columns(record))


def _revisions(record: Checkpoint) -> list[tables.CheckpointRevision]:
    return [
        tables.CheckpointRevision(position=position, **revision.model_dump())
        for position, revision in enumerate(record.revisions)
    ]


def _targets(record: Claim) -> list[tables.ClaimTarget]:
    return [
        tables.ClaimTarget(position=position, **target.model_dump()) for position, target in enumerate(record.targets)
    ]


def _columns(record: AnyRecord, *apart: str) -> dict[str, Any]:
    """Return each field as its column takes it; small records inside a record become JSON."""
    as_json = record.model_dump(mode="json")
    values = {name: getattr(record, name) for name in type(record).model_fields if name not in apart}
    return {name: as_json[name] if isinstance(value, tuple) else value for name, value in values.items()}
