"""Logs of OpenAI's evals, and runs of the graders of reinforcement fine-tuning.

A log is a first line with the specification, events that belong to samples, and a last line with the final report.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.readers import values
from app.readers.dumps import Row, refuse_tasks, remark_count, trials
from app.readers.formats.openai_grades import is_grade, read_grades
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.reading import Options, Reading
from app.readers.scoring import Chooser
from app.readers.trial import Trial

NAME = "openai_evals"
LOG_CANNOT_PROVE = (
    "A log of evals names no revision of the model, and holds no response times and no cost.",
    "It does not tell a wrong answer from an error that the sample swallowed.",
)


def sniff(head: Head) -> bool:
    """The first line is a specification; or a grader gave a reward with its parts."""
    return _is_log(head) or is_grade(head.first) or is_grade(values.mapping(head.items))


def _is_log(head: Head) -> bool:
    return head.is_lines and ("spec" in head.first or head.has("run_id", "event_id", "type", "data"))


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each file is a run of its own."""
    return [_read_log(head, options) if _is_log(head) else read_grades(head, options, NAME) for head in heads]


def _read_log(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), finished=False, cannot_prove=LOG_CANNOT_PROVE)
    reading.trials = _log_trials(head, reading, options)
    return reading


@dataclass(slots=True)
class _Sample:
    """What the events of one sample say, gathered: events of different samples are mixed."""

    line: int
    matches: list[bool | None] = field(default_factory=list)
    metrics: dict[str, float] = field(default_factory=dict)
    error: str | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    calls: int = 0
    unmeasured: int = 0
    started_at: str | None = None
    finished_at: str | None = None


def _log_trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    samples: dict[str, _Sample] = {}
    model: str | None = None

    def event(row: Row, line: int) -> None:
        nonlocal model
        if "spec" in row:
            model = _specify(reading, values.mapping(row["spec"]))
        elif "final_report" in row:
            reading.finished = True
            reading.stated |= values.numbers(row["final_report"])
        else:
            _add_event(samples, row, line)
            refuse_tasks(head.source.name, len(samples), options)

    list(trials(head, reading, options, event))  # an event makes no trial; the samples do
    judge, chooser = Judge(reading, options), Chooser(options, "score")
    doubled = 0
    for name, sample in samples.items():
        doubled += len(sample.matches) > 1
        yield from _sample_trials(name, sample, model, judge, chooser)
    chooser.close(reading)
    judge.close()
    why = "each match is a row, and their tokens cannot be told apart"
    remark_count(reading, "matched-often", doubled, "Samples that were matched more than once", why)
    if not reading.finished:
        reading.remark("unfinished", "The log has no final report: the run did not finish, or the log is cut off.")


def _specify(reading: Reading, spec: Row) -> str | None:
    config = values.mapping(spec.get("run_config"))
    reading.limited_to = values.count(config.get("max_samples"))
    if reading.limited_to:
        said = f"The run was limited to {reading.limited_to:,} samples, so it is not the whole evaluation."
        reading.remark("limited", said)
    functions = values.sequence(spec.get("completion_fns"))
    return values.text(functions[0]) if functions else None


def _add_event(samples: dict[str, _Sample], row: Row, line: int) -> None:
    name = values.name(row.get("sample_id"))
    if name is None:
        raise ValueError("is neither a specification, nor a report, nor an event of a sample")
    sample = samples.setdefault(name, _Sample(line))
    data = values.mapping(row.get("data"))
    at = values.text(row.get("created_at"))
    sample.started_at, sample.finished_at = sample.started_at or at, at or sample.finished_at
    kind = row.get("type")
    if kind == "match":
        sample.matches.append(values.truth(data.get("correct")))
    elif kind == "metrics":
        sample.metrics |= values.numbers(data)
    elif kind == "error":
        sample.error = values.text(data.get("type")) or "error"
    elif kind == "sampling":
        _add_usage(sample, values.mapping(data.get("usage")))


def _add_usage(sample: _Sample, usage: Row) -> None:
    sample.calls += 1
    tokens_in, tokens_out = values.count(usage.get("prompt_tokens")), values.count(usage.get("completion_tokens"))
    if not tokens_in or tokens_out is None:
        sample.unmeasured += 1
        return
    sample.tokens_in += tokens_in
    sample.tokens_out += tokens_out


def _sample_trials(name: str, sample: _Sample, model: str | None, judge: Judge, chooser: Chooser) -> Iterator[Trial]:
    is_known = sample.calls > 0 and not sample.unmeasured and len(sample.matches) <= 1
    if sample.matches:
        rewards = [None if match is None else float(match) for match in sample.matches]
    else:
        rewards = [chooser.choose(sample.metrics) if sample.metrics else None]
    for repeat, reward in enumerate(rewards):
        yield Trial(
            task_id=name,
            repeat=repeat,
            verdict=judge.verdict(reward),
            reward=reward,
            components=sample.metrics,
            model_name=model,
            error_type=sample.error,
            tokens_in=sample.tokens_in if is_known else None,
            tokens_out=sample.tokens_out if is_known else None,
            usage_known=is_known,
            started_at=sample.started_at,
            finished_at=sample.finished_at,
            line=sample.line,
        )
