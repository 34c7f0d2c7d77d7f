"""Logs of OpenAI's evals, and runs of graders."""

import pytest

from app.readers.limits import Limits
from app.readers.source import Source
from tests.readers.making import codes, document, lines, read, refusal, said, trials, verdicts
from tests.readers.trainer_samples import ERROR, EVENT, GRADE, MATCH, METRICS, REPORT, SAMPLING, SPEC


def log(*events: object) -> Source:
    return lines("log.jsonl", SPEC, *events, REPORT)


def event(kind: str, data: object, **fields: object) -> dict[str, object]:
    return EVENT | {"type": kind, "data": data} | fields


def test_events_are_gathered_by_sample() -> None:
    reading = read(log(SAMPLING, METRICS, MATCH, ERROR, SAMPLING, event("other", {})))
    found = {trial.task_id: trial for trial in reading.trials}
    assert [trial.verdict for trial in found.values()] == ["accepted", "rejected", "none"]
    first = found["sums.0"]
    assert (first.tokens_in, first.tokens_out, first.usage_known, first.model_name) == (80, 6, True, "maker")
    assert (first.started_at, first.line) == ("2026-11-01 09:00:01", 2)
    assert found["sums.1"].components == {"score": 0.5}
    assert found["sums.2"].error_type == "Timeout"
    assert reading.finished is True
    assert reading.stated == {"accuracy": 1.0, "boostrap_std": 0.1}


def test_a_log_without_a_report_did_not_finish() -> None:
    reading = read(lines("log.jsonl", SPEC, MATCH))
    assert "unfinished" in codes(reading)
    assert reading.finished is False
    assert read(lines("log.jsonl", MATCH)).format == "openai_evals"


def test_a_limited_run_says_so() -> None:
    reading = read(lines("log.jsonl", {"spec": {"run_config": {"max_samples": 5}}}, MATCH, REPORT))
    assert said(reading, "limited") == "The run was limited to 5 samples, so it is not the whole evaluation."
    assert reading.limited_to == 5


def test_tokens_that_were_not_counted_are_not_zero() -> None:
    for usage in (None, {"prompt_tokens": 0, "completion_tokens": 0}, {"prompt_tokens": 5}):
        (trial,) = trials(log(MATCH, SAMPLING, event("sampling", {"usage": usage})))
        assert (trial.tokens_in, trial.tokens_out, trial.usage_known) == (None, None, False)


def test_a_sample_that_was_matched_twice_is_two_rows() -> None:
    reading = read(log(SAMPLING, MATCH, event("match", {"correct": None})))
    assert [(trial.repeat, trial.verdict, trial.usage_known) for trial in reading.trials] == [
        (0, "accepted", False),
        (1, "none", False),
    ]
    assert said(reading, "matched-often") == (
        "Samples that were matched more than once: 1; each match is a row, and their tokens cannot be told apart."
    )


def test_of_several_metrics_one_must_be_named() -> None:
    source = log(event("metrics", {"style": 1.0, "length": 0}))
    assert verdicts(source) == ["-"]
    assert "scorer-needed" in codes(read(source))
    assert verdicts(source, scorer="style") == ["a"]


def test_an_error_without_a_type_and_a_line_without_a_sample() -> None:
    reading = read(log(event("error", {}), {"type": "match"}))
    assert [trial.error_type for trial in reading.trials] == ["error"]
    assert "bad-row" in codes(reading)


def grade(**fields: object) -> dict[str, object]:
    return GRADE | fields


@pytest.mark.parametrize("one", [lines("g", GRADE), document("g", [GRADE]), document("g", GRADE)])
def test_a_grade_is_read_and_its_model_is_not_taken_for_the_graded_one(one: Source) -> None:
    (trial,) = trials(one)
    assert (trial.task_id, trial.verdict, trial.reward, trial.line) == ("q1", "accepted", 1.0, 1)
    assert trial.components == {"style": 0.5, "length": 0.25}
    assert (trial.model_name, trial.latency_s, trial.usage_known, trial.infra) == (None, None, False, False)


def test_an_error_of_the_grader_is_no_verdict() -> None:
    errors = {"python_grader_runtime_error": True, "python_grader_runtime_error_details": "boom"}
    (trial,) = trials(lines("g", grade(metadata={"errors": errors})))
    assert (trial.verdict, trial.error_type, trial.infra) == ("none", "python_grader_runtime_error", True)


def test_a_part_of_the_grade_may_decide() -> None:
    assert verdicts(lines("g", GRADE), scorer="style") == ["r"]
    assert verdicts(lines("g", GRADE), scorer="style", threshold=0.5) == ["a"]


def test_grades_pair_by_what_names_them() -> None:
    rows = [grade(task_id="t"), grade(item={"question": "2+2"}), grade(item={"question": "2+2"}), grade(item=None)]
    reading = read(lines("g", *rows))
    found = list(reading.trials)
    assert [(trial.task_id, trial.repeat) for trial in found] == [
        ("t", 0),
        (found[1].task_id, 0),
        (found[1].task_id, 1),
        ("row-4", 0),
    ]
    assert said(reading, "tasks-unknown") == (
        "Rows that name no task: 1; each counts as a task of its own, and cannot be paired with another run."
    )


def test_what_is_no_grade_is_left_out() -> None:
    assert said(read(document("g", [GRADE, 5])), "bad-row") == "Item 2 of g is no grade, and is left out."
    assert said(read(lines("g", GRADE, {"a": 1})), "bad-row") == "Line 2 of g has no reward, and is left out."


def test_samples_are_gathered_up_to_a_limit() -> None:
    assert len(trials(log(MATCH, METRICS), limits=Limits(tasks=2))) == 2
    assert refusal(log(MATCH, METRICS), limits=Limits(tasks=1))[0] == "too-many-tasks"
