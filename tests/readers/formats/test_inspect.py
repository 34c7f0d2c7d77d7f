"""Inspect logs: whole, crashed, cancelled, limited, old and new."""

from collections.abc import Mapping

import pytest

from app.readers.limits import Limits
from app.readers.source import Source, of_bytes
from tests.readers.making import (
    ZSTANDARD,
    Packed,
    archive,
    by_hand,
    codes,
    document,
    read,
    refusal,
    said,
    summary,
    trials,
    verdicts,
)

EVAL = {"task": "demo", "model": "maker/model", "dataset": {"samples": 2}, "config": {"epochs": 1}}
RESULTS = {
    "total_samples": 2,
    "completed_samples": 2,
    "scores": [{"name": "match", "scorer": "match", "metrics": {"accuracy": {"name": "accuracy", "value": 0.5}}}],
}
USAGE = {"maker/model": {"input_tokens": 40, "output_tokens": 3, "total_tokens": 43}}


def sample(task: object = "q1", value: object = "C", **fields: object) -> dict[str, object]:
    return {"id": task, "epoch": 1, "input": "Is 1 even?", "scores": {"match": {"value": value}}} | fields


def log(*samples: object, **fields: object) -> dict[str, object]:
    return {"version": 2, "status": "success", "eval": EVAL, "results": {}, "samples": list(samples)} | fields


def file(*samples: object, **fields: object) -> Source:
    return document("log.json", log(*samples, **fields))


def test_a_sample_is_read_whole() -> None:
    generate = {"temperature": 0.6, "seed": None}
    given = sample(
        epoch=3,
        output={"choices": [{"stop_reason": "stop"}]},
        model_usage=USAGE,
        total_time=1.5,
        working_time=1.0,
        started_at="2026-11-01T00:00:00+00:00",
        completed_at="2026-11-01T00:00:01+00:00",
    )
    plan = {"config": {"top_p": 0.9, "temperature": 1.0}}
    (trial,) = trials(file(given, eval=EVAL | {"model_generate_config": generate}, plan=plan))
    assert (trial.task_id, trial.repeat, trial.cluster, trial.verdict, trial.reward) == ("q1", 2, "", "accepted", 1.0)
    assert (trial.model_name, trial.model_revision, trial.sampling) == (
        "maker/model",
        None,
        {"top_p": 0.9, "temperature": 0.6},
    )
    assert (trial.latency_s, trial.latency_kind) == (1.5, "sample")
    assert (trial.tokens_in, trial.tokens_out, trial.usage_known, trial.has_output) == (40, 3, True, True)
    assert (trial.started_at, trial.finished_at) == ("2026-11-01T00:00:00+00:00", "2026-11-01T00:00:01+00:00")
    assert trial.prompt_hash is not None


@pytest.mark.parametrize(
    ("value", "reward"),
    [
        ("C", 1),
        ("I", 0),
        ("P", 0.5),
        ("N", 0),
        ("yes", 1),
        ("No", 0),
        (True, 1),
        (False, 0),
        (0.25, 0.25),
        ("0.5", 0.5),
    ],
)
def test_every_way_to_write_a_score_is_read(value: object, reward: float) -> None:
    assert [trial.reward for trial in trials(file(sample(value=value)))] == [reward]


@pytest.mark.parametrize("value", ["well", {"a": [1]}, [1, 0]])
def test_a_score_that_is_no_number_counts_as_0_with_a_warning(value: object) -> None:
    reading = read(file(sample(value=value)))
    assert [trial.reward for trial in reading.trials] == [0.0]
    assert said(reading, "odd-scores") == "Scores that are lists, objects or words count as 0, as in Inspect: 1."


def test_a_score_that_is_no_number_at_all_is_no_verdict() -> None:
    given = log(sample(value=None), sample(value="NaN"), sample(scores={}))
    raw = document("log.json", given)
    assert verdicts(raw) == ["-", "-", "-"]
    assert said(read(raw), "unscored") == "Samples without a score, and so without a verdict: 3."


