"""Rollouts of NeMo Gym, with the files that stand beside them: failures, the inputs that were to be run, averages.

A failed rollout is written into the failures file and may be run again, and a killed one is written nowhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from app.readers import values
from app.readers.documents import document
from app.readers.dumps import Noticed, Row, has_text, trials
from app.readers.head import Head, Shape
from app.readers.judging import Judge
from app.readers.lines import rows
from app.readers.prompts import SHORT, prompt_hash
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.trial import Trial, Verdict

NAME = "nemo_gym"
PARAMS, TASK, ROLLOUT, FAILURE = "responses_create_params", "_ng_task_index", "_ng_rollout_index", "_ng_failure_class"
OWN = frozenset({PARAMS, "response", "reward", "terminated", "truncated", "mask_sample", "evaluation_completed"})
SAMPLING = ("temperature", "top_p", "max_output_tokens", "seed")
ALIASES = frozenset({"policy_model", "policy", "model"})
CLOSE = 1e-6
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
    return head.is_lines and (head.has(PARAMS, "response", "reward") or _kind(head) is not None)


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
    agent = _agent(_averages(head, Reading(NAME, ()), options) if kind is _Kind.AVERAGES else head.first)
    same = [run for run in runs if agent is not None and run.agent == agent]
    if len(same) == 1:
        return same[0]
    alone.append(_Run(agent))
    return alone[-1]


def _agent(row: Row) -> str | None:
    return values.text(values.mapping(row.get("agent_ref")).get("name"))


def _averages(head: Head, reading: Reading, options: Options) -> Row:
    found = values.sequence(document(head, reading, options))
    return values.mapping(found[0]) if found else {}


def _read(run: _Run, options: Options) -> Reading:
    reading = Reading(NAME, tuple(head.file(NAME) for head in run.files), cannot_prove=CANNOT_PROVE)
    for head in run.of.get(_Kind.AVERAGES, ()):
        reading.stated |= _stated(_averages(head, reading, options))
    if _Kind.ROLLOUTS not in run.of:
        said = "stand without the rollouts that they belong to, so nothing is known of what went well"
        reading.remark("rollouts-missing", f"{', '.join(head.source.name for head in run.files)} {said}.")
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
    rollouts = _Rollouts(Judge(reading, options))
    for head in run.of.get(_Kind.ROLLOUTS, ()):
        yield from trials(head, reading, options, rollouts.trial)
    for head in run.of.get(_Kind.FAILURES, ()):
        yield from trials(head, reading, options, rollouts.failure)
    inputs = run.of.get(_Kind.INPUTS)
    if inputs:
        reading.total = sum(1 for head in inputs for _ in rows(head, reading, options))
    rollouts.close(reading)


class _Rollouts:
    """Makes trials of rollouts and failures, and keeps what is to be said of all of them."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._repeats = Repeats()
        self._seen = Repeats()
        self._grid = _Grid()
        self._models = Noticed()
        self._doubled = self._retried = self._failed = self._masked = self._zero_usage = 0
        self._count, self._sum = 0, 0.0

    def trial(self, row: Row, line: int) -> Trial:
        """Return the trial of one rollout."""
        if FAILURE in row:
            raise ValueError("is a failure among the rollouts")
        if "reward" not in row:
            raise ValueError("has no reward")
        trial = self._attempt(row, line)
        reward = values.score(row.get("reward"))
        if reward is not None:
            self._count += 1
            self._sum += reward
        self._masked += row.get("mask_sample") is True
        self._doubled += self._is_seen(row)
        trial.reward = reward
        trial.components = _components(row)
        trial.error_type = _error(row)
        trial.infra = trial.error_type is not None
        trial.verdict = Verdict.NONE if trial.infra else self._judge.verdict(reward)
        return trial

    def failure(self, row: Row, line: int) -> Trial | None:
        """Return the trial of a failed rollout; None where another attempt at the same one is counted."""
        if self._is_seen(row):
            self._retried += 1
            return None
        self._failed += 1
        trial = self._attempt(row, line)
        trial.error_type = values.text(row.get(FAILURE)) or "failed"
        trial.infra = True
        return trial

    def _is_seen(self, row: Row) -> bool:
        task, rollout = values.count(row.get(TASK)), values.count(row.get(ROLLOUT))
        if task is None or rollout is None:
            return False
        return self._seen.next(f"{task}/{rollout}") > 0

    def _attempt(self, row: Row, line: int) -> Trial:
        """Return what a rollout and a failure have in common."""
        asked, answer = values.mapping(row.get(PARAMS)), values.mapping(row.get("response"))
        usage = values.mapping(answer.get("usage"))
        digest = prompt_hash(asked.get("input"))
        task = values.name(row.get(TASK)) or (digest[:SHORT] if digest else None)
        if task is None:
            raise ValueError("has neither a task nor an input")
        count, rollout = self._repeats.next(task), values.count(row.get(ROLLOUT))
        self._grid.add(values.count(row.get(TASK)), rollout)
        model = values.text(answer.get("model")) or values.text(asked.get("model"))
        self._models.add(model)
        tokens_in, tokens_out = values.count(usage.get("input_tokens")), values.count(usage.get("output_tokens"))
        is_known = bool(tokens_in or tokens_out) and tokens_in is not None and tokens_out is not None
        self._zero_usage += tokens_in == 0 and tokens_out == 0
        latency = _model_time(row.get("ng_trajectory"))
        return Trial(
            task_id=task,
            repeat=count if rollout is None else rollout,
            model_name=model,
            sampling={key: asked[key] for key in SAMPLING if values.number(asked.get(key)) is not None},
            truncated=_is_cut_off(row, answer),
            latency_s=latency,
            latency_kind=None if latency is None else "request",
            tokens_in=tokens_in,
            tokens_in_cached=values.count(values.mapping(usage.get("input_tokens_details")).get("cached_tokens")),
            tokens_out=tokens_out,
            usage_known=is_known,
            has_output=has_text(answer.get("output")),
            prompt_hash=digest,
            line=line,
        )

    def close(self, reading: Reading) -> None:
        """Add the remarks on all rows."""
        self._judge.close()
        self._remark_counts(reading)
        if any(str(self._models).startswith(alias) for alias in ALIASES) and not self._models.are_many:
            said = "that is a name inside the run; say which model and revision stood behind it"
            reading.remark("model-alias", f"The model is called {self._models}: {said}.")
        expected = reading.total or self._grid.expected
        missing = expected - self._grid.rows
        if missing > 0:
            said = "they were killed or left out, and no file says how they went"
            reading.remark("rollouts-missing", f"{missing:,} of {expected:,} rollouts are in no file: {said}.")
        stated = reading.stated.get("mean/reward")
        if stated is not None and self._count and abs(stated - self._sum / self._count) > CLOSE:
            said = f"The averages state a mean reward of {stated:g}, but the rollouts give {self._sum / self._count:g}."
            reading.remark("mean-differs", said)

    def _remark_counts(self, reading: Reading) -> None:
        for count, code, said in (
            (self._failed, "failures", "rollouts failed and count as no verdict, not as rejected"),
            (self._retried, "retried", "failures were attempts at a rollout that is counted already, and are left out"),
            (self._doubled, "doubled", "rollouts carry a task and a number that came before; both are kept"),
            (
                self._masked,
                "masked",
                "rollouts are marked as not to be trained on; agree on whether their reward counts",
            ),
            (self._zero_usage, "zero-usage", "rows count no tokens at all; that is taken for not measured"),
        ):
            if count:
                reading.remark(code, f"{count:,} {said}.")


