"""What rules of this item decided in earlier rule sets; what was judged under one of these can be judged so again."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.records import CheckpointRecord


def one_architecture_row_by_row(facts: Facts) -> Iterator[Said]:
    """CK-03: each row of evidence was compared with all that stand before it, other rows of evidence too."""
    earlier: list[CheckpointRecord] = []
    for field, records in _checkpoints_in_order(facts):
        clash = _clash(records, earlier)
        if clash is None:
            earlier.extend(records)
            continue
        other, this = clash
        yield Said(
            field,
            f"{this.name} has another architecture than {other.name}, although both are {this.family} {this.version}. "
            "What holds for one of them has not been shown for the other.",
            "Use one architecture throughout, or ask for a separate review of the other one.",
            {"architectures": {other.id: other.architecture, this.id: this.architecture}},
        )


def _checkpoints_in_order(facts: Facts) -> Iterator[tuple[str, list[CheckpointRecord]]]:
    for field in ("checkpoint.repository", "rollout_checkpoint.repository", "baseline.repository"):
        record = facts.registry.checkpoint(facts.answers.text(field))
        if record:
            yield field, [record]
    for field, row in facts.answers.numbered("evidence"):
        claim = facts.registry.claims.get(row.text("claim"))
        if claim and row.text("used_for") not in ("", "background"):
            known = facts.registry.checkpoints
            yield field, [known[target.checkpoint] for target in claim.targets if target.checkpoint in known]


def _clash(
    records: list[CheckpointRecord], earlier: list[CheckpointRecord]
) -> tuple[CheckpointRecord, CheckpointRecord] | None:
    """Return an earlier checkpoint that shares family and version with one of these, but the architecture with none."""
    for other in earlier:
        if not other.architecture or (len(records) == 1 and records[0] is other):
            continue
        alike = [this for this in records if _same_release(this, other) and this.architecture]
        if alike and all(this.architecture != other.architecture for this in alike):
            return other, alike[0]
    return None


def _same_release(one: CheckpointRecord, other: CheckpointRecord) -> bool:
    return bool(one.family and one.version) and (one.family, one.version) == (other.family, other.version)