def test_the_commit_of_the_task_is_not_the_revision_of_the_weights() -> None:
    revision = {"revision": {"type": "git", "commit": "c" * 40}}
    reading = read(file(sample(), eval=EVAL | revision))
    assert [trial.model_revision for trial in reading.trials] == [None]
    assert reading.cannot_prove[0].endswith("the commit in it is that of the task's code.")


def test_an_error_is_no_verdict_whatever_was_scored_and_its_share_is_said() -> None:
    broken = sample("q2", error={"message": "RuntimeError('sandbox died')"})
    source = file(sample(), broken, sample("q3", error="what?"), results=RESULTS | {"total_samples": 3})
    found = trials(source)
    assert [trial.verdict for trial in found] == ["accepted", "none", "none"]
    assert [trial.error_type for trial in found] == [None, "RuntimeError", "error"]
    assert said(read(source), "errors") == (
        "Samples that ended in an error, without a verdict: 2; "
        "Inspect leaves them out of the accuracy of 0.500000 that the log states."
    )
    without = file(sample("q3", error="what?"))
    assert said(read(without), "errors") == "Samples that ended in an error, without a verdict: 1."


@pytest.mark.parametrize(
    ("limit", "error", "is_truncated"),
    [
        ("time", "timeout", False),
        ("working", "timeout", False),
        ("token", "limit: token", True),
        ("cost", "limit: cost", False),
    ],
)
def test_a_limit_is_named_and_a_score_after_it_counts(limit: str, error: str, *, is_truncated: bool) -> None:
    (trial,) = trials(file(sample(value="I", limit={"type": limit, "limit": 60})))
    assert (trial.verdict, trial.error_type, trial.truncated) == ("rejected", error, is_truncated)


def test_a_summary_names_its_limit_by_a_word() -> None:
    (trial,) = trials(file(sample(limit="message")))
    assert trial.error_type == "limit: message"


def test_an_invalidated_run_has_no_verdicts() -> None:
    source = file(sample(), invalidated=True)
    assert verdicts(source) == ["-"]
    assert "invalidated" in codes(read(source))


def test_the_declared_scorer_counts_and_the_others_are_components() -> None:
    given = sample(scores={"match": {"value": "C"}, "style": {"value": {"short": 0, "kind": "C", "why": ["x"]}}})
    source = file(given)
    (trial,) = trials(source, scorer="style.kind", threshold=1)
    assert (trial.reward, trial.components) == (1.0, {"match": 1.0, "style": 0.0, "style.short": 0.0})
    reading = read(source)
    assert [trial.reward for trial in reading.trials] == [1.0]
    assert said(reading, "several-scorers") == (
        "The log has several scores; match was read. Declare the one that counts: match, style."
    )


def test_a_scorer_that_the_log_does_not_have_is_refused() -> None:
    source = file(sample(), results=RESULTS)
    assert refusal(source, scorer="style") == ("no-such-score", "log.json has no score style; it has match.")
    assert verdicts(source, scorer="match") == ["a"]
    assert verdicts(file(sample()), scorer="style") == ["-"]


def test_figures_that_the_log_states_are_kept() -> None:
    metrics = {"accuracy": {"name": "accuracy", "value": 0.5}, "odd": {"name": "odd", "value": None}}
    scores = [{"name": "match", "reducer": "mean", "metrics": metrics}, {"name": "other", "metrics": metrics}]
    reading = read(file(sample(), results={"scores": scores}), scorer="match")
    assert reading.stated == {"match.mean.accuracy": 0.5, "accuracy": 0.5, "other.accuracy": 0.5}


