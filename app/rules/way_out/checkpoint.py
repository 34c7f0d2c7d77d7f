"""Answers that would satisfy the rules about the checkpoint and the environment."""

from app.rules.facts import Answers, Facts
from app.rules.records import CheckpointRecord
from app.rules.way_out.changing import Change, is_row, part_with, row_with

SOME_COMMIT = "0" * 40
SOME_DIGEST = "0" * 64
SOME_TEXT = "yours"
LOADED = {"passed": True}
TOOL = Answers({"name": SOME_TEXT, "version": "1"})
USES = ("training", "serving", "commercial")


def revision(facts: Facts, field: str) -> Change:
    """CK-01: a full commit; the baseline's is the checkpoint's."""
    if field == "baseline.revision":
        return {field: facts.answers.text("checkpoint.revision") or SOME_COMMIT}
    record = facts.registry.checkpoint(facts.answers.text(f"{field.partition('.')[0]}.repository"))
    return {field: record.revisions[0] if record and record.revisions else SOME_COMMIT}


def repository(facts: Facts, field: str) -> Change:
    """CK-02: the repository that this kind of inquiry is about."""
    record = _usual(facts)
    return {field: record.repository if record else "owner/name"}


def same_architecture(facts: Facts, field: str) -> Change:
    """CK-03: one checkpoint throughout, and evidence about another one as background."""
    if is_row(field):
        return row_with(facts, field, used_for="background")
    return {field: facts.answers.text("checkpoint.repository")}


def licence(facts: Facts, field: str) -> Change:
    """CK-04: a licence, and each use permitted by somebody."""
    if field == "checkpoint.licence":
        record = facts.registry.checkpoint(facts.answers.text("checkpoint.repository"))
        return {field: (record.licence if record else "") or "LicenseRef-Yours"}
    permitted = tuple(Answers({"use": use, "decision": "permitted", "by": SOME_TEXT}) for use in USES)
    return {"checkpoint.licence_uses": permitted}


def formats(facts: Facts, field: str) -> Change:
    """CK-06: the formats in play."""
    used = facts.answers.text("checkpoint.format") or "bf16"
    return {field: (used,) if field.endswith("_formats") else used}


def merged(_facts: Facts, field: str) -> Change:
    """CK-08: the merged file is what is evaluated."""
    return {field: "merged adapter"}


def template(facts: Facts, field: str) -> Change:
    """CK-11: one template everywhere."""
    known = (facts.answers.text(f"{part}.chat_template_sha256") for part in ("checkpoint", "rollout", "baseline"))
    return {field: next(filter(None, known), SOME_DIGEST)}


def loaded(facts: Facts, field: str) -> Change:
    """CK-12, CK-13: the load was tried, and worked."""
    return part_with(facts, field, passed=True, on=facts.today)


def what_is_held(facts: Facts, field: str) -> Change:
    """CK-19: what the record of the repository says; for another kind of inquiry, the repository of this kind."""
    record = facts.registry.checkpoint(facts.answers.text("checkpoint.repository"))
    held = {"checkpoint.format": "format", "model.family": "family", "model.version": "version"}
    if field in held and record:
        return {field: getattr(record, held[field])}
    return repository(facts, "checkpoint.repository")


def tool(_facts: Facts, field: str) -> Change:
    """CK-22: a name and a version."""
    return {field: TOOL}


def image(_facts: Facts, field: str) -> Change:
    """EN-01: an image by its digest."""
    return {field: f"image@sha256:{SOME_DIGEST}"}


def tools(facts: Facts, field: str) -> Change:
    """EN-02: each tool by its name."""
    return row_with(facts, field, name=SOME_TEXT) if is_row(field) else {field: (TOOL,)}


def network(_facts: Facts, field: str) -> Change:
    """EN-03: a declared network."""
    return {field: "none"}


def limit(_facts: Facts, field: str) -> Change:
    """EN-05: a limit, the shortest there is, so that nothing else is broken by it."""
    return {field: 1}


def length(facts: Facts, field: str) -> Change:
    """EN-06, EN-08: a measured length that the checkpoint and the trainer can take."""
    if field == "environment.sequence_length_source":
        return {field: "measured"}
    record = facts.registry.checkpoint(facts.answers.text("checkpoint.repository"))
    files = facts.measured.checkpoint
    bounds = (
        record.context_length if record else None,
        files.context_length if files else None,
        facts.answers.number("training.max_trainer_tokens"),
    )
    return {field: int(min((bound for bound in bounds if bound is not None), default=1024))}


def cut_samples(facts: Facts, field: str) -> Change:
    """EN-09: what is too long is masked; the trainer takes what rollouts make."""
    if field == "environment.truncation":
        return {field: "mask"}
    return {field: facts.answers.number("environment.sequence_length")}


def hidden(_facts: Facts, field: str) -> Change:
    """EN-12, EN-13: neither answers nor later history can be seen."""
    return {field: "no"}


def _usual(facts: Facts) -> CheckpointRecord | None:
    """Return the checkpoint that this kind of inquiry names, or the first on record of its family and size."""
    kind = facts.registry.kinds.get(facts.answers.text("kind"))
    if kind is None:
        return None
    named = facts.registry.checkpoint(kind.checkpoint_to_train or kind.usual_checkpoint)
    alike = (
        record
        for record in facts.registry.checkpoints.values()
        if record.repository and record.family == kind.family and record.size in kind.sizes
    )
    return named or next(alike, None)
