"""The rule about the memory that long contexts take: a lower bound, from the checkpoint's own files."""

from collections.abc import Iterator

from app.rules.budget.hardware import gib, hardware_is_unreadable, memory_of
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.measured import CheckpointFiles
from app.rules.sizes import BYTES, parameters_of

KEY_AND_VALUE, CACHE_BYTES = 2, 2  # tensors for each layer; bytes of one number in BF16


def long_contexts_fit(facts: Facts) -> Iterator[Said]:
    """BG-08: weights and the keys and values of all rollouts at once fit into the memory."""
    answers = facts.answers
    at_once, length = answers.number("rollout.concurrency"), answers.number("environment.sequence_length")
    if hardware_is_unreadable(facts) or length is None or "rollout.concurrency" in answers.unreadable:
        return
    files, memory = facts.measured.checkpoint, memory_of(facts)
    token = _bytes_of_a_token(files) if files else None
    if at_once is None:
        yield _no_context("rollout.concurrency", "it is not said how many rollouts run at once", "Give their number.")
    elif token is None:
        yield _no_context(
            "rollout.concurrency",
            "no file of the checkpoint says how many of its layers keep keys and values of the whole context",
            "Upload the checkpoint's config.json.",
        )
    elif memory is None:
        yield _no_context("budget.hardware", "the devices or their memory are not given", "Give both.")
    else:
        weights = _weights(facts)
        cache = token * length * at_once
        if (weights or 0) + cache > memory.usable:
            of_size = f" of {gib(weights)}" if weights else ""
            yield Said(
                "rollout.concurrency",
                f"{at_once:,} rollouts of {length:,} tokens keep {gib(cache)} of keys and values beside the "
                f"weights{of_size}, and {memory}. Rollouts will wait for memory, and waiting turns into time-outs.",
                "Run fewer at once, shorten the context, or keep keys and values in FP8.",
                {
                    **seen(answers, "rollout.concurrency", "environment.sequence_length", "budget.hardware"),
                    "bytes_of_a_token": token,
                    "cache_bytes": cache,
                    "weights_bytes": weights,
                },
            )
        elif weights is None:
            yield _no_context("checkpoint.repository", "the size of the weights is not known", "Upload their index.")
        elif memory.share is None:
            yield _no_context("budget.hardware", "it is not said which share of the memory can be used", "Give it.")


def _bytes_of_a_token(files: CheckpointFiles) -> int | None:
    layers, heads, dimension = files.full_attention_layers, files.kv_heads, files.head_dimension
    if layers is None or heads is None or dimension is None:
        return None
    return KEY_AND_VALUE * layers * heads * dimension * CACHE_BYTES


def _weights(facts: Facts) -> float | None:
    """Return the bytes of the weights that rollouts use."""
    answers, parameters = facts.answers, parameters_of(facts)
    width = BYTES.get(answers.text("rollout_checkpoint.format") or answers.text("checkpoint.format"))
    return None if parameters is None or width is None else parameters * width


def _no_context(field: str, because: str, remedy: str) -> Said:
    return Said(
        field,
        f"Whether so many long contexts fit into the memory cannot be told, because {because}. If they do not, "
        "rollouts wait for each other.",
        remedy,
        cannot_tell=True,
    )
