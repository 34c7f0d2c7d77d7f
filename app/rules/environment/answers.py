"""The third checklist item: the rollout environment, its tools, network, lengths and limits. One function a rule."""

import re
from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import plain, seen

DIGEST = re.compile(r"sha256:[0-9a-fA-F]{64}(?![0-9a-fA-F])")
NO_TOOL = frozenset({"*", "all", "any", "various", "etc", "etc.", "...", "…", "unknown", "tbd"})


def image_is_pinned(facts: Facts) -> Iterator[Said]:
    """EN-01: an image without a digest can be another one tomorrow."""
    answers = facts.answers
    given = answers.text("environment.image")
    if "environment.image" in answers.unreadable or DIGEST.search(given):
        return
    yield Said(
        "environment.image",
        f"“{given}” names no digest, so the environment can change between two runs."
        if given
        else "No image of the environment is named, so nobody can run the same environment again.",
        "Give the image with its digest, sha256: and 64 characters.",
        seen(answers, "environment.image"),
    )


def tools_are_listed(facts: Facts) -> Iterator[Said]:
    """EN-02: the tools are a list of names, not a manner of speaking."""
    for field, row in facts.answers.numbered("environment.tools"):
        name = row.text("name")
        if row.lacks("name") or name.casefold() in NO_TOOL:
            yield Said(
                field,
                f"“{name}” does not say which tool is meant." if name else "This row names no tool.",
                "Name each tool that the agent may call, with its version.",
                {field: plain(row)},
            )


def network_is_declared(facts: Facts) -> Iterator[Said]:
    """EN-03: what can be reached decides what can be looked up instead of solved."""
    phases = {
        "environment.network_agent": "while the agent works",
        "environment.network_verifier": "while its work is graded",
    }
    for name, phase in phases.items():
        if facts.answers.lacks(name):
            yield Said(
                name,
                f"It is not said which network can be reached {phase}. With the public network, answers can be fetched "
                "instead of worked out.",
                "Choose no network, an allow-list, or the public network.",
                seen(facts.answers, name),
            )


def task_duration_is_bounded(facts: Facts) -> Iterator[Said]:
    """EN-05: start, agent and verifier each have a limit; together they are the longest task."""
    limits = {
        "environment.boot_limit_s": "starting the environment",
        "environment.agent_limit_s": "the agent's work",
        "environment.verifier_limit_s": "grading",
    }
    for name, what in limits.items():
        if facts.answers.lacks(name):
            yield Said(
                name,
                f"There is no time limit for {what}, so a task has no longest duration and the run no bound.",
                "Give the limit in seconds.",
                seen(facts.answers, name),
            )


def length_is_the_customers_own(facts: Facts) -> Iterator[Said]:
    """EN-06: the sequence length is measured or assumed for this task, never taken from a publication."""
    answers = facts.answers
    if answers.lacks("environment.sequence_length"):
        yield Said(
            "environment.sequence_length",
            "No sequence length is given. It decides memory, cost and what is cut off.",
            "Measure baseline rollouts, and give the length of prompt and answer together, in tokens.",
            seen(answers, "environment.sequence_length"),
        )
    source = answers.text("environment.sequence_length_source")
    if answers.lacks("environment.sequence_length_source"):
        yield Said(
            "environment.sequence_length_source",
            "It is not said where the sequence length comes from. A length from a paper says nothing about your task.",
            "Say whether it was measured on your own rollouts or assumed.",
            seen(answers, "environment.sequence_length_source"),
        )
    elif source == "published":
        yield Said(
            "environment.sequence_length_source",
            "The sequence length comes from a publication. It was measured on somebody else's task.",
            "Measure your own baseline rollouts, and give their longest length.",
            seen(answers, "environment.sequence_length", "environment.sequence_length_source"),
        )


def length_fits_the_checkpoint(facts: Facts) -> Iterator[Said]:
    """EN-08: no checkpoint reads more tokens than its context length."""
    answers = facts.answers
    wanted = answers.number("environment.sequence_length")
    if wanted is None:
        return
    repository = answers.text("checkpoint.repository")
    record = facts.registry.checkpoint(repository)
    context = record.context_length if record else None
    if context is None:
        yield Said(
            "environment.sequence_length",
            f"No exact context length of {repository or 'the checkpoint'} is on record, so it cannot be told whether "
            f"{wanted:,} tokens fit.",
            "Nothing is asked of you; an engineer will look at it.",
            seen(answers, "environment.sequence_length", "checkpoint.repository"),
            cannot_tell=True,
        )
    elif wanted > context:
        yield Said(
            "environment.sequence_length",
            f"{wanted:,} tokens are more than {repository} can take: its context length on record is {context:,}.",
            f"Give at most {context:,} tokens, or choose a checkpoint with a longer context.",
            {**seen(answers, "environment.sequence_length"), "context length": context},
        )


def cut_samples_are_handled(facts: Facts) -> Iterator[Said]:
    """EN-09: what is longer than the trainer takes is dropped, masked or scored on purpose."""
    answers = facts.answers
    length, trained = answers.number("environment.sequence_length"), answers.number("training.max_trainer_tokens")
    if length is not None and trained is not None and length > trained:
        yield Said(
            "training.max_trainer_tokens",
            f"Rollouts may have {length:,} tokens, and the trainer takes {trained:,}. Samples cut in the middle "
            "would enter training.",
            "Make the two limits equal, or lower the sequence length.",
            seen(answers, "environment.sequence_length", "training.max_trainer_tokens"),
        )
    elif length is not None and answers.lacks("training.max_trainer_tokens"):
        yield Said(
            "training.max_trainer_tokens",
            "The longest sample that the trainer takes is not given, so it cannot be told whether rollouts fit.",
            "Give the trainer's limit in tokens.",
            seen(answers, "environment.sequence_length", "training.max_trainer_tokens"),
            cannot_tell=True,
        )
    if answers.lacks("environment.truncation"):
        yield Said(
            "environment.truncation",
            "It is not said what happens to an answer that is cut off. Scored as if finished, it misleads training.",
            "Choose whether such answers are dropped, masked or scored.",
            seen(answers, "environment.truncation"),
        )
