"""Which trainer, engine and harness are used, and at which version."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen

MOVING = frozenset({"latest", "main", "master", "nightly", "dev", "head", "stable"})
MEASURING = {
    "baseline.harness": "the harness of the baseline",
    "baseline.engine": "the engine of the baseline",
    "success.harness": "the harness of the final evaluation",
    "success.engine": "the engine of the final evaluation",
}
TOOLS = {"training.trainer": "the trainer", "rollout.engine": "the rollout engine", **MEASURING}


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


def versions_are_pinned(facts: Facts) -> Iterator[Said]:
    """CK-14: the version of a tool decides whether a checkpoint runs and what it scores."""
    answers = facts.answers
    for name, words in TOOLS.items():
        tool = answers.part(name)
        version = tool.text("version")
        if name in MEASURING and answers.lacks(name):
            yield Said(
                name,
                f"It is not said what {words} is. Another harness or engine gives the same checkpoint another score.",
                "Name it, with its exact version or the digest of its image.",
                seen(answers, name),
            )
        elif answers.readable(name) and tool.lacks("version"):
            yield Said(
                name,
                f"No version of {words}{_called(tool.text('name'))} is given. Versions decide whether a checkpoint "
                "runs.",
                "Give the exact version, the digest of the image, or the lock file's entry.",
                seen(answers, name),
            )
        elif version.rpartition(":")[2].casefold() in MOVING:
            yield Said(
                name,
                f"“{version}” of {words}{_called(tool.text('name'))} is another version tomorrow. Versions decide "
                "whether a checkpoint runs.",
                "Give the exact version, the digest of the image, or the lock file's entry.",
                seen(answers, name),
            )


def _called(name: str) -> str:
    return f", {name}," if name else ""