class _Grid:
    """How many rollouts there should be at least: the highest task by the highest rollout that came."""

    def __init__(self) -> None:
        self.rows = 0
        self._tasks = self._rollouts = 0

    def add(self, task: int | None, rollout: int | None) -> None:
        """Count a row; indexes start at 0."""
        self.rows += 1
        if task is not None and rollout is not None:
            self._tasks = max(self._tasks, task + 1)
            self._rollouts = max(self._rollouts, rollout + 1)

    @property
    def expected(self) -> int:
        """The size of the grid; 0 where rows have no indexes."""
        return self._tasks * self._rollouts


def _components(row: Row) -> dict[str, float]:
    found = {}
    for key, value in row.items():
        if isinstance(value, (int, float)) and key not in OWN and not key.startswith(("_ng_", "ng_")):
            score, name = values.score(value), values.text(key)
            if score is not None and name is not None and not key.endswith(("_time_s", "_ms")):
                found[name] = score
    return found


def _error(row: Row) -> str | None:
    """Return what went wrong in the machinery: an error of the verifier, or an evaluation that did not complete."""
    for key in ("verifier_error", "infrastructure_error"):
        said = row.get(key)
        if said:
            return values.text(said) or key
    if row.get("evaluation_completed") is False:
        return values.text(row.get("failure_reason")) or "evaluation not completed"
    return None


def _is_cut_off(row: Row, answer: Row) -> bool | None:
    if row.get("truncated") is True or values.mapping(answer.get("incomplete_details")).get("reason"):
        return True
    return False if row.get("truncated") is False or "incomplete_details" in answer else None


def _model_time(trajectory: object) -> float | None:
    """Add up the durations of the captured model calls; a call inside a call is not counted twice."""
    total: float | None = None
    left = [trajectory]
    while left:
        item = left.pop()
        if isinstance(item, list):
            left.extend(item)
        elif isinstance(item, dict):
            duration = values.seconds(item.get("duration_ms"))
            if duration is None:
                left.extend(inner for inner in item.values() if isinstance(inner, (dict, list)))
            else:
                total = (total or 0.0) + duration / 1000
    return total
