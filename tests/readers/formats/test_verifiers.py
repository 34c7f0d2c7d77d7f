"""verifiers: three generations of rows, and audits."""

import pytest

from app.readers.files import read_files
from app.readers.source import Source
from tests.readers.making import codes, document, lines, read, said, trials, verdicts


def old(prompt: str | None, reward: float | None = 1.0, **fields: object) -> dict[str, object]:
    return {
        "id": 0, "prompt": prompt and [{"role": "user", "content": prompt}],
        "completion": [{"role": "assistant", "content": "4"}],
        "task": "default", "generation_ms": 1500.0, "scoring_ms": 500.0, "total_ms": 2000.0, "answer": "4",
        "reward": reward, "calls": 2.0, **fields,
    }  # fmt: skip


def metadata(name: str = "metadata.json", **fields: object) -> Source:
    given = {"env": "sums", "model": "maker/model", "num_examples": 2, "rollouts_per_example": 1}
    return document(
        name, given | {"sampling_args": {"max_tokens": None, "temperature": 0.6}, "avg_reward": 0.5} | fields
    )


def test_a_row_of_2025_is_read_whole() -> None:
    reading = read(metadata(), lines("results.jsonl", old("2+2"), old("3+3", 0.0)))
    first, second = reading.trials
    assert (first.task_id, first.repeat) == (first.prompt_hash, 0)
    assert first.task_id != second.task_id
    assert (first.verdict, second.verdict, first.components) == ("accepted", "rejected", {"calls": 2.0})
    assert (first.model_name, first.model_revision, first.sampling) == ("maker/model", None, {"temperature": 0.6})
    assert (first.latency_s, first.latency_kind, first.usage_known, first.has_output) == (1.5, "agent", False, True)
    assert (reading.total, reading.finished, reading.stated) == (2, True, {"avg_reward": 0.5})


def test_the_prompt_pairs_rows_and_not_the_id_of_2025() -> None:
    rows = [old("2+2", id=0), old("3+3", id=0), old("2+2", id=1), old("3+3", id=1)]
    reading = read(lines("results.jsonl", *rows))
    assert [trial.repeat for trial in reading.trials] == [0, 0, 1, 1]
    assert "ids-mixed" in codes(reading)
    assert "ids-mixed" not in codes(read(lines("results.jsonl", old("2+2", id=0), old("2+2", id=0))))


def test_a_row_without_a_prompt_is_known_by_its_id() -> None:
    reading = read(lines("results.jsonl", old(None, id=7), old(None, id=None)))
    assert [trial.task_id for trial in reading.trials] == ["7"]
    assert said(reading, "bad-row") == "Line 2 of results.jsonl has neither an id nor a prompt, and is left out."
    assert "no-metadata" in codes(reading)


def test_modules_that_the_environment_lacked_are_said() -> None:
    def tool(content: object) -> dict[str, object]:
        return {"role": "tool", "content": content}

    lacked = tool("Traceback (most recent call last):\n  x\nModuleNotFoundError: No module named 'sympy'\n")
    answers = [
        lacked,
        tool("Traceback (most recent call last):\nnothing"),
        tool("No module named 'a'"),
        tool("4"),
        tool(None),
    ]
    reading = read(lines("results.jsonl", old("2+2", completion=[*answers, {"role": "assistant"}]), old("3+3")))
    first, second = reading.trials
    assert first.tool_errors == ("ModuleNotFoundError: No module named 'sympy'", "error", "No module named 'a'")
    assert second.tool_errors == ()
    assert said(reading, "tool-errors") == (
        '"No module named" stands in a tool\'s answer in 1 of 2 rows: '
        "the environment lacked a module that the model asked for."
    )


def test_the_threshold_of_the_tool_is_assumed_and_said() -> None:
    rows = lines("results.jsonl", old("2+2", 0.5), old("3+3", 0.4), old("4+4", None))
    assert verdicts(rows) == ["a", "r", "-"]
    assert said(read(rows), "threshold-assumed").startswith("No threshold was declared: a reward of 0.5 and above")
    assert verdicts(metadata(pass_threshold=0.4), rows) == ["a", "a", "-"]
    assert verdicts(metadata(pass_threshold=0.4), rows, threshold=1) == ["r", "r", "-"]


def test_rows_that_the_run_counts_and_that_are_missing_are_said() -> None:
    reading = read(metadata(num_examples=4), lines("results.jsonl", old("2+2")))
    assert said(reading, "rows-missing") == "Rows that the run counts and that are not here: 3."
    assert reading.finished is False


def test_all_examples_are_no_count() -> None:
    assert read(metadata(num_examples=-1), lines("results.jsonl", old("2+2"))).total is None


