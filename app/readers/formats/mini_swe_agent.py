"""Trajectories of mini-swe-agent and SWE-agent: what an attempt cost, how it ended, never whether it was right."""

from collections.abc import Iterator, Mapping, Sequence

from app.readers import values
from app.readers.documents import document
from app.readers.head import Head
from app.readers.prompts import prompt_hash
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.times import of_epoch
from app.readers.trial import Trial

NAME = "mini-swe-agent"
SUBMITTED = frozenset({"Submitted", "submitted"})
OUT_OF_ROOM = ("LimitsExceeded", "ContextWindowExceeded", "exit_context", "exit_cost")
CANNOT_PROVE = (
    "A trajectory says what an attempt cost and how it ended; whether it was right, the evaluation's report says.",
)


def sniff(head: Head) -> bool:
    """One object with messages, or a trajectory, and information on the run; or a bare list of messages."""
    if head.is_document and isinstance(head.items, dict):
        return {"role", "content"} <= head.items.keys()
    has_steps = head.has("messages") or head.has("trajectory")
    info = head.first.get("info")
    return (
        head.is_document and has_steps and isinstance(info, dict) and bool(info.keys() & {"exit_status", "model_stats"})
    )


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Trajectories come one a file, so that all of them are one run."""
    reading = Reading(NAME, tuple(head.file(NAME) for head in heads), cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(heads, reading, options)
    return [reading]


def _trials(heads: Sequence[Head], reading: Reading, options: Options) -> Iterator[Trial]:
    repeats, unnamed = Repeats(), 0
    for head in heads:
        trial = attempt(document(head, reading, options))
        unnamed += trial.task_id == trial.prompt_hash or not trial.task_id
        trial.task_id = trial.task_id or f"unnamed task {unnamed}"
        trial.repeat = repeats.next(trial.task_id)
        yield trial
    if unnamed:
        reading.remark("no-task", f"Trajectories that name no task, and are known by their prompt: {unnamed:,}.")


def attempt(given: object) -> Trial:
    """Return the attempt of one trajectory; its task is empty where neither an id nor a prompt is there."""
    run = values.mapping(given)
    info = values.mapping(run.get("info"))
    messages = [values.mapping(item) for item in values.sequence(run.get("messages", given))]
    ended = values.text(info.get("exit_status"))
    asked = _asked(messages)
    usage = _usage(messages, values.mapping(info.get("model_stats")))
    times = [time for message in messages if (time := _time(message)) is not None]
    cost = _cost(values.mapping(info.get("model_stats")))
    return Trial(
        task_id=values.name(run.get("instance_id")) or values.name(run.get("environment")) or asked or "",
        model_name=_model(values.mapping(info.get("config"))),
        error_type=None if ended in SUBMITTED else ended,
        truncated=ended.startswith(OUT_OF_ROOM) if ended else None,
        latency_s=times[-1] - times[0] if len(times) > 1 and times[-1] >= times[0] else None,
        latency_kind="agent",
        tokens_in=usage[0] if usage else None,
        tokens_out=usage[1] if usage else None,
        usage_known=bool(usage and sum(usage)),
        cost_usd=cost if cost or usage else None,
        started_at=of_epoch(times[0]) if times else None,
        finished_at=of_epoch(times[-1]) if times else None,
        has_output=bool(info["submission"]) if "submission" in info else None,
        prompt_hash=asked,
    )


def _asked(messages: Sequence[Mapping[str, object]]) -> str | None:
    return next((prompt_hash(message.get("content")) for message in messages if message.get("role") == "user"), None)


def _model(config: Mapping[str, object]) -> str | None:
    return values.text(values.mapping(config.get("model")).get("model_name"))


def _cost(stats: Mapping[str, object]) -> float | None:
    return values.seconds(stats.get("instance_cost", stats.get("cost")))


def _time(message: Mapping[str, object]) -> float | None:
    return values.seconds(values.mapping(message.get("extra")).get("timestamp", message.get("timestamp")))


def _usage(messages: Sequence[Mapping[str, object]], stats: Mapping[str, object]) -> tuple[int, int] | None:
    """Return tokens in and out: the sums that SWE-agent states, else those of all answers of the model."""
    sent, received = values.count(stats.get("tokens_sent")), values.count(stats.get("tokens_received"))
    if sent is not None and received is not None:
        return sent, received
    total_in, total_out, answers = 0, 0, 0
    for message in messages:
        if message.get("role") != "assistant":
            continue
        usage = values.mapping(values.mapping(values.mapping(message.get("extra")).get("response")).get("usage"))
        tokens_in, tokens_out = values.count(usage.get("prompt_tokens")), values.count(usage.get("completion_tokens"))
        if tokens_in is None or tokens_out is None:
            return None
        total_in, total_out, answers = total_in + tokens_in, total_out + tokens_out, answers + 1
    return (total_in, total_out) if answers else None
