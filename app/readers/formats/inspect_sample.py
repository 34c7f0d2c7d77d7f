"""One sample of an Inspect log as a trial: its score, its clock, its tokens."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.readers import values
from app.readers.judging import Judge
from app.readers.prompts import prompt_hash
from app.readers.reading import Reading
from app.readers.times import elapsed
from app.readers.trial import Trial, Verdict

LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0, "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
OUT_OF_TIME = {"time", "working"}
OUT_OF_ROOM = {"token", "context", "message"}
EXCEPTION = re.compile(r"[A-Za-z_][\w.]{0,80}(?=\()")
TOOL_ERRORS = 20  # of one sample that are kept


@dataclass(slots=True)
class Samples:
    """Reads the samples of one log, and counts what is to be said of all of them."""

    judge: Judge
    model: str | None
    sampling: dict[str, object]
    scorer: str | None  # the declared one, or the only one of the log
    is_invalidated: bool
    cluster: str | None = None  # the key of the metadata that samples are clustered by
    errors: int = 0
    unscored: int = 0
    odd_values: int = 0
    seen: dict[str, None] = field(default_factory=dict)  # names of scores, in order

    def trial(self, sample: Mapping[str, object], line: int | None = None) -> Trial | None:
        """Return the trial of a sample, or None where it has no id."""
        task = values.name(sample.get("id"))
        if task is None:
            return None
        epoch = values.count(sample.get("epoch"))
        error, limit = sample.get("error"), _limit(sample.get("limit"))
        reward, components = self._scores(values.mapping(sample.get("scores")))
        usage = _Usage.of(sample, self.model)
        return Trial(
            task_id=task,
            repeat=max(0, (epoch or 1) - 1),
            cluster=self._cluster(sample),
            verdict=self._verdict(reward, is_error=bool(error)),
            reward=reward,
            components=components,
            model_name=self.model,
            sampling=self.sampling,
            error_type=_error_type(error) if error else _limit_type(limit),
            truncated=limit in OUT_OF_ROOM if limit else None,
            latency_s=_latency(sample),
            latency_kind="sample",
            tokens_in=usage.tokens_in,
            tokens_in_cached=usage.cached,
            tokens_out=usage.tokens_out,
            usage_known=usage.is_known,
            cost_usd=usage.cost,
            started_at=values.text(sample.get("started_at")),
            finished_at=values.text(sample.get("completed_at")),
            tool_errors=_tool_errors(values.sequence(sample.get("messages"))),
            has_output=_has_output(sample),
            prompt_hash=prompt_hash(sample.get("input")),
            line=line,
        )

    def _cluster(self, sample: Mapping[str, object]) -> str:
        if self.cluster is None:
            return ""
        return values.name(values.mapping(sample.get("metadata")).get(self.cluster)) or ""

    def _verdict(self, reward: float | None, *, is_error: bool) -> Verdict:
        if is_error:
            self.errors += 1
            return Verdict.NONE
        if reward is None:
            self.unscored += 1
        return Verdict.NONE if self.is_invalidated else self.judge.verdict(reward)

    def _scores(self, scores: Mapping[str, object]) -> tuple[float | None, dict[str, float]]:
        """Return the value of the scorer that counts, and those of the others."""
        found: dict[str, float] = {}
        for name, score in scores.items():
            self.seen[name] = None
            value = values.mapping(score).get("value") if isinstance(score, dict) else score
            for key, item in _named(name, value):
                number = self._value(item)
                if number is not None:
                    found[key] = number
        chosen = self.scorer or next(iter(self.seen), None)
        reward = found.pop(chosen, None) if chosen else None
        return reward, found

    def _value(self, value: object) -> float | None:
        if isinstance(value, str):
            known = LETTERS.get(value, LETTERS.get(value.lower()))
            if known is not None:
                return known
            try:
                return values.number(float(value))
            except ValueError:
                self.odd_values += 1
                return 0.0
        if isinstance(value, (dict, list)):
            self.odd_values += 1
            return 0.0
        return values.score(value)

    def close(self, reading: Reading) -> None:
        """Say what holds for all samples."""
        self.judge.close()
        if self.odd_values:
            reading.remark(
                "odd-scores",
                f"Scores that are lists, objects or words count as 0, as in Inspect: {self.odd_values:,}.",
            )
        if self.scorer is None and len(self.seen) > 1:
            first = next(iter(self.seen))
            reading.remark(
                "several-scorers",
                f"The log has several scores; {first} was read. Declare the one that counts: {', '.join(self.seen)}.",
            )
        if self.errors:
            stated = reading.stated.get("accuracy")
            said = f"Samples that ended in an error, without a verdict: {self.errors:,}"
            if stated is not None:
                said += f"; Inspect leaves them out of the accuracy of {stated:.6f} that the log states"
            reading.remark("errors", f"{said}.")
        if self.unscored:
            reading.remark("unscored", f"Samples without a score, and so without a verdict: {self.unscored:,}.")


def _named(name: str, value: object) -> list[tuple[str, object]]:
    """Name a score; a score of several values also gives each of them as `scorer.key`."""
    inner = [
        (f"{name}.{key}", item) for key, item in values.mapping(value).items() if not isinstance(item, (dict, list))
    ]
    return [(name, value), *inner]


def _limit(limit: object) -> str | None:
    return values.text(values.mapping(limit).get("type")) if isinstance(limit, dict) else values.text(limit)


def _limit_type(limit: str | None) -> str | None:
    if limit is None:
        return None
    return "timeout" if limit in OUT_OF_TIME else f"limit: {limit}"


def _error_type(error: object) -> str:
    said = values.mapping(error).get("message") if isinstance(error, dict) else error
    found = EXCEPTION.match(said) if isinstance(said, str) else None
    return found.group() if found else "error"


def _latency(sample: Mapping[str, object]) -> float | None:
    """Return the wall time; logs before 0.3.95 do not state it, so their events are asked."""
    stated = values.seconds(sample.get("total_time"))
    if stated is not None:
        return stated
    events = values.sequence(sample.get("events")) or values.sequence(
        values.mapping(sample.get("transcript")).get("events")
    )
    if not events:
        return None
    first, last = values.mapping(events[0]), values.mapping(events[-1])
    return elapsed(first.get("timestamp"), last.get("completed") or last.get("timestamp"))


def _tool_errors(messages: Sequence[object]) -> tuple[str, ...]:
    found = []
    for message in map(values.mapping, messages):
        kind = values.text(values.mapping(message.get("error")).get("type"))
        if message.get("role") == "tool" and kind is not None:
            found.append(f"{values.text(message.get('function')) or 'tool'}: {kind}")
    return tuple(found[:TOOL_ERRORS])


def _has_output(sample: Mapping[str, object]) -> bool | None:
    output = sample.get("output")
    return bool(output.get("choices")) if isinstance(output, dict) else None


@dataclass(frozen=True, slots=True)
class _Usage:
    tokens_in: int | None = None
    cached: int | None = None
    tokens_out: int | None = None
    cost: float | None = None

    @property
    def is_known(self) -> bool:
        """Whether tokens were counted: a 0 on both sides is no measurement."""
        return self.tokens_in is not None and self.tokens_out is not None and self.tokens_in + self.tokens_out > 0

    @classmethod
    def of(cls, sample: Mapping[str, object], model: str | None) -> "_Usage":
        """Return the usage of the model under test; judges are left out where the log tells them apart."""
        by_model = values.mapping(sample.get("model_usage"))
        if model is not None and model in by_model:
            return cls._read(values.mapping(by_model[model]))
        if len(by_model) == 1:
            return cls._read(values.mapping(next(iter(by_model.values()))))
        answers = [
            item for item in values.sequence(sample.get("messages")) if values.mapping(item).get("role") == "assistant"
        ]
        if not by_model and len(answers) == 1:
            return cls._read(values.mapping(values.mapping(sample.get("output")).get("usage")))
        return cls()

    @classmethod
    def _read(cls, usage: Mapping[str, object]) -> "_Usage":
        tokens_out, total = values.count(usage.get("output_tokens")), values.count(usage.get("total_tokens"))
        tokens_in, cached = values.count(usage.get("input_tokens")), values.count(usage.get("input_tokens_cache_read"))
        if total is not None and tokens_out is not None and total > tokens_out:
            tokens_in = total - tokens_out  # what came out of a cache is counted beside input_tokens
        return cls(tokens_in, cached, tokens_out, values.seconds(usage.get("total_cost")))
