"""Rows of verifiers before v1: results.jsonl of 2025, and of the later 0.1 line, beside a metadata.json."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.readers import values
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.lines import BadRows, rows
from app.readers.prompts import prompt_hash
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.trial import Trial, Verdict

TOOL_DEFAULT = 0.5  # from which verifiers counts a reward as a pass
CANNOT_PROVE = ("Files of verifiers name the model, not the revision of its weights.",)
NOT_METRICS = {
    "id",
    "example_id",
    "reward",
    "generation_ms",
    "scoring_ms",
    "total_ms",
    "is_completed",
    "is_truncated",
    "prompt",
    "completion",
    "answer",
    "info",
    "task",
}
TOOL_ERRORS = 20
MISSING_MODULE = "No module named"
PAIRED_BY_ID = 100_000  # ids whose prompt is remembered


def sniff(first: Mapping[str, object]) -> bool:
    """A reward beside an example id, or beside the times of 2025."""
    return "reward" in first and ("example_id" in first or {"generation_ms", "completion"} <= first.keys())


@dataclass(slots=True)
class Metadata:
    """What metadata.json says about the run."""

    head: Head
    given: Mapping[str, object]

    @classmethod
    def of(cls, head: Head, given: Mapping[str, object]) -> "Metadata":
        """Keep what the file holds beside the file."""
        return cls(head, given)

    @property
    def model(self) -> str | None:
        """The name of the model."""
        return values.text(self.given.get("model"))

    @property
    def sampling(self) -> dict[str, object]:
        """How answers were sampled."""
        given = values.mapping(self.given.get("sampling_args"))
        return {key: value for key, value in given.items() if value is not None}

    @property
    def expected(self) -> int | None:
        """How many rows there should be; -1 examples stands for all, which is no count."""
        examples = values.count(self.given.get("num_examples"))
        repeats = values.count(self.given.get("rollouts_per_example"))
        return examples * repeats if examples and repeats else None

    def fits(self, count: int, mean: float, same: float) -> bool:
        """Say whether these rows are the ones that the file averages."""
        stated = values.number(self.given.get("avg_reward"))
        return self.expected in {None, count} and (stated is None or abs(stated - mean) <= same)

    def describe(self, reading: Reading) -> None:
        """Take over into a reading what the file says."""
        reading.total = self.expected
        for key, value in self.given.items():
            number = values.number(value)
            if key.startswith("avg_") and number is not None:
                reading.stated[key] = number
        reading.stated.update(
            {f"avg_{key}": value for key, value in values.numbers(self.given.get("avg_metrics")).items()}
        )


def read(name: str, head: Head, metadata: Metadata | None, options: Options) -> Reading:
    """Return the reading of one file of rows."""
    files = (head.file(name),) if metadata is None else (metadata.head.file(name), head.file(name))
    reading = Reading(name, files, cannot_prove=CANNOT_PROVE)
    if metadata is None:
        reading.remark("no-metadata", f"The metadata of {head.source.name} is missing, and with it the model.")
    else:
        metadata.describe(reading)
    reading.trials = _Rows(head, reading, options, metadata).trials()
    return reading


class _Rows:
    def __init__(self, head: Head, reading: Reading, options: Options, metadata: Metadata | None) -> None:
        self._head, self._reading, self._options = head, reading, options
        self._model = metadata.model if metadata else None
        self._sampling = metadata.sampling if metadata else {}
        self._judge = Judge(reading, options, assumed=_assumed(metadata))
        self._repeats = Repeats()
        self._prompts: dict[str, str] = {}  # id -> digest of its prompt
        self._is_mixed = False
        self._without_module = 0

    def trials(self) -> Iterator[Trial]:
        bad, count = BadRows(self._reading, self._options, self._head.source.name), 0
        for line, row in rows(self._head, self._reading, self._options):
            trial = self._trial(row, line)
            if trial is None:
                bad.add(line, "has neither an id nor a prompt")
                continue
            count += 1
            yield trial
        bad.close()
        self._close(count)

    def _close(self, count: int) -> None:
        reading = self._reading
        self._judge.close()
        if reading.total is not None:
            reading.finished = count >= reading.total
            if count < reading.total:
                reading.remark(
                    "rows-missing", f"Rows that the run counts and that are not here: {reading.total - count:,}."
                )
        if self._is_mixed:
            reading.remark("ids-mixed", "One id stands beside different prompts; rows are paired by prompt instead.")
        if self._without_module:
            said = f'"{MISSING_MODULE}" stands in a tool\'s answer in {self._without_module:,} of {count:,} rows'
            reading.remark("tool-errors", f"{said}: the environment lacked a module that the model asked for.")

    def _trial(self, row: Mapping[str, object], line: int) -> Trial | None:
        asked = prompt_hash(row.get("prompt"))
        task = self._task(row, asked)
        if task is None:
            return None
        error = row.get("error")
        reward = values.score(row.get("reward"))
        tool_errors = _tool_errors(row.get("completion"))
        self._without_module += any(MISSING_MODULE in said for said in tool_errors)
        usage = values.mapping(row.get("token_usage"))
        tokens_in, tokens_out = values.count(usage.get("input_tokens")), values.count(usage.get("output_tokens"))
        return Trial(
            task_id=task,
            repeat=self._repeats.next(task),
            verdict=Verdict.NONE if error else self._judge.verdict(reward),
            reward=reward,
            components=_components(row),
            model_name=self._model,
            sampling=self._sampling,
            error_type=_error_type(error) if error else _stopped(row),
            truncated=values.truth(row.get("is_truncated")),
            latency_s=_latency(row),
            latency_kind="agent",
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            usage_known=bool(tokens_in is not None and tokens_out is not None and tokens_in + tokens_out),
            tool_errors=tool_errors,
            has_output=bool(row["completion"]) if "completion" in row else None,
            prompt_hash=asked,
            line=line,
        )

    def _task(self, row: Mapping[str, object], asked: str | None) -> str | None:
        """Return the example id of later files; the id of 2025 stands beside several prompts, so there these count."""
        if "example_id" in row:
            return values.name(row["example_id"])
        given = values.name(row.get("id"))
        if asked is None:
            return given
        if given is not None and (given in self._prompts or len(self._prompts) < PAIRED_BY_ID):
            self._is_mixed = self._is_mixed or self._prompts.setdefault(given, asked) != asked
        return asked


def _assumed(metadata: Metadata | None) -> float:
    stated = values.number(metadata.given.get("pass_threshold")) if metadata else None
    return TOOL_DEFAULT if stated is None else stated


def _components(row: Mapping[str, object]) -> dict[str, float]:
    if "metrics" in row:
        return values.numbers(row["metrics"])
    return values.numbers({key: value for key, value in row.items() if key not in NOT_METRICS})


def _latency(row: Mapping[str, object]) -> float | None:
    """Return the seconds of the rollout without its scoring."""
    timing = values.mapping(row.get("timing"))
    ms = values.seconds(row.get("generation_ms", timing.get("generation_ms")))
    if ms is not None:
        return ms / 1000.0
    return span(timing.get("generation"))


def span(given: object) -> float | None:
    """Return the seconds of a span {start, end}, or of a plain number; a start of 0 stands for not known."""
    if not isinstance(given, dict):
        return values.seconds(given)
    start, end = values.number(given.get("start")), values.number(given.get("end"))
    if not start or end is None or end < start:
        return None
    return end - start


def _error_type(error: object) -> str:
    return values.text(values.mapping(error).get("error")) or values.text(error) or "error"


def _stopped(row: Mapping[str, object]) -> str | None:
    stop = values.text(row.get("stop_condition"))
    return "timeout" if stop is not None and "timeout" in stop else None


def _tool_errors(completion: object) -> tuple[str, ...]:
    """Return the last line of each tool's answer that is a traceback or lacks a module."""
    found = []
    for message in map(values.mapping, values.sequence(completion)):
        content = message.get("content")
        if message.get("role") != "tool" or not isinstance(content, str):
            continue
        if "Traceback (most recent call last)" in content or MISSING_MODULE in content:
            said = (line for line in reversed(content.splitlines()) if "Error" in line or MISSING_MODULE in line)
            found.append(values.text(next(said, None)) or "error")
    return tuple(found[:TOOL_ERRORS])
