"""Whose repository it is, whether it is on record, and whether it is the one that this kind of inquiry is about."""

from collections.abc import Iterator

from app.rules.checkpoint.pins import REVISION
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.identity import COPIES
from app.rules.inputs import seen
from app.rules.records import CheckpointRecord


def repository_is_the_publishers(facts: Facts) -> Iterator[Said]:
    """CK-18: a copy with the same name is another file."""
    given = facts.answers.text("checkpoint.repository")
    record = facts.registry.checkpoint(given)
    reason = _copy_reason(record) if record else _namesake_reason(given, facts)
    if reason:
        yield Said(
            "checkpoint.repository",
            f"{given} {reason}. A copy can hold other weights under the same name.",
            "Use the publisher's own repository, or say why the copy is meant.",
            {"checkpoint.repository": given, "publisher": record.publisher if record else None},
        )


def _copy_reason(record: CheckpointRecord) -> str:
    owner = _owner(record.repository)
    if record.relation == "re-upload-of" and _owner(record.relative) != owner:
        return "is on record as a copy uploaded by somebody else"
    if record.relation in COPIES and record.relative and _owner(record.relative) != owner:
        return f"is on record as a copy made from {record.relative}"
    if record.publisher and record.publisher.casefold() != owner.casefold():
        return f"is not kept by {record.publisher}, who published the model"
    return ""


def _namesake_reason(given: str, facts: Facts) -> str:
    owner, _, name = given.partition("/")
    for record in facts.registry.checkpoints.values():
        original = record.relation not in COPIES and record.repository.partition("/")[2] == name
        if name and original and _owner(record.repository) != owner:
            return f"has the name of {record.repository} and another owner"
    return ""


def _owner(repository: str) -> str:
    return repository.partition("/")[0]


def checkpoint_is_on_record(facts: Facts) -> Iterator[Said]:
    """CK-21: of what is not on record, nothing is known here."""
    answers = facts.answers
    repository, revision = answers.text("checkpoint.repository"), answers.text("checkpoint.revision")
    record = facts.registry.checkpoint(repository)
    if repository and record is None:
        yield Said(
            "checkpoint.repository",
            f"{repository} is not on record here. Nothing is known of its format, its licence or of published results.",
            "Check how the name is written. If it is right, an engineer reviews it before evidence can be matched.",
            seen(answers, "checkpoint.repository"),
        )
    elif record and revision.casefold() not in record.revisions and REVISION.fullmatch(revision):
        yield Said(
            "checkpoint.revision",
            f"Commit {revision[:12]} of {repository} is not on record here. What is known of other commits may not "
            "hold for it.",
            "Compare it with the publisher's page. If it is right, an engineer reviews it.",
            {**seen(answers, "checkpoint.repository", "checkpoint.revision"), "on record": list(record.revisions)},
        )


def checkpoint_is_the_scoped_one(facts: Facts) -> Iterator[Said]:
    """CK-23: a kind of inquiry can name the one checkpoint that its pilots train."""
    answers = facts.answers
    repository, kind = answers.text("checkpoint.repository"), facts.registry.kinds.get(answers.text("kind"))
    if kind and kind.checkpoint_to_train and repository and repository != kind.checkpoint_to_train:
        yield Said(
            "checkpoint.repository",
            f"{repository} is not {kind.checkpoint_to_train}, the checkpoint that a {kind.title} trains. The "
            "research page scopes such a pilot for that one.",
            f"Use {kind.checkpoint_to_train}, or say why another one is meant.",
            seen(answers, "kind", "checkpoint.repository"),
        )
