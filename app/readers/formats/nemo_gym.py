"""Rollouts of NeMo Gym, with the files that stand beside them: failures, the inputs that were to be run, averages.

A failed rollout is written into the failures file and may be run again, and a killed one is written nowhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from app.readers import values
from app.readers.documents import document
from app.readers.dumps import Row, trials
from app.readers.formats.nemo_gym_rollouts import FAILURE, PARAMS, TASK, Rollouts
from app.readers.head import Head, Shape
from app.readers.judging import Judge
from app.readers.lines import rows
from app.readers.reading import Options, Reading
from app.readers.trial import Trial

NAME = "nemo_gym"
CANNOT_PROVE = (
    "A rollout names no revision of the model, and its model name may be an alias.",
    "Rollouts that were killed are written nowhere: how many there should be must be stated.",
    "It holds no cost; a time only where the calls of the model were captured.",
)


class _Kind(StrEnum):
    ROLLOUTS = "rollouts"
    FAILURES = "failures"
    INPUTS = "inputs"
    PROFILE = "profile"
    AVERAGES = "averages"


@dataclass(slots=True)
class _Run:
    """The files of one run."""

    agent: str | None
    files: list[Head] = field(default_factory=list)
    of: dict[_Kind, list[Head]] = field(default_factory=dict)

    def add(self, kind: _Kind, head: Head) -> None:
        self.files.append(head)
        self.of.setdefault(kind, []).append(head)


def sniff(head: Head) -> bool:
    """A line holds what was asked with a response and a reward, or the mark of a failure; averages name their agent."""
    if head.shape is Shape.DOCUMENT and isinstance(head.items, dict):
        return "agent_ref" in head.items and any(key.startswith("mean/") for key in head.items)
    return head.is_lines and _kind(head) is not None


def _kind(head: Head) -> _Kind | None:
    if head.shape is Shape.DOCUMENT:
        return _Kind.AVERAGES
    if head.has(FAILURE):
        return _Kind.FAILURES
    if head.has("reward"):
        return _Kind.ROLLOUTS if head.has(PARAMS) else None
    if head.has(TASK) and any(key.startswith("mean/") for key in head.first):
        return _Kind.PROFILE
    return _Kind.INPUTS if head.has(PARAMS, TASK) and not head.has("response") else None


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Put failures, inputs and averages beside the rollouts of the same agent."""
    kinds = [(_kind(head) or _Kind.ROLLOUTS, head) for head in heads]
    runs = [_Run(_agent(head.first)) for kind, head in kinds if kind is _Kind.ROLLOUTS]
    for run, head in zip(runs, [head for kind, head in kinds if kind is _Kind.ROLLOUTS], strict=True):
        run.add(_Kind.ROLLOUTS, head)
    alone: list[_Run] = []
    for kind, head in kinds:
        if kind is not _Kind.ROLLOUTS:
            _home(kind, head, runs, alone, options).add(kind, head)
    return [_read(run, options) for run in [*runs, *alone]]


def _home(kind: _Kind, head: Head, runs: list[_Run], alone: list[_Run], options: Options) -> _Run:
    """Return the run that a file belongs to: the only one, or the only one of its agent; else one of its own."""
    if len(runs) == 1:
        return runs[0]
    is_averages = kind is _Kind.AVERAGES
    agent = _agent(_averages(head, Reading(NAME, ()), options, None) if is_averages else head.first)
    same = [run for run in runs if agent is not None and run.agent == agent]
    if len(same) == 1:
        return same[0]
    alone.append(_Run(agent))
    return alone[-1]


def _agent(row: Row) -> str | None:
    return values.text(values.mapping(row.get("agent_ref")).get("name"))


def _averages(head: Head, reading: Reading, options: Options, agent: str | None) -> Row:
    """Return the averages of one agent: the file holds an item for each."""
    items = [values.mapping(item) for item in values.sequence(document(head, reading, options))]
    same = [item for item in items if _agent(item) == agent] if len(items) > 1 and agent else items
    return same[0] if same else {}


def _read(run: _Run, options: Options) -> Reading:
    reading = Reading(NAME, tuple(head.file(NAME) for head in run.files), cannot_prove=CANNOT_PROVE)
    for head in run.of.get(_Kind.AVERAGES, ()):
        reading.stated |= _stated(_averages(head, reading, options, run.agent))
    if _Kind.ROLLOUTS not in run.of:
        shown = ", ".join(head.source.name for head in run.files)
        said = "nothing is known of what went well"
        reading.remark("rollouts-missing", f"The rollouts that belong to these files are missing: {shown}; {said}.")
    reading.trials = _trials(run, reading, options)
    return reading


def _stated(averages: Row) -> dict[str, float]:
    """Return the averages of rewards; the tool writes pass@k in percent, here it is a share."""
    found = {}
    for key, value in values.numbers(averages).items():
        if key.startswith("pass@"):
            found[key] = value / 100
        elif key.startswith("mean/"):
            found[key] = value
    return found


def _trials(run: _Run, reading: Reading, options: Options) -> Iterator[Trial]:
    rollouts = Rollouts(Judge(reading, options))
    for head in run.of.get(_Kind.ROLLOUTS, ()):
        yield from trials(head, reading, options, rollouts.trial)
    for head in run.of.get(_Kind.FAILURES, ()):
        yield from trials(head, reading, options, rollouts.failure)
    inputs = run.of.get(_Kind.INPUTS)
    if inputs:
        reading.total = sum(1 for head in inputs for _ in rows(head, reading, options))
    rollouts.close(reading)
