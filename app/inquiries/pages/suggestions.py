"""What the registry knows of the usual checkpoint of a kind of inquiry: offered, never answered for anyone."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.inquiries.fields import FIELDS
from app.inquiries.forms import said
from app.inquiries.queries import Stored
from app.inquiries.service.paths import MISSING, value_at
from app.rules.records import CheckpointRecord, RegistryFacts

STATED = "stated"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What could be answered, in words, and where it is from. `is_open` says whether an empty answer would take it."""

    repository: str
    href: str
    lines: tuple[tuple[str, str], ...]
    answers: Mapping[str, str]
    is_open: bool


def suggestion_for(inquiry: Stored, section: str, registry: RegistryFacts) -> Suggestion | None:
    """Return what the registry knows for this page, where it knows anything."""
    kind = registry.kinds.get(inquiry.kind)
    usual = kind.checkpoint_to_train or kind.usual_checkpoint if kind else ""
    record = registry.checkpoint(usual)
    if record is None:
        return None
    answers = {field: answer for field, answer in _known(section, record).items() if answer}
    if not answers:
        return None
    return Suggestion(
        repository=record.repository,
        href=f"/evidence/checkpoints/{record.id}",
        lines=tuple((FIELDS[field].label, said(FIELDS[field], answer, {})) for field, answer in answers.items()),
        answers=answers,
        is_open=any(value_at(inquiry.document, field) in (MISSING, None, "") for field in answers),
    )


def _known(section: str, record: CheckpointRecord) -> Mapping[str, str]:
    if section == "model":
        return {"model.family": record.family, "model.version": record.version, "model.variant": record.size}
    if section == "checkpoint":
        return {
            "checkpoint.repository": record.repository,
            "checkpoint.revision": record.revisions[0] if len(record.revisions) == 1 else "",
            "checkpoint.format": record.format,
            "checkpoint.stage": record.stage,
            "checkpoint.licence": record.licence if record.licence_state == STATED else "",
        }
    return {}
