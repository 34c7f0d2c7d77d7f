"""Whether the repository holds what is said of it."""

from collections.abc import Iterator

from app.rules.checkpoint.doubt import cannot_tell
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.records import CheckpointRecord
from app.rules.tokens import FORMAT_WORDS

HELD = {"checkpoint.format": "format", "model.family": "family", "model.version": "version"}


def repository_holds_what_is_said(facts: Facts) -> Iterator[Said]:
    """CK-19: what is said of format, family, version and kind agrees with the record of that repository."""
    answers = facts.answers
    given = answers.text("checkpoint.repository")
    record = facts.registry.checkpoint(given)
    if not given:
        return
    if record is None:
        yield cannot_tell(
            "checkpoint.repository", f"Nothing is on record about {given}", {"checkpoint.repository": given}
        )
        return
    for field, stated, what in (
        ("checkpoint.format", record.format, "format"),
        ("model.family", record.family, "family"),
        ("model.version", record.version, "version"),
    ):
        said = answers.text(field)
        if said and not stated:
            yield cannot_tell(field, f"No source on record states the {what} of {given}", {field: said})
        elif said and said != stated:
            yield Said(
                field,
                f"You give the {what} “{_name(said)}”, and {given} is on record with {_recorded(stated)}. "
                "This repository does not hold what is described.",
                f"Correct the {what}, or choose the repository that holds it{_holder(facts, record, field, said)}.",
                {field: said, "on record": stated},
            )
    yield from _kind_mismatch(facts, record)


def _name(value: str) -> str:
    return FORMAT_WORDS.get(value, value)


def _recorded(value: str) -> str:
    return FORMAT_WORDS["other"] if value == "other" else f"“{_name(value)}”"


def _holder(facts: Facts, record: CheckpointRecord, field: str, said: str) -> str:
    """Name the repository of the same publisher that is on record with what was said, if there is just one."""
    wanted = {**_identity(record), HELD[field]: said}
    alike = [
        other.repository
        for other in facts.registry.checkpoints.values()
        if other.repository and _identity(other) == wanted
    ]
    return f": {alike[0]}" if len(alike) == 1 else ""


def _identity(record: CheckpointRecord) -> dict[str, str]:
    axes = {name: str(getattr(record, name)) for name in ("family", "version", "size", "stage", "format")}
    return {**axes, "owner": record.repository.partition("/")[0]}


def _kind_mismatch(facts: Facts, record: CheckpointRecord) -> Iterator[Said]:
    given = facts.answers.text("kind")
    kind = facts.registry.kinds.get(given)
    if kind is None:
        yield cannot_tell("kind", f"“{given}” is no kind of inquiry that is on record here", {"kind": given})
        return
    other_family = record.family and record.family != kind.family
    other_size = record.size and record.size not in kind.sizes
    if other_family or other_size:
        yield Said(
            "kind",
            f"This is a {kind.title} inquiry, and {record.repository} is {record.family} {record.size}. "
            "The two are scoped differently.",
            "Choose a checkpoint of this kind, or open an inquiry of the other kind.",
            {"kind": kind.id, "on record": {"family": record.family, "size": record.size}},
        )
