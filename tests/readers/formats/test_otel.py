"""OpenTelemetry spans and logs: a span is a call and not a task."""

from typing import Any

import pytest

from app.readers.limits import Limits
from app.readers.trial import Trial
from tests.readers.making import codes, document, lines, read, refusal, said, trials, verdicts
from tests.readers.trainer_samples import call, logs, score, spans

AGENT: dict[str, Any] = {"gen_ai__operation__name": "invoke_agent"}
TOOL: dict[str, Any] = {"gen_ai__operation__name": "execute_tool"}


def only(*found: dict[str, object], **declared: object) -> Trial:
    (trial,) = trials(document("o", spans(*found)), **declared)
    return trial


def test_calls_of_a_conversation_add_up_to_a_task() -> None:
    (trial,) = trials(
        lines(
            "o",
            spans(call(gen_ai__conversation__id="c1", gen_ai__usage__cache_read__input_tokens=7)),
            spans(call(1.0, trace="t2", start=1_793_000_010, gen_ai__conversation__id="c1")),
        )
    )
    assert (trial.task_id, trial.tokens_in, trial.tokens_in_cached, trial.tokens_out) == ("c1", 80, 7, 10)
    assert (trial.latency_s, trial.latency_kind, trial.usage_known) == (3.5, "request", True)
    assert (trial.started_at, trial.finished_at) == ("2026-10-26T07:33:20+00:00", "2026-10-26T07:33:31+00:00")
    assert (trial.model_name, trial.sampling, trial.truncated) == ("maker/model", {"temperature": 0.6}, False)


def test_without_a_conversation_the_trace_is_the_task() -> None:
    found = trials(document("o", spans(call(), call(trace="t2"), call())))
    assert [(trial.task_id, trial.tokens_in) for trial in found] == [("t1", 80), ("t2", 40)]


def test_spans_of_a_trace_join_its_conversation() -> None:
    trial = only(
        call(gen_ai__conversation__id="c1"),
        call(1.0, start=1_793_000_020, error__type="timeout", gen_ai__usage__output_tokens=0),
        call(9.0, start=1_793_000_000, **AGENT),
        call(start=1_793_000_001, **TOOL, error__type="not found"),
        call(start=1_793_000_001, **TOOL) | {"events": [score(1.0)]},
    )
    assert (trial.task_id, trial.verdict) == ("c1", "accepted")
    assert (trial.tokens_in, trial.tokens_out, trial.usage_known) == (None, None, False)
    assert (trial.latency_s, trial.latency_kind, trial.error_type) == (9.0, "agent", "timeout")
    assert trial.tool_errors == ("not found",)
    earlier = only(call(start=1_793_000_020, gen_ai__conversation__id="c1"), call(error__type="timeout"))
    assert (earlier.error_type, earlier.tokens_in) == (None, 80)


def test_the_outermost_agent_is_the_time_of_the_task() -> None:
    assert only(call(), call(9.0, **AGENT), call(4.0, **AGENT)).latency_s == 9.0
    assert only(call(), call(-1.0, **AGENT)).latency_s == 2.5


def test_a_call_without_times_leaves_the_time_unknown() -> None:
    trial = only(call() | {"startTimeUnixNano": None}, call() | {"startTimeUnixNano": "x", "endTimeUnixNano": -1})
    assert (trial.latency_s, trial.latency_kind, trial.started_at) == (None, None, None)
    assert only(call() | {"endTimeUnixNano": 10**40}).finished_at is None
    assert only(call() | {"endTimeUnixNano": 300_000_000_000 * 10**9}).finished_at is None


def test_older_names_of_token_counts_are_read() -> None:
    old: dict[str, Any] = {"gen_ai__usage__input_tokens": None, "gen_ai__usage__output_tokens": None}
    trial = only(call(**old, gen_ai__usage__prompt_tokens=7, gen_ai__usage__completion_tokens=2.0))
    assert (trial.tokens_in, trial.tokens_out, trial.usage_known) == (7, 2, True)
    assert only(call(**old)).usage_known is False
    assert only(call(gen_ai__usage__input_tokens=0)).usage_known is False


@pytest.mark.parametrize(("reasons", "is_cut_off"), [(["length"], True), (["stop"], False), ([], None), ("stop", None)])
def test_an_answer_that_was_cut_off_is_marked(reasons: object, is_cut_off: bool | None) -> None:  # noqa: FBT001  a case
    assert only(call(gen_ai__response__finish_reasons=reasons)).truncated is is_cut_off


