"""Model calls of OpenTelemetry, summed into tasks: by conversation, else by trace."""

from collections.abc import Iterator, Mapping

from app.readers import values
from app.readers.call_sums import Attributes, Sums, model_of
from app.readers.dumps import Noticed, remark_count
from app.readers.judging import Judge
from app.readers.reading import Options, Reading
from app.readers.scoring import Chooser
from app.readers.telemetry import attributes, duration, instant, whole
from app.readers.trial import Trial

NO_CALLS = frozenset({"invoke_agent", "invoke_workflow", "create_agent", "execute_tool", "embeddings", "retrieval"})
AGENT, TOOL = "invoke_agent", "execute_tool"
EVALUATION = "gen_ai.evaluation.result"
LABELS: Mapping[object, float] = {
    **dict.fromkeys(("pass", "passed", "accepted", "correct", "true", "success", "yes"), 1.0),
    **dict.fromkeys(("fail", "failed", "rejected", "incorrect", "false", "failure", "no"), 0.0),
}


class Calls:
    """Gathers spans and records in any order."""

    def __init__(self) -> None:
        self._conversations: dict[str, Sums] = {}
        self._traces: dict[str, Sums] = {}
        self._conversation_of: dict[str, str] = {}  # the first one of each trace
        self._answers: dict[str, Sums] = {}  # by the id of the response, which a score may name
        self._models = Noticed()
        self._others = 0
        self._nowhere = 0

    def __len__(self) -> int:
        return len(self._conversations) + len(self._traces)

    def add_span(self, span: Mapping[str, object]) -> None:
        """Add a span: a model call, a tool, a whole agent, or something that is not counted."""
        about = attributes(span)
        operation = values.text(about.get("gen_ai.operation.name"))
        task = self._task(span, about)
        if task is None:
            self._others += 1
            return
        if operation == AGENT:
            task.add_agent(duration(whole(span.get("startTimeUnixNano")), whole(span.get("endTimeUnixNano"))))
        elif operation == TOOL:
            self._add_tool(task, about)
        elif operation not in NO_CALLS and _is_call(about):
            task.add_call(span, about)
            self._models.add(model_of(about))
            answer = values.text(about.get("gen_ai.response.id"))
            if answer is not None:
                self._answers[answer] = task
        else:
            self._others += 1
        for event in values.sequence(span.get("events")):
            if isinstance(event, dict) and event.get("name") == EVALUATION:
                _add_score(task, event, attributes(event))

    def add_record(self, record: Mapping[str, object]) -> None:
        """Add a log record: only scores are counted."""
        about = attributes(record)
        if EVALUATION not in (record.get("eventName"), about.get("event.name")):
            return
        task = self._answers.get(values.text(about.get("gen_ai.response.id")) or "") or self._task(record, about)
        if task is None:
            self._nowhere += 1
        else:
            _add_score(task, record, about)

    def _task(self, holder: Mapping[str, object], about: Attributes) -> Sums | None:
        trace = values.text(holder.get("traceId"))
        conversation = values.name(about.get("gen_ai.conversation.id"))
        if conversation is not None:
            if trace is not None:
                self._conversation_of.setdefault(trace, conversation)
            return self._conversations.setdefault(conversation, Sums())
        return None if trace is None else self._traces.setdefault(trace, Sums())

    def _add_tool(self, task: Sums, about: Attributes) -> None:
        error = values.text(about.get("error.type"))
        if error is not None:
            task.tool_errors += (error,)

    def trials(self, reading: Reading, judge: Judge, options: Options) -> Iterator[Trial]:
        """Yield a trial for each task, and add the remarks on all of them."""
        for trace, task in self._traces.items():
            conversation = self._conversation_of.get(trace)
            if conversation is not None:
                self._conversations[conversation].absorb(task)
            elif task.calls:
                self._conversations.setdefault(trace, task)
        chooser = Chooser(options)
        names = {name for task in self._conversations.values() for name in task.scores}
        unscored = 0
        for name, task in self._conversations.items():
            if not task.calls:
                continue
            scores = {score: value for score, (_, value) in task.scores.items()}
            reward = chooser.choose(scores, names) if scores else None
            unscored += reward is None
            yield _trial(name, task, scores, reward, judge)
        chooser.close(reading)
        self._remark(reading, unscored)

    def _remark(self, reading: Reading, unscored: int) -> None:
        for count, code, what, why in (
            (unscored, "unscored", "Tasks without a score in these files", "they count as no verdict, not as rejected"),
            (self._others, "no-call", "Spans that are no model calls", "they are not counted"),
            (self._nowhere, "unplaced", "Scores that name no trace, conversation or response", "they are left out"),
        ):
            remark_count(reading, code, count, what, why)
        if self._models.are_many:
            reading.remark("models", f"The calls went to several models ({self._models}); each task shows its first.")


def _trial(name: str, task: Sums, scores: dict[str, float], reward: float | None, judge: Judge) -> Trial:
    is_known = not task.unmeasured
    latency = task.agent_s if task.agent_s is not None else None if task.untimed else task.call_s
    return Trial(
        task_id=name,
        verdict=judge.verdict(reward),
        reward=reward,
        components=scores,
        model_name=task.model,
        sampling=task.sampling,
        error_type=task.error,
        truncated=task.is_cut_off,
        latency_s=latency,
        latency_kind=None if latency is None else "request" if task.agent_s is None else "agent",
        tokens_in=task.tokens_in if is_known else None,
        tokens_in_cached=task.cached if is_known and task.cached else None,
        tokens_out=task.tokens_out if is_known else None,
        usage_known=is_known,
        started_at=instant(task.start),
        finished_at=instant(task.end),
        tool_errors=task.tool_errors,
    )


def _is_call(about: Attributes) -> bool:
    return "gen_ai.request.model" in about or "gen_ai.response.model" in about


def _add_score(task: Sums, holder: Mapping[str, object], about: Attributes) -> None:
    """Add a score: its value, or its label where that says pass or fail."""
    value = values.score(about.get("gen_ai.evaluation.score.value"))
    if value is None:
        label = about.get("gen_ai.evaluation.score.label")
        value = LABELS.get(label.strip().lower()) if isinstance(label, str) else None
    if value is not None:
        name = values.text(about.get("gen_ai.evaluation.name")) or "score"
        task.add_score(name, whole(holder.get("timeUnixNano")) or 0, value)
