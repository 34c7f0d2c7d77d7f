"""All records of the registry together: their digest, what refers to nothing, and the facts that the rules see."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from app.infra.canonical import digest
from app.registry.fields.checkpoint import Checkpoint
from app.registry.fields.claim import Claim
from app.registry.fields.kind import Kind
from app.registry.fields.source import Source


@dataclass(frozen=True, slots=True)
class Records:
    """Every record by kind, each sorted by id, so that the order in which they were read changes nothing."""

    checkpoints: tuple[Checkpoint, ...] = ()
    sources: tuple[Source, ...] = ()
    claims: tuple[Claim, ...] = ()
    kinds: tuple[Kind, ...] = ()

    @property
    def revision(self) -> str:
        """The digest of all records: the revision of the registry."""
        plain = {each.name: [r.model_dump(mode="json") for r in getattr(self, each.name)] for each in fields(self)}
        return digest(plain)


def loose_ends(records: Records) -> Iterator[str]:
    """Name each reference that leads to no record, and each id that stands twice, in one sentence each."""
    checkpoints = {checkpoint.id for checkpoint in records.checkpoints}
    sources = {source.id for source in records.sources}
    claims = {claim.id for claim in records.claims}
    for name in fields(records):
        ids = [record.id for record in getattr(records, name.name)]
        yield from (f"The id “{twice}” stands twice under {name.name}." for twice in sorted(_twice(ids)))
    for checkpoint in records.checkpoints:
        if checkpoint.relative and checkpoint.relative not in checkpoints:
            yield f"Checkpoint {checkpoint.id} names the relative “{checkpoint.relative}”, which is not on record."
        if checkpoint.licence_source and checkpoint.licence_source not in sources:
            yield f"Checkpoint {checkpoint.id} has its licence from “{checkpoint.licence_source}”, which is no source."
    for claim in records.claims:
        if claim.source not in sources:
            yield f"Claim {claim.id} names the source “{claim.source}”, which is not on record."
        if claim.superseded_by and claim.superseded_by not in claims:
            yield f"Claim {claim.id} is superseded by “{claim.superseded_by}”, which is not on record."
        for target in claim.targets:
            if target.checkpoint not in checkpoints:
                yield f"Claim {claim.id} is about “{target.checkpoint}”, which is not on record."
    for kind in records.kinds:
        for named in (kind.checkpoint_to_train, kind.usual_checkpoint):
            if named and named not in checkpoints:
                yield f"Kind {kind.id} names the checkpoint “{named}”, which is not on record."


def _twice(ids: list[str]) -> set[str]:
    return {each for each in ids if ids.count(each) > 1}
