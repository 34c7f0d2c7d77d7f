"""The rows of NeMo Gym: a rollout with its reward, or one that failed."""

from app.readers import values
from app.readers.dumps import Noticed, Row, has_text, remark_count
from app.readers.judging import Judge
from app.readers.prompts import SHORT, prompt_hash
from app.readers.reading import Reading
from app.readers.repeats import Repeats
from app.readers.trial import Trial, Verdict

PARAMS, TASK, ROLLOUT, FAILURE = "responses_create_params", "_ng_task_index", "_ng_rollout_index", "_ng_failure_class"
OWN = frozenset({PARAMS, "response", "reward", "terminated", "truncated", "mask_sample", "evaluation_completed"})
SAMPLING = ("temperature", "top_p", "max_output_tokens", "seed")
ALIASES = frozenset({"policy_model", "policy", "model"})
CLOSE = 1e-6
VARIED = "they are attempts at one task only in name"


class Rollouts:
    """Makes trials of rollouts and failures, and keeps what is to be said of all of them."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._repeats = Repeats()
        self._seen = Repeats()
        self._grid = _Grid()
        self._models = Noticed()
        self._asked = Repeats()
        self._doubled = self._retried = self._failed = self._masked = self._zero_usage = self._varied = 0
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
        self._varied += self._asked.next(f"{task}/{digest}") == 0 and count > 0
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
        if str(self._models) in ALIASES:
            said = "that is a name inside the run; say which model and revision stood behind it"
            reading.remark("model-alias", f"The model is called {self._models}: {said}.")
        expected = reading.total or self._grid.expected
        missing = expected - self._grid.rows
        if missing > 0 and self._grid.rows > self._failed:
            said = "they were killed or left out, and nothing says how they went"
            reading.remark("rollouts-missing", f"Rollouts that are in no file: {missing:,} of {expected:,}; {said}.")
        stated = reading.stated.get("mean/reward")
        if stated is not None and self._count and abs(stated - self._sum / self._count) > CLOSE:
            said = f"The averages state a mean reward of {stated:g}, but the rollouts give {self._sum / self._count:g}."
            reading.remark("mean-differs", said)

    def _remark_counts(self, reading: Reading) -> None:
        for count, code, what, why in (
            (self._failed, "failures", "Rollouts that failed", "they count as no verdict, not as rejected"),
            (self._retried, "retried", "Failures of a rollout that is counted already", "they are left out"),
            (self._doubled, "doubled", "Rollouts whose task and number came before", "both are kept"),
            (self._varied, "varied", "Rollouts that were asked something else than others of their task", VARIED),
            (self._masked, "masked", "Rollouts marked as not to be trained on", "agree on whether their reward counts"),
            (self._zero_usage, "zero-usage", "Rows that count no tokens at all", "that is taken for not measured"),
        ):
            remark_count(reading, code, count, what, why)


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
