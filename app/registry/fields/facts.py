"""From records to what the rules see: the same facts, whether they were read from seeds or from a database."""

from app.registry.fields.checkpoint import Checkpoint
from app.registry.fields.claim import Claim
from app.registry.fields.kind import Kind
from app.registry.fields.records import Records
from app.registry.fields.source import Source
from app.rules.records import CheckpointRecord, ClaimRecord, KindRecord, RegistryFacts, SourceRecord, Target


def facts_of(records: Records, *, revision: str = "") -> RegistryFacts:
    """Return the facts at their revision; a revision that is known already need not be computed again."""
    sources = {source.id: _source(source) for source in records.sources}
    return RegistryFacts(
        revision=revision or records.revision,
        checkpoints={checkpoint.id: _checkpoint(checkpoint) for checkpoint in records.checkpoints},
        claims={claim.id: _claim(claim, sources[claim.source]) for claim in records.claims},
        kinds={kind.id: _kind(kind) for kind in records.kinds},
    )


def _checkpoint(record: Checkpoint) -> CheckpointRecord:
    return CheckpointRecord(
        id=record.id,
        repository=record.repository,
        publisher=record.publisher,
        family=record.family,
        version=record.version,
        architecture=record.architecture,
        size=record.size,
        stage=record.stage,
        format=record.format,
        relation=record.relation,
        relative=record.relative,
        revisions=tuple(revision.revision for revision in record.revisions),
        licence=record.licence,
        licence_state=record.licence_state,
        context_length=record.context_length,
        parameters=record.parameters,
        active_parameters=record.active_parameters,
        layout=record.layout,
    )


def _source(record: Source) -> SourceRecord:
    return SourceRecord(
        id=record.id,
        kind=record.kind,
        title=record.title,
        publisher=record.publisher,
        address=record.address,
        state=record.state,
        confirmation=record.confirmation,
        reviewed_on=record.reviewed_on,
        review_by=record.review_by,
    )


def _claim(record: Claim, source: SourceRecord) -> ClaimRecord:
    return ClaimRecord(
        id=record.id,
        source=source,
        statement=record.statement,
        targets=tuple(Target(target.checkpoint, target.revision or "") for target in record.targets),
        method=record.method,
        stance=record.stance,
        stance_use=record.stance_use,
        rung=record.rung,
        confirmation=record.confirmation,
        superseded_by=record.superseded_by or "",
        code_path=record.code_path,
    )


def _kind(record: Kind) -> KindRecord:
    return KindRecord(
        id=record.id,
        title=record.title,
        family=record.family,
        sizes=record.sizes,
        checkpoint_to_train=record.checkpoint_to_train,
        usual_checkpoint=record.usual_checkpoint,
        larger_than_suggested=record.larger_than_suggested,
    )