@pytest.mark.parametrize(
    ("value", "letter"), [(1.0, "a"), (0.2, "r"), (True, "a"), ("Pass", "a"), ("fail", "r"), ("so-so", "-")]
)
def test_a_score_or_its_label_is_the_verdict(value: object, letter: str) -> None:
    assert verdicts(document("o", spans(call() | {"events": [score(value), {"name": "other"}, 5]}))) == [letter]


def test_the_latest_score_counts() -> None:
    events = [score(1.0, at=5), score(0.0, at=3)]
    assert only(call() | {"events": events}).reward == 1.0
    assert only(call() | {"events": events[::-1]}).reward == 1.0


def test_a_score_without_a_value_or_a_name() -> None:
    bare = score(1.0) | {"attributes": []}
    assert only(call() | {"events": [bare]}).components == {}
    unnamed = score(1.0, name="") | {"timeUnixNano": None}
    assert only(call() | {"events": [unnamed]}).components == {"score": 1.0}


def test_of_several_scores_one_must_be_named() -> None:
    source = document("o", spans(call() | {"events": [score(1.0), score(0.0, "style")]}, call(trace="t2")))
    assert verdicts(source) == ["-", "-"]
    assert "scorer-needed" in codes(read(source))
    assert verdicts(source, scorer="style") == ["r", "-"]


def test_scores_in_logs_find_their_task() -> None:
    answered = call(trace="t9", gen_ai__response__id="r1", gen_ai__conversation__id="c9")
    records = logs(
        score(1.0) | {"traceId": "t1"},
        score(0.0, gen_ai__response__id="r1"),
        score(1.0, gen_ai__conversation__id="c3"),
        score(1.0),
        {"body": {"stringValue": "hello"}},
        score(1.0, event__name="gen_ai.evaluation.result") | {"eventName": None, "traceId": "t4"},
    )
    calls = spans(call(), answered, call(gen_ai__conversation__id="c3", trace="t3"), call(trace="t4"))
    reading = read(document("spans", calls), document("logs", records))
    assert {trial.task_id: trial.verdict for trial in reading.trials} == {
        "c9": "rejected",
        "c3": "accepted",
        "t1": "accepted",
        "t4": "accepted",
    }
    assert said(reading, "unplaced") == "Scores that name no trace, conversation or response: 1; they are left out."


def test_a_task_without_a_score_has_no_verdict() -> None:
    reading = read(document("o", spans(call())))
    assert said(reading, "unscored") == (
        "Tasks without a score in these files: 1; they count as no verdict, not as rejected."
    )


def test_spans_that_are_no_calls_are_not_counted() -> None:
    http = {"traceId": "t1", "attributes": [{"key": "http.method", "value": {"stringValue": "GET"}}, 5, {"key": 1}]}
    embedding = call(gen_ai__operation__name="embeddings")
    nowhere = call() | {"traceId": None}
    reading = read(document("o", spans(call(), http, embedding, nowhere, call(trace="t5", **TOOL))))
    assert len(list(reading.trials)) == 1
    assert said(reading, "no-call") == "Spans that are no model calls: 3; they are not counted."


def test_a_conversation_of_tools_alone_is_no_task() -> None:
    assert trials(document("o", spans(call(gen_ai__conversation__id="c1", **TOOL), call(trace="t2", **TOOL)))) == []


def test_several_models_are_told() -> None:
    reading = read(document("o", spans(call(gen_ai__response__model="a"), call(gen_ai__response__model="b"))))
    assert said(reading, "models") == "The calls went to several models (a, b); each task shows its first."


def test_what_is_nested_wrongly_is_nothing() -> None:
    odd = {"resourceSpans": [5, {"scopeSpans": 7}, {"scopeSpans": [{"spans": [None]}]}], "resourceLogs": None}
    assert trials(document("o", odd)) == []


def test_tasks_are_gathered_up_to_a_limit() -> None:
    source = lines("o", spans(call()), spans(call(trace="t2")))
    assert len(trials(source, limits=Limits(tasks=2))) == 2
    code, sentence = refusal(source, limits=Limits(tasks=1))
    assert code == "too-many-tasks"
    assert sentence == ("o holds events of more than 1 tasks, which have to be gathered first; give it in parts.")


def test_an_operation_of_the_wrong_kind_is_no_operation() -> None:
    assert only(call(gen_ai__operation__name=["chat"])).tokens_in == 40
