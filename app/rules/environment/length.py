"""How long a rollout may become: whose number that is, and whether baseline, checkpoint and trainer agree with it."""

from collections.abc import Iterator

from app.rules.environment.doubt import cannot_tell
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen


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


def length_holds_the_baseline(facts: Facts) -> Iterator[Said]:
    """EN-07: a length below what the baseline took cuts real work off."""
    answers, runs = facts.answers, facts.measured.runs
    length = answers.number("environment.sequence_length")
    if length is None:
        return
    longest = runs.longest_tokens if runs else None
    p99 = runs.tokens_p99 if runs else None
    most = p99 if longest is None else longest
    inputs = {**seen(answers, "environment.sequence_length"), "longest": longest, "p99": p99}
    if most is None:
        yield cannot_tell(
            "environment.sequence_length",
            "No rows of the baseline with token counts were read, so it cannot be told whether this cuts work off",
            "Upload the rows of the baseline with the tokens of prompt and answer.",
            inputs,
        )
    elif length < most:
        what = "99 of 100 baseline rollouts took up to" if longest is None else "the longest baseline rollout took"
        yield Said(
            "environment.sequence_length",
            f"{length:,} tokens are allowed, and {what} {most:,.0f}. Work that was done today would be cut off.",
            f"Allow at least {most:,.0f} tokens, or say which share of rollouts may be cut.",
            inputs,
        )


def length_fits_the_checkpoint(facts: Facts) -> Iterator[Said]:
    """EN-08: no checkpoint reads more tokens than its context length."""
    answers = facts.answers
    wanted = answers.number("environment.sequence_length")
    if wanted is None:
        return
    repository = answers.text("checkpoint.repository")
    known = _context_lengths(facts)
    if not known:
        yield Said(
            "environment.sequence_length",
            f"No exact context length of {repository or 'the checkpoint'} is on record, so it cannot be told whether "
            f"{wanted:,} tokens fit. It counts neither as right nor as wrong.",
            "Nothing is asked of you; an engineer will look at it.",
            seen(answers, "environment.sequence_length", "checkpoint.repository"),
            cannot_tell=True,
        )
        return
    context, where = min(known)
    if wanted > context:
        yield Said(
            "environment.sequence_length",
            f"{wanted:,} tokens are more than {repository or 'the checkpoint'} can take: its context length {where} is "
            f"{context:,}. What goes beyond it cannot be read.",
            f"Give at most {context:,} tokens, or choose a checkpoint with a longer context.",
            {**seen(answers, "environment.sequence_length"), "context length": context},
        )


def _context_lengths(facts: Facts) -> list[tuple[int, str]]:
    record = facts.registry.checkpoint(facts.answers.text("checkpoint.repository"))
    files = facts.measured.checkpoint
    known = ((record and record.context_length, "on record"), (files and files.context_length, "in config.json"))
    return [(length, where) for length, where in known if isinstance(length, int)]


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
            "The longest sample that the trainer takes is not given, so it cannot be told whether rollouts fit. "
            "Samples cut in the middle would enter training.",
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
