"""All records of the registry together: their digest, what refers to nothing, and the facts that the rules see."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from app.infra.canonical import canonical, digest, parse
from app.registry.fields.checkpoint import Checkpoint
from app.registry.fields.claim import Claim
from app.registry.fields.kind import Kind
from app.registry.fields.source import Source

FORMS: dict[str, type[Any]] = {"checkpoints": Checkpoint, "sources": Source, "claims": Claim, "kinds": Kind}


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
        return digest(self._plain())

    @property
    def text(self) -> str:
        """All records as canonical JSON: the text that the revision is the digest of."""
        return canonical(self._plain()).decode()

    @classmethod
    def of_text(cls, text: str) -> "Records":
        """Read the text back, also one that was kept when records said less."""
        plain = parse(text)
        return cls(**{name: tuple(form.model_validate(one) for one in plain[name]) for name, form in FORMS.items()})

    def _plain(self) -> dict[str, list[dict[str, Any]]]:
        return {each.name: [one.model_dump(mode="json") for one in getattr(self, each.name)] for each in fields(self)}


def loose_ends(records: Records) -> Iterator[str]:
    """Name each id that stands twice and each reference that leads to no record, in one sentence each."""
    known = {each.name: [record.id for record in getattr(records, each.name)] for each in fields(records)}
    for name, ids in known.items():
        yield from (f"The id “{twice}” stands twice under {name}." for twice in sorted(_twice(ids)))
    for who, named, where in _references(records):
        if named and named not in known[where]:
            yield f"{who} names “{named}”, which is not among the {where} on record."


def _references(records: Records) -> Iterator[tuple[str, str | None, str]]:
    """Return each reference: who names what, and among which records it has to be."""
    for checkpoint in records.checkpoints:
        yield f"Checkpoint {checkpoint.id}", checkpoint.relative, "checkpoints"
        yield f"Checkpoint {checkpoint.id}", checkpoint.licence_source, "sources"
    for claim in records.claims:
        yield f"Claim {claim.id}", claim.source, "sources"
        yield f"Claim {claim.id}", claim.superseded_by, "claims"
        yield from ((f"Claim {claim.id}", target.checkpoint, "checkpoints") for target in claim.targets)
    for kind in records.kinds:
        yield f"Kind {kind.id}", kind.checkpoint_to_train, "checkpoints"
        yield f"Kind {kind.id}", kind.usual_checkpoint, "checkpoints"


def _twice(ids: list[str]) -> set[str]:
    return {each for each, count in Counter(ids).items() if count > 1}
