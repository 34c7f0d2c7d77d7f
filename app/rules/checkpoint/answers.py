"""The first checklist item: the exact checkpoint, its revision, licence and formats. One function a rule."""

import re
from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.identity import COPIES
from app.rules.inputs import plain, seen
from app.rules.records import CheckpointRecord
from app.rules.tokens import FORMAT_WORDS

REVISION = re.compile(r"[0-9a-fA-F]{40}")
# an owner has no dot, so that an address such as host.example/name is no repository
REPOSITORY = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,94}[A-Za-z0-9_])?/[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,94}[A-Za-z0-9_])?"
)
USES_TO_CONFIRM = {"training": "training", "serving": "serving", "commercial": "commercial use"}


def revision_is_a_commit(facts: Facts) -> Iterator[Said]:
    """CK-01: a branch, a tag or a short hash can move to other weights tomorrow."""
    answers = facts.answers
    if answers.lacks("checkpoint.revision"):
        yield Said(
            "checkpoint.revision",
            "No revision of the checkpoint is given. A branch such as “main” can move, so that later nobody can say "
            "which weights were tuned.",
            "Give the full commit of the repository: 40 characters, 0 to 9 and a to f.",
            seen(answers, "checkpoint.revision"),
        )
    for name in ("checkpoint.revision", "rollout_checkpoint.revision", "baseline.revision"):
        given = answers.text(name)
        if given and not REVISION.fullmatch(given):
            yield Said(
                name,
                f"“{given}” is not a full commit, so it can come to mean other weights than today.",
                "Give the 40 characters of the commit, and compare the files' checksums with it.",
                seen(answers, name),
            )


def repository_is_exact(facts: Facts) -> Iterator[Said]:
    """CK-02: a family name, an address or a path does not say which files are meant."""
    given = facts.answers.text("checkpoint.repository")
    if given and (not REPOSITORY.fullmatch(given) or ".." in given or given.endswith(".git")):
        yield Said(
            "checkpoint.repository",
            f"“{given}” does not name one checkpoint. Published results hold for one exact repository.",
            "Give the repository as its publisher writes it: owner, a slash, and the name.",
            seen(facts.answers, "checkpoint.repository"),
        )


def one_architecture(facts: Facts) -> Iterator[Said]:
    """CK-03: checkpoints of one family and version can still be different architectures."""
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
        alike = [this for this in records if _same_release(this, other) and this.architecture and other.architecture]
        if alike and all(this.architecture != other.architecture for this in alike):
            return other, alike[0]
    return None


def _same_release(one: CheckpointRecord, other: CheckpointRecord) -> bool:
    return bool(one.family and one.version) and (one.family, one.version) == (other.family, other.version)


def licence_is_confirmed(facts: Facts) -> Iterator[Said]:
    """CK-04: a licence is confirmed for each use by a named person, or it is not confirmed."""
    answers = facts.answers
    if answers.lacks("checkpoint.licence"):
        yield Said(
            "checkpoint.licence",
            "No licence is named. Licences differ between checkpoints of one family, so none can be assumed.",
            "Name the licence of exactly this checkpoint and attach or quote its text.",
            seen(answers, "checkpoint.licence"),
        )
    yield from _rows_of_uses(facts)
    permitted = {
        row.text("use") for row in answers.rows("checkpoint.licence_uses") if row.text("decision") == "permitted"
    }
    mentioned = {row.text("use") for row in answers.rows("checkpoint.licence_uses") if row.answered("decision")}
    missing = [words for use, words in USES_TO_CONFIRM.items() if use not in permitted | mentioned]
    if missing and "checkpoint.licence_uses" not in answers.unreadable:
        yield Said(
            "checkpoint.licence_uses",
            f"Nobody has confirmed that the licence allows {_listed(missing)}. A pilot that may not be used afterwards "
            "is money lost.",
            "Have each of these uses decided, and name who decided it.",
            seen(answers, "checkpoint.licence_uses"),
        )