def test_samples_are_clustered_as_the_standard_error_was() -> None:
    metrics = {"stderr": {"name": "stderr", "value": 0.1, "params": {"cluster": "document"}}}
    scores = {"scores": [{"name": "match", "metrics": {"accuracy": {}, **metrics}}]}
    given = [sample(metadata={"document": "d1"}), sample("q2")]
    assert [trial.cluster for trial in trials(file(*given, results=scores))] == ["d1", ""]
    planned = {"scorers": [{"name": "match", "metrics": [{"name": "stderr", "options": {"cluster": "document"}}]}]}
    assert [trial.cluster for trial in trials(file(*given, eval=EVAL | planned))] == ["d1", ""]


def test_the_model_under_test_is_counted_and_its_judge_is_not() -> None:
    judged = USAGE | {"judge": {"input_tokens": 1000, "output_tokens": 1000}}
    known, unknown = trials(file(sample(model_usage=judged), sample("q2", model_usage={"a": {}, "b": {}})))
    assert (known.tokens_in, known.tokens_out) == (40, 3)
    assert (unknown.tokens_in, unknown.tokens_out, unknown.usage_known) == (None, None, False)


def test_what_came_out_of_a_cache_is_counted_once() -> None:
    usage = {
        "input_tokens": 10,
        "input_tokens_cache_read": 30,
        "output_tokens": 3,
        "total_tokens": 43,
        "total_cost": 0.2,
    }
    (trial,) = trials(file(sample(model_usage={"alias": usage})))
    assert (trial.tokens_in, trial.tokens_in_cached, trial.tokens_out, trial.cost_usd) == (40, 30, 3, 0.2)
    (bare,) = trials(file(sample(model_usage={"alias": {"input_tokens": 10, "output_tokens": 3}})))
    assert (bare.tokens_in, bare.tokens_out) == (10, 3)


def test_an_old_log_is_asked_for_its_events_and_its_only_answer() -> None:
    events = [{"timestamp": "2024-10-15T12:00:00Z"}, {"timestamp": "2024-10-15T12:00:02Z"}]
    usage = {"usage": {"input_tokens": 5, "output_tokens": 1}, "choices": []}
    messages = [{"role": "user"}, {"role": "assistant"}]
    (trial,) = trials(file(sample(transcript={"events": events}, output=usage, messages=messages)))
    assert (trial.latency_s, trial.tokens_in, trial.has_output) == (2.0, 5, False)
    twice = sample(
        events=[events[0], {"completed": "2024-10-15T12:00:03Z"}], output=usage, messages=[*messages, messages[1]]
    )
    (trial,) = trials(file(twice))
    assert (trial.latency_s, trial.tokens_in) == (3.0, None)


@pytest.mark.parametrize(
    "events", [[{"timestamp": "2024-10-15T12:00:02Z"}, {"timestamp": "2024-10-15T12:00:00"}], [{"timestamp": "x"}], [1]]
)
def test_a_clock_that_cannot_be_read_is_not_known(events: object) -> None:
    assert [trial.latency_s for trial in trials(file(sample(events=events)))] == [None]


def test_errors_of_tools_are_kept_by_kind() -> None:
    messages = [
        {"role": "tool", "function": "bash", "error": {"type": "timeout"}},
        {"role": "tool", "error": {"type": "parsing"}},
        {"role": "tool", "function": "bash"},
        {"role": "assistant", "error": {"type": "x"}},
    ]
    assert [trial.tool_errors for trial in trials(file(sample(messages=messages)))] == [
        ("bash: timeout", "tool: parsing")
    ]


def test_a_cancelled_run_is_said_to_be_a_part() -> None:
    reading = read(file(sample(), status="cancelled", results=RESULTS | {"total_samples": 5}))
    assert codes(reading) == ["unfinished", "samples-missing", "threshold-assumed"]
    assert said(reading, "unfinished") == (
        'The run did not finish: its status is "cancelled". Figures in the log are those of a part.'
    )
    assert (reading.status, reading.finished, reading.total, reading.completed) == ("cancelled", False, 5, 2)


