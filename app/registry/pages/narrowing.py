"""Narrowing the registry to what was asked for, for the page and for the API alike."""

from collections.abc import Sequence

from app.registry.fields import Checkpoint, Claim, Source
from app.registry.forms import EvidenceFilter
from app.registry.pages import lines, words
from app.registry.queries import Loaded


def narrow(asked: EvidenceFilter, loaded: Loaded) -> dict[str, Sequence[Claim | Checkpoint | Source]]:
    """Return what fits of each of the three lists."""
    records = loaded.records
    return {
        "claims": [each for each in records.claims if _keeps_claim(each, asked, loaded)],
        "checkpoints": [each for each in records.checkpoints if _keeps_checkpoint(each, asked)],
        "sources": [each for each in records.sources if _keeps_source(each, asked, loaded)],
    }


def _keeps_claim(claim: Claim, asked: EvidenceFilter, loaded: Loaded) -> bool:
    source = loaded.sources[claim.source]
    spoken = (claim.id, claim.title, claim.statement, claim.establishes, claim.does_not_establish, source.title)
    more = (
        source.publisher,
        claim.method_as_written,
        claim.framework,
        *(target.checkpoint for target in claim.targets),
    )
    return (
        _has_words(asked, *spoken, *more)
        and (not asked.family or asked.family in lines.families_of(claim, loaded))
        and asked.kind in ("", source.kind)
        and asked.rung in ("", claim.rung)
        and asked.confirmation in ("", words.confirmation_of(claim, source))
        and _is_placed(asked, on_page=claim.on_page)
    )


def _keeps_checkpoint(checkpoint: Checkpoint, asked: EvidenceFilter) -> bool:
    spoken = (checkpoint.id, checkpoint.size, checkpoint.architecture, checkpoint.licence, checkpoint.lineage)
    revisions = tuple(revision.revision for revision in checkpoint.revisions)
    return (
        _has_words(asked, *spoken, *checkpoint.notes, *revisions)
        and asked.family in ("", checkpoint.family)
        and _is_placed(asked, on_page=checkpoint.on_page)
    )


def _keeps_source(source: Source, asked: EvidenceFilter, loaded: Loaded) -> bool:
    spoken = (source.id, source.title, source.publisher, source.address, source.identifier, *source.notes)
    claims = [claim for claim in loaded.records.claims if claim.source == source.id]
    return (
        _has_words(asked, *spoken)
        and (not asked.family or any(asked.family in lines.families_of(claim, loaded) for claim in claims))
        and asked.kind in ("", source.kind)
        and asked.confirmation in ("", source.confirmation)
        and _is_placed(asked, on_page=source.on_page)
    )


def _has_words(asked: EvidenceFilter, *spoken: str) -> bool:
    """Say whether every word that was typed stands somewhere; dots and dashes are letters here, so 3.8 is not 3_8."""
    text = " ".join(spoken).casefold()
    return all(word in text for word in asked.text.casefold().split())


def _is_placed(asked: EvidenceFilter, *, on_page: bool) -> bool:
    return asked.place in ("", "page" if on_page else "beyond")