def test_metadata_goes_to_the_rows_that_it_averages() -> None:
    halves = lines("a.jsonl", old("2+2"), old("3+3", 0.0))
    wholes = lines("b.jsonl", old("2+2"), old("3+3"))
    strays = lines("c.jsonl", old("2+2"))
    good, bad = metadata("good.json", avg_reward=1.0, model="good"), metadata("bad.json", model="bad")
    lonely = metadata("lonely.json", avg_reward=0.25)
    readings = read_files([halves, wholes, strays, good, bad, lonely])
    found = [[file.name for file in reading.files] for reading in readings]
    assert found == [["bad.json", "a.jsonl"], ["good.json", "b.jsonl"], ["c.jsonl"], ["lonely.json"]]
    assert said(readings[3], "no-rows") == "The rows that belong to lonely.json are not among the files."


LATER = {
    "example_id": 3, "prompt": "2+2", "completion": [], "reward": 1.0, "metrics": {"style": 0.5, "note": "x"},
    "timing": {"generation": {"start": 100.0, "end": 102.5}}, "is_completed": True, "is_truncated": True,
    "token_usage": {"input_tokens": 10, "output_tokens": 2}, "stop_condition": "max_turns", "error": None,
}  # fmt: skip


def test_a_row_of_later_versions_is_read_whole() -> None:
    run = document("metadata.json", {
        "env_id": "sums", "model": "m", "num_examples": 1, "rollouts_per_example": 1, "avg_metrics": {"style": 0.5},
        "version_info": {"vf_commit": "abc"},
    })  # fmt: skip
    reading = read(run, lines("results.jsonl", LATER))
    (trial,) = reading.trials
    assert (trial.task_id, trial.verdict, trial.components, trial.truncated) == ("3", "accepted", {"style": 0.5}, True)
    assert (trial.latency_s, trial.tokens_in, trial.tokens_out, trial.usage_known) == (2.5, 10, 2, True)
    assert (trial.error_type, trial.has_output, reading.stated) == (None, False, {"avg_style": 0.5})


@pytest.mark.parametrize(
    ("timing", "latency"),
    [
        ({"generation_ms": 1500}, 1.5),
        ({"generation": 2.0}, 2.0),
        ({"generation": {"start": 0.0, "end": 5.0}}, None),
        ({"generation": {"start": 9.0, "end": 5.0}}, None),
        ({"generation": {"start": 9.0}}, None),
        ({}, None),
        ("x", None),
    ],
)
def test_every_way_to_write_the_time_is_read(timing: object, latency: float | None) -> None:
    assert [trial.latency_s for trial in trials(lines("results.jsonl", LATER | {"timing": timing}))] == [latency]


@pytest.mark.parametrize(
    ("fields", "error", "verdict"),
    [
        ({"error": {"error": "SandboxError", "error_chain": "x"}}, "SandboxError", "none"),
        ({"error": "broken"}, "broken", "none"),
        ({"error": ["?"]}, "error", "none"),
        ({"stop_condition": "timeout_reached"}, "timeout", "accepted"),
    ],
)
def test_errors_of_later_rows_are_no_verdict(fields: dict[str, object], error: str, verdict: str) -> None:
    (trial,) = trials(lines("results.jsonl", LATER | fields))
    assert (trial.error_type, trial.verdict) == (error, verdict)


def trace(score: float | None = 1.0, **fields: object) -> dict[str, object]:
    return {
        "agent": {"config": {"model": "maker/model", "sampling": {"temperature": 0.6}}, "trainable": True},
        "calls": [call(), call()], "rewards": {"correct": {"score": score, "weight": 2.0}},
        "timing": {"start": 1793000060.0, "agent": {"start": 1793000061.0, "end": 1793000065.0}},
        "errors": [], "ok": True, **fields,
    }  # fmt: skip


def call(reason: str = "stop", **usage: object) -> dict[str, object]:
    counted = {"prompt_tokens": 10, "completion_tokens": 2, "cached_input_tokens": 4, "cost": 0.01}
    return {"finish_reason": reason, "usage": counted | usage}


def episode(*traces: dict[str, object], **fields: object) -> dict[str, object]:
    task = {"key": "t1", "hash": "h1", "data": {"prompt": "2+2"}}
    given = {"env": {"id": "sums"}, "task": task, "group": {"id": "g"}, "ok": True, "errors": []}
    return given | {"traces": list(traces)} | fields


def test_an_episode_is_read_whole() -> None:
    first, second = trials(lines("traces.jsonl", episode(trace()), episode(trace())))
    assert (first.task_id, first.repeat, second.repeat, second.line) == ("t1", 0, 1, 2)
    assert (first.verdict, first.reward, first.components) == ("accepted", 2.0, {"correct": 1.0})
    assert (first.model_name, first.sampling) == ("maker/model", {"temperature": 0.6})
    assert (first.latency_s, first.latency_kind, first.truncated, first.has_output) == (4.0, "agent", False, True)
    assert (first.tokens_in, first.tokens_in_cached, first.tokens_out, first.usage_known) == (20, 8, 4, True)
    assert first.cost_usd == pytest.approx(0.02)
    assert first.started_at == "2026-10-26T07:34:20+00:00"