def _rows_of_uses(facts: Facts) -> Iterator[Said]:
    for field, row in facts.answers.numbered("checkpoint.licence_uses"):
        use = USES_TO_CONFIRM.get(row.text("use"), row.text("use") or "this use")
        decision = row.text("decision")
        if decision == "refused":
            yield Said(
                field,
                f"The licence was found not to allow {use}. A promise cannot change that.",
                "Choose another checkpoint, or obtain a licence that allows it.",
                {field: plain(row)},
                promisable=False,
            )
        elif decision == "open":
            yield Said(
                field,
                f"Whether the licence allows {use} is still open. Capacity is committed only when it is decided.",
                "Have it decided, and name who decided it.",
                {field: plain(row)},
            )
        elif decision == "permitted" and row.lacks("by") and row.text("use") in USES_TO_CONFIRM:
            yield Said(
                field,
                f"It is not said who found that the licence allows {use}.",
                "Name the person or department that read the licence.",
                {field: plain(row)},
            )


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def formats_are_named(facts: Facts) -> Iterator[Said]:
    """CK-06: what the trainer reads, what the server reads and what is published can be three formats."""
    answers = facts.answers
    words = {
        "checkpoint.format": "in which format the checkpoint is published",
        "checkpoint.training_formats": "which formats the trainer takes",
        "checkpoint.serving_formats": "which formats the server takes",
    }
    for name, what in words.items():
        if answers.lacks(name):
            yield Said(
                name,
                f"It is not said {what}. Training, rollouts and serving often need different files of one model.",
                "Name the format, and who makes the file where it has to be converted.",
                seen(answers, name),
            )
    rollout = ("rollout_checkpoint.repository", "rollout_checkpoint.revision")
    if answers.lacks("rollout_checkpoint.format") and any(answers.answered(name) for name in rollout):
        yield Said(
            "rollout_checkpoint.format",
            "Rollouts use a checkpoint of their own, and its format is not said. Its numbers can differ from training.",
            "Name the format of the rollout checkpoint.",
            seen(answers, *rollout, "rollout_checkpoint.format"),
        )


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


def repository_holds_what_is_said(facts: Facts) -> Iterator[Said]:
    """CK-19: what is said of format, family, version and kind agrees with the record of that repository."""
    answers = facts.answers
    given = answers.text("checkpoint.repository")
    record = facts.registry.checkpoint(given)
    if not given:
        return
    if record is None:
        yield _cannot_tell(
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
            yield _cannot_tell(field, f"No source on record states the {what} of {given}", {field: said})
        elif said and said != stated:
            yield Said(
                field,
                f"You give the {what} “{_name(said)}”, and {given} is on record with “{_name(stated)}”. "
                "This repository does not hold what is described.",
                f"Correct the {what}, or choose the repository that holds it{_holder(facts, record, field, said)}.",
                {field: said, "on record": stated},
            )
    yield from _kind_mismatch(facts, record)


HELD = {"checkpoint.format": "format", "model.family": "family", "model.version": "version"}


def _name(value: str) -> str:
    return FORMAT_WORDS.get(value, value)


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
    return {**axes, "owner": _owner(record.repository)}


def _kind_mismatch(facts: Facts, record: CheckpointRecord) -> Iterator[Said]:
    given = facts.answers.text("kind")
    kind = facts.registry.kinds.get(given)
    if kind is None:
        yield _cannot_tell("kind", f"“{given}” is no kind of inquiry that is on record here", {"kind": given})
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


def _cannot_tell(field: str, why: str, inputs: dict[str, str]) -> Said:
    return Said(
        field,
        f"{why}, so this cannot be compared. It counts neither as right nor as wrong.",
        "Nothing is asked of you; an engineer will look at it.",
        inputs,
        cannot_tell=True,
    )


def trainer_and_engine_are_named(facts: Facts) -> Iterator[Said]:
    """CK-22: whoever asks for training names the trainer, whoever asks for rollouts names the engine."""
    answers = facts.answers
    if answers.flag("scope.training") and answers.lacks("training.trainer", "name"):
        yield Said(
            "training.trainer",
            "Training is asked for, and no trainer is named. Whether a checkpoint can be trained depends on it.",
            "Name the trainer and its version.",
            seen(answers, "scope.training", "training.trainer"),
        )
    if answers.flag("scope.rollout_inference") and answers.lacks("rollout.engine", "name"):
        yield Said(
            "rollout.engine",
            "Rollouts are asked for, and no engine is named. Sampling differs between engines and their versions.",
            "Name the rollout engine and its version.",
            seen(answers, "scope.rollout_inference", "rollout.engine"),
        )
