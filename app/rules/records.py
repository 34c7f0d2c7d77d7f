"""What the registry knows, as the rules see it: checkpoints, sources, claims, kinds of inquiry and bridges."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class CheckpointRecord:
    """One checkpoint on record. An empty text means that no source states it; nothing is guessed from a name.

    `id` is the repository (`owner/name`), or a name of ours where a source names only a model; then `repository` is
    empty. `size` is variant and size together. `relation` is `re-upload-of`, `quantised-from`, `base-of`, `from-base`
    or empty, and `relative` the id of the other checkpoint (empty where the source does not say which).
    """

    id: str
    repository: str = ""
    publisher: str = ""
    family: str = ""
    version: str = ""
    architecture: str = ""
    size: str = ""
    stage: str = ""
    format: str = ""
    relation: str = ""
    relative: str = ""
    revisions: tuple[str, ...] = ()
    licence: str = ""
    licence_state: str = "unknown"
    context_length: int | None = None
    parameters: int | None = None
    active_parameters: int | None = None
    layout: str = ""  # dense, mixture, hybrid or hybrid-mixture; empty where no source states it

    @property
    def name(self) -> str:
        """The repository; for a model that no source gives one for, family, version and size."""
        return self.repository or " ".join(part for part in (self.family, self.version, self.size) if part) or self.id


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One public source, and how well it is confirmed."""

    id: str
    kind: str
    title: str = ""
    publisher: str = ""
    address: str = ""
    state: str = "not-checked"
    confirmation: str = "confirmed"
    reviewed_on: date | None = None
    review_by: date | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """A checkpoint that a claim is about, at a revision where the source names one."""

    checkpoint: str
    revision: str = ""


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    """One statement of one source about an exact list of checkpoints.

    `stance` is `for` or `against`; an `against` claim names the use that it advises against in `stance_use`.
    `confirmation` is the claim's own where it differs from its source's, else empty. `code_path` is the way through a
    tool that the source describes, where it names one.
    """

    id: str
    source: SourceRecord
    statement: str = ""
    targets: tuple[Target, ...] = ()
    method: str = "unspecified"
    stance: str = "for"
    stance_use: str = ""
    rung: str = "announced"
    confirmation: str = ""
    superseded_by: str = ""
    code_path: str = ""

    @property
    def confirmed_as(self) -> str:
        """How well this claim is confirmed: its own mark, else its source's."""
        return self.confirmation or self.source.confirmation


@dataclass(frozen=True, slots=True)
class KindRecord:
    """A kind of inquiry that can be opened, as data."""

    id: str
    title: str
    family: str
    sizes: tuple[str, ...]
    checkpoint_to_train: str = ""
    usual_checkpoint: str = ""
    larger_than_suggested: bool = False


@dataclass(frozen=True, slots=True)
class BridgeRecord:
    """A signed statement by a named reviewer that a claim holds for a checkpoint it does not list."""

    claim: str
    checkpoint: str
    uses: tuple[str, ...]
    signed_by: str
    reason: str
    expires_on: date


@dataclass(frozen=True, slots=True)
class InvitationRecord:
    """An invitation to managed RFT that an engineer recorded for one organisation."""

    checkpoint: str
    method: str


@dataclass(frozen=True, slots=True)
class RegistryFacts:
    """The whole registry at one revision.

    `about` holds the claims that list a checkpoint, by its id: sorted, so that their order on record does not matter.
    `built` holds family, version and architecture of each checkpoint of which all three are stated.
    """

    revision: str = ""
    checkpoints: Mapping[str, CheckpointRecord] = field(default_factory=dict)
    claims: Mapping[str, ClaimRecord] = field(default_factory=dict)
    kinds: Mapping[str, KindRecord] = field(default_factory=dict)
    bridges: tuple[BridgeRecord, ...] = ()
    about: Mapping[str, tuple[ClaimRecord, ...]] = field(init=False, repr=False, compare=False)
    built: Mapping[str, tuple[str, str, str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index claims and architectures by checkpoint, once."""
        found: dict[str, list[ClaimRecord]] = {}
        for claim_id in sorted(self.claims):
            claim = self.claims[claim_id]
            for checkpoint in {target.checkpoint for target in claim.targets}:
                found.setdefault(checkpoint, []).append(claim)
        object.__setattr__(self, "about", {checkpoint: tuple(claims) for checkpoint, claims in found.items()})
        stated = {
            key: (one.family, one.version, one.architecture)
            for key, one in self.checkpoints.items()
            if one.family and one.version and one.architecture
        }
        object.__setattr__(self, "built", stated)

    def __hash__(self) -> int:
        """Tell registries apart by their revision first, so that what was made of one can be kept."""
        return hash(self.revision)

    def checkpoint(self, repository: str) -> CheckpointRecord | None:
        """Return the record of exactly this repository, if there is one."""
        return self.checkpoints.get(repository)
