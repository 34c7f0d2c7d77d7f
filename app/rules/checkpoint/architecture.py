"""Checkpoints that are named alike and built differently."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.records import CheckpointRecord

NAMED = ("checkpoint.repository", "rollout_checkpoint.repository", "baseline.repository")
Group = tuple[CheckpointRecord, ...]  # the checkpoints that one answer is about


def one_architecture(facts: Facts) -> Iterator[Said]:
    """CK-03: checkpoints of one family and version can still be different architectures."""
    if not _may_clash(facts):
        return
    ours: list[Group] = []
    for field in NAMED:
        record = facts.registry.checkpoint(facts.answers.text(field))
        clash = _clash((record,), ours) if record else None
        if clash:
            yield _said(field, clash)
        elif record and (record,) not in ours:
            ours.append((record,))
    cited = []
    for field, group in _evidence(facts):
        clash = _clash(group, ours)
        if clash:
            yield _said(field, clash)
        else:
            cited.append((field, group))
    groups = [group for _, group in cited]
    for field, group in cited:
        clash = _clash(group, groups)
        if clash:
            yield _said(field, clash)


def _may_clash(facts: Facts) -> bool:
    """Whether two of all that is named or cited are of one release and not of one architecture."""
    registry, answers = facts.registry, facts.answers
    named = {answers.text(field) for field in NAMED}
    for row in answers.rows("evidence"):
        claim = registry.claims.get(row.text("claim"))
        if claim:
            named.update([target.checkpoint for target in claim.targets])
    built = {registry.built[checkpoint] for checkpoint in named if checkpoint in registry.built}
    return len(built) > len({(family, version) for family, version, _ in built})


def _evidence(facts: Facts) -> Iterator[tuple[str, Group]]:
    known = facts.registry.checkpoints
    for field, row in facts.answers.numbered("evidence"):
        claim = facts.registry.claims.get(row.text("claim"))
        if claim and row.text("used_for") not in {"", "background"}:
            yield field, tuple(known[target.checkpoint] for target in claim.targets if target.checkpoint in known)


def _clash(group: Group, others: list[Group]) -> tuple[CheckpointRecord, CheckpointRecord] | None:
    """Return two of one release, if one of the others shares a release with the group and no architecture of it."""
    for other in others:
        if other is group or other == group:
            continue
        pairs = [(that, this) for that in other for this in group if _same_release(that, this)]
        if pairs and all(that.architecture != this.architecture for that, this in pairs):
            return pairs[0]
    return None


def _same_release(one: CheckpointRecord, other: CheckpointRecord) -> bool:
    """Whether family and version are stated and the same, and both architectures are stated."""
    if one.version != other.version or one.family != other.family:
        return False
    return bool(one.family and one.version and one.architecture and other.architecture)


def _said(field: str, clash: tuple[CheckpointRecord, CheckpointRecord]) -> Said:
    other, this = clash
    return Said(
        field,
        f"{this.name} has another architecture than {other.name}, although both are {this.family} {this.version}. "
        "What holds for one of them has not been shown for the other.",
        "Use one architecture throughout, or ask for a separate review of the other one.",
        {"architectures": {other.id: other.architecture, this.id: this.architecture}},
    )
