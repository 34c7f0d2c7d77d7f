"""Are two checkpoints the same one, and on which axes are they not? Source: the identity part of the transfer lattice.

An axis that either side leaves empty is named as *not stated*: it is no difference and no agreement either. No value
is ever read out of a name.
"""

from dataclasses import dataclass

from app.rules.records import CheckpointRecord, RegistryFacts, Target

COPIES = ("re-upload-of", "quantised-from")
NOT_INHERITED = {"quantised-from": ("format", "repository"), "re-upload-of": ("repository",)}
COMPARED = ("repository", "format", "stage", "size", "architecture", "version", "family")  # nearest first
LONGEST_LINEAGE = 8


@dataclass(frozen=True, slots=True)
class Break:
    """One axis on which the two are not known to be the same; a side that states nothing is empty."""

    axis: str
    evidence: str
    asked: str

    @property
    def differs(self) -> bool:
        """Whether both sides state a value, and not the same one."""
        return bool(self.evidence and self.asked)


def value_of(record: CheckpointRecord, axis: str, registry: RegistryFacts) -> str:
    """Return the stated value of an axis; a copy that states none has its parent's."""
    for _ in range(LONGEST_LINEAGE):
        stated: str = getattr(record, axis)
        if stated or record.relation not in COPIES or axis in NOT_INHERITED[record.relation]:
            return stated
        parent = registry.checkpoints.get(record.relative)
        if parent is None:
            return ""
        record = parent
    return ""


def breaks(target: Target, asked: CheckpointRecord, revision: str, registry: RegistryFacts) -> tuple[Break, ...]:
    """Return the axes, nearest first, that keep evidence on the target from being evidence on the asked checkpoint."""
    about = registry.checkpoints.get(target.checkpoint, CheckpointRecord(id=target.checkpoint))
    found = _revision_break(target.revision, revision)
    if about.repository and about.repository == asked.repository:
        return found
    for axis in COMPARED:
        ours, theirs = value_of(about, axis, registry), value_of(asked, axis, registry)
        if not ours or not theirs or ours != theirs:
            found = (*found, Break(axis, ours, theirs))
    return found


def _revision_break(evidence: str, asked: str) -> tuple[Break, ...]:
    if not evidence or not asked or evidence.lower() == asked.lower():
        return ()
    return (Break("revision", evidence, asked),)
