"""Episodes of verifiers v1, which prime-rl writes too: one episode a line, with a trace for each agent in it."""

from collections.abc import Iterator, Mapping

from app.readers import values
from app.readers.formats.verifiers_rows import CANNOT_PROVE, TOOL_DEFAULT, span
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.lines import BadRows, rows
from app.readers.prompts import prompt_hash
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.times import of_epoch
from app.readers.trial import Trial, Verdict


def sniff(first: Mapping[str, object]) -> bool:
    """An environment and a task beside traces."""
    return {"env", "task", "traces"} <= first.keys() and isinstance(first["traces"], list)


def read(name: str, head: Head, options: Options) -> Reading:
    """Return the reading of one file of episodes."""
    reading = Reading(name, (head.file(name),), cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(head, reading, options)
    return reading


def _trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    judge, repeats = Judge(reading, options, assumed=TOOL_DEFAULT), Repeats()
    bad, several = BadRows(reading, options, head.source.name), 0
    for line, row in rows(head, reading, options):
        traces = [values.mapping(trace) for trace in values.sequence(row.get("traces"))]
        trial = _trial(row, _trained(traces), judge, options)
        if trial is None:
            bad.add(line, "names no task")
            continue
        several += len(traces) > 1
        trial.repeat, trial.line = repeats.next(trial.task_id), line
        yield trial
    bad.close()
    judge.close()
    if several:
        said = "the reward and usage of the one that is trained were read"
        reading.remark("several-agents", f"Episodes with more than one agent: {several:,}; {said}.")


def _trained(traces: list[Mapping[str, object]]) -> Mapping[str, object]:
    """Return the trace of the agent under training, or the first."""
    for trace in traces:
        if values.mapping(trace.get("agent")).get("trainable") is True:
            return trace
    return traces[0] if traces else values.NOTHING


def _trial(row: Mapping[str, object], trace: Mapping[str, object], judge: Judge, options: Options) -> Trial | None:
    task = values.mapping(row.get("task"))
    task_id = values.name(task.get("key")) or values.name(task.get("hash"))
    if task_id is None:
        return None
    reward, components = _reward(values.mapping(trace.get("rewards")), options.scorer)
    config = values.mapping(values.mapping(trace.get("agent")).get("config"))
    calls = [values.mapping(call) for call in values.sequence(trace.get("calls"))]
    error = _failure(row) or _failure(trace)
    usage = _usage(calls)
    timing = values.mapping(trace.get("timing"))
    return Trial(
        task_id=task_id,
        verdict=Verdict.NONE if error else judge.verdict(reward),
        reward=reward,
        components=components,
        model_name=values.text(config.get("model")),
        sampling=dict(values.mapping(config.get("sampling"))),
        error_type=error or _late(row) or _late(trace),
        truncated=_truncated(calls),
        latency_s=span(timing.get("agent")),
        latency_kind="agent",
        tokens_in=usage.get("prompt_tokens"),
        tokens_in_cached=usage.get("cached_input_tokens"),
        tokens_out=usage.get("completion_tokens"),
        usage_known=bool(usage.get("prompt_tokens", 0) + usage.get("completion_tokens", 0)),
        cost_usd=_cost(calls),
        started_at=of_epoch(values.number(timing.get("start"))),
        has_output=bool(calls) if "calls" in trace else None,
        prompt_hash=prompt_hash(values.mapping(task.get("data")).get("prompt")),
    )


def _failure(given: Mapping[str, object]) -> str | None:
    """Return the type of the first error of an episode or a trace; one that is not ok without an error is just that."""
    errors = values.sequence(given.get("errors")) or [given.get("error")]
    if errors[0]:
        return values.text(values.mapping(errors[0]).get("type")) or values.text(errors[0]) or "error"
    return "error" if given.get("ok") is False else None


def _late(given: Mapping[str, object]) -> str | None:
    return "timeout" if given.get("is_timeout") is True else None


def _reward(rewards: Mapping[str, object], scorer: str | None) -> tuple[float | None, dict[str, float]]:
    """Return the named reward, or the weighted sum; one that is null was not scored, and then there is no sum."""
    scores: dict[str, float] = {}
    total, is_scored = 0.0, bool(rewards)
    for name, given in rewards.items():
        score = values.score(values.mapping(given).get("score"))
        if score is None:
            is_scored = False
            continue
        weight = values.number(values.mapping(given).get("weight"))
        scores[name] = score
        total += score * (1.0 if weight is None else weight)
    if scorer is not None and scorer in rewards:
        return scores.get(scorer), scores
    return (total if is_scored else None), scores


def _truncated(calls: list[Mapping[str, object]]) -> bool | None:
    reasons = [call.get("finish_reason") for call in calls]
    return "length" in reasons if reasons else None


def _usage(calls: list[Mapping[str, object]]) -> dict[str, int]:
    """Return the sums over all calls; a count that one of them lacks is not known."""
    sums: dict[str, int] = {}
    for key in ("prompt_tokens", "completion_tokens", "cached_input_tokens"):
        found = [values.count(values.mapping(call.get("usage")).get(key)) for call in calls]
        known = [count for count in found if count is not None]
        if known and len(known) == len(found):
            sums[key] = sum(known)
    return sums if {"prompt_tokens", "completion_tokens"} <= sums.keys() else {}


def _cost(calls: list[Mapping[str, object]]) -> float | None:
    found = [values.seconds(values.mapping(call.get("usage")).get("cost")) for call in calls]
    known = [cost for cost in found if cost is not None]
    return sum(known) if known and len(known) == len(found) else None