@pytest.mark.parametrize(
    ("row", "verdict", "error"),
    [
        (episode(trace(None)), "none", None),
        (episode(trace(rewards={})), "none", None),
        (episode(trace(0.0)), "rejected", None),
        (episode(trace(), errors=[{"type": "SandboxError", "message": "x"}]), "none", "SandboxError"),
        (episode(trace(errors=["broken"])), "none", "broken"),
        (episode(trace(error={"message": 1})), "none", "error"),
        (episode(trace(), ok=False), "none", "error"),
        (episode(trace(ok=False)), "none", "error"),
        (episode(trace(0.0), is_timeout=True), "rejected", "timeout"),
        (episode(trace(is_timeout=True)), "accepted", "timeout"),
        (episode(), "none", None),
    ],
)
def test_what_was_not_scored_is_no_rejection(row: object, verdict: str, error: str | None) -> None:
    (trial,) = trials(lines("traces.jsonl", row))
    assert (trial.verdict, trial.error_type) == (verdict, error)


def test_a_count_that_one_call_lacks_is_not_known() -> None:
    calls = [call(), call("length", cost=None, cached_input_tokens=None)]
    (trial,) = trials(lines("traces.jsonl", episode(trace(calls=calls))))
    assert (trial.tokens_in, trial.tokens_in_cached, trial.cost_usd, trial.truncated) == (20, None, None, True)
    (bare,) = trials(lines("traces.jsonl", episode(trace(calls=[call(), {}]))))
    assert (bare.tokens_in, bare.usage_known) == (None, False)
    (none,) = trials(lines("traces.jsonl", episode({"rewards": {"a": {"score": True}}})))
    assert (none.verdict, none.has_output, none.truncated, none.started_at) == ("accepted", None, None, None)


def test_the_agent_that_is_trained_is_read() -> None:
    other = trace(0.0, agent={"trainable": False})
    reading = read(lines("traces.jsonl", episode(other, trace()), episode(other, other)))
    assert [trial.verdict for trial in reading.trials] == ["accepted", "rejected"]
    assert said(reading, "several-agents") == (
        "Episodes with more than one agent: 2; the reward and usage of the one that is trained were read."
    )


def test_a_named_reward_counts_alone() -> None:
    rewards = {"correct": {"score": 0.0}, "style": {"score": 1.0}}
    row = lines("traces.jsonl", episode(trace(rewards=rewards)))
    assert [trial.reward for trial in trials(row)] == [1.0]
    assert verdicts(row, scorer="correct", threshold=1) == ["r"]
    assert verdicts(row, scorer="style", threshold=1) == ["a"]


def test_an_episode_without_a_task_is_left_out() -> None:
    reading = read(lines("traces.jsonl", episode(trace()), episode(trace(), task={})))
    assert said(reading, "bad-row") == "Line 2 of traces.jsonl names no task, and is left out."


def test_an_audit_says_which_reference_solutions_pass() -> None:
    rows = [
        {"task_key": "a", "mode": "gold", "valid": True, "reason": "valid"},
        {"task_key": "a", "mode": "setup", "valid": False, "reason": "invalid"},
        {"task_key": "b", "mode": "gold", "valid": False, "reason": "timeout"},
        {"task_key": "c", "mode": None, "valid": True},
        {"task_key": "d", "mode": "gold", "valid": False},
        {"task_key": "e", "mode": "gold", "valid": None},
        {"task_key": None, "mode": "gold", "valid": True},
    ]
    reading = read(lines("results.jsonl", *rows))
    found = list(reading.trials)
    assert [trial.verdict[0] for trial in found] == ["a", "r", "n", "a", "r", "n"]
    assert [trial.repeat for trial in found] == [0, 1, 0, 0, 0, 0]
    assert (found[2].error_type, found[2].infra, found[0].sampling, found[3].sampling) == (
        "timeout",
        True,
        {"mode": "gold"},
        {},
    )
    assert said(reading, "audit") == "This is an audit of the verifier (gold, setup), not a run of a model."
    assert said(reading, "bad-row") == "Line 7 of results.jsonl names no task, and is left out."


def test_an_audit_without_modes_is_read_too() -> None:
    assert codes(read(lines("results.jsonl", {"task_key": "a", "mode": None, "valid": True}))) == []


def test_a_row_with_a_prompt_and_no_id_is_known_by_its_prompt() -> None:
    (trial,) = trials(lines("results.jsonl", old("2+2", id=None)))
    assert trial.task_id == trial.prompt_hash