@pytest.mark.parametrize(
    ("config", "dataset", "total", "limited_to"),
    [
        ({"limit": 10}, {"samples": 100, "sample_ids": [1, 2, 3]}, 3, 3),
        ({"limit": 10, "epochs": 2}, {"samples": 100}, 20, 10),
        ({"limit": 10}, {"samples": 100}, None, 10),
        ({"limit": [0, 10]}, {"samples": 100}, None, None),
        ({}, {"samples": 100}, 3, None),
    ],
)
def test_a_limited_run_is_said_to_be_one(
    config: object, dataset: object, total: int | None, limited_to: int | None
) -> None:
    reading = read(file(sample(), eval=EVAL | {"config": config, "dataset": dataset}, results={"total_samples": total}))
    assert reading.limited_to == limited_to
    assert ("limited" in codes(reading)) is (limited_to is not None)


def test_a_sample_without_an_id_is_left_out() -> None:
    reading = read(file(sample(), sample(None), 7))
    assert len(list(reading.trials)) == 1
    assert said(reading, "bad-row") == "Samples without an id, which are left out: 2."


def eval_log(entries: Mapping[str, object], method: int = ZSTANDARD) -> Source:
    return archive("log.eval", entries, method=method)


HEADER = {"version": 2, "status": "success", "eval": EVAL, "results": RESULTS}
START = {"version": 2, "eval": EVAL, "plan": {}}


@pytest.mark.parametrize("method", [8, ZSTANDARD])
def test_an_archive_is_read_sample_by_sample(method: int) -> None:
    entries = {
        "_journal/start.json": START,
        "samples/q1_epoch_1.json": sample(),
        "samples/q2_epoch_1.json": sample("q2", "I"),
        "samples/readme.txt": "hello",
        "summaries.json": [sample(), sample("q2", "I"), sample("q3")],
        "header.json": HEADER,
    }
    assert verdicts(eval_log(entries, method)) == ["a", "r", "a"]


def test_a_crashed_run_is_read_from_its_journal() -> None:
    entries = {
        "_journal/start.json": START,
        "_journal/summaries/1.json": [sample(), sample("q2", "I")],
        "_journal/summaries/2.json": [sample("q3", error="RuntimeError('x')"), 7],
    }
    reading = read(eval_log(entries))
    assert [trial.verdict for trial in reading.trials] == ["accepted", "rejected", "none"]
    assert (reading.status, reading.finished) == ("started", False)
    assert said(reading, "unfinished") == 'The run did not finish: its status is "started".'


def test_an_entry_that_cannot_be_read_falls_back_to_its_summary() -> None:
    large = sample("q1", note="x" * 5000)
    entries = {
        "header.json": HEADER,
        "samples/a.json": large,
        "samples/b.json": "{",
        "summaries.json": [sample(), sample("q2")],
    }
    reading = read(eval_log(entries), limits=Limits(document=4000))
    assert [trial.task_id for trial in reading.trials] == ["q1", "q2"]
    assert [remark.sentence for remark in reading.remarks if remark.code == "bad-entry"] == [
        "The entry samples/a.json of log.eval unpacks to more than 0 MiB.",
        "The entry samples/b.json of log.eval is not JSON.",
    ]


def test_a_header_that_cannot_be_read_refuses_the_log() -> None:
    assert refusal(eval_log({"header.json": "{"})) == ("unreadable", "log.eval: its header is not JSON.")


def test_a_log_that_is_damaged_inside_is_refused() -> None:
    packed = Packed.zstandard("header.json", b'{"eval": {}}')
    lie = Packed("samples/a.json", b"nonsense", 9, 9)
    assert refusal(of_bytes("log.eval", by_hand([packed, lie])))[0] == "damaged"


def test_the_summary_of_a_log_shows_both_rates() -> None:
    found = summary(file(sample(), sample("q2", "I"), sample("q3", error="x")), policy="reject")
    assert (found.graded_only, found.of_all) == (0.5, 1 / 3)
    sentence = "Rows without a verdict: 1 of 3; by the declared policy they count as rejected. Both rates are given."
    assert sentence in [remark.sentence for remark in found.remarks]
