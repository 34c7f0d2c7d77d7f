"""Harbor: trials, jobs, and which rewards stand."""

import pytest

from app.readers.files import read_files
from app.readers.source import Source
from tests.readers.making import codes, document, read, said, trials, verdicts


def result(name: str = "a", reward: float | None = 1.0, error: object = None, **fields: object) -> dict[str, object]:
    return {
        "task_name": "fix-cron", "trial_name": f"fix-cron__{name}", "task_id": {"path": "tasks/fix-cron"},
        "task_checksum": "c0ffee", "agent_info": {"model_info": {"name": "maker/model", "provider": "vllm"}},
        "agent_result": {"n_input_tokens": 100, "n_cache_tokens": 40, "n_output_tokens": 5, "cost_usd": 0.1},
        "verifier_result": None if reward is None else {"rewards": {"reward": reward}},
        "exception_info": error and {"exception_type": error},
        "agent_execution": {"started_at": "2026-11-01T09:00:00Z", "finished_at": "2026-11-01T09:01:30Z"},
        "started_at": "2026-11-01T08:59:00Z", "finished_at": "2026-11-01T09:02:00Z", **fields,
    }  # fmt: skip


def trial(name: str = "a", reward: float | None = 1.0, error: object = None, **fields: object) -> Source:
    return document(f"{name}/result.json", result(name, reward, error, **fields))


def job(*names: str, name: str = "result.json", **fields: object) -> Source:
    listed = {"reward": {"1.0": [f"fix-cron__{item}" for item in names]}}
    evaluation = {"reward_stats": listed, "pass_at_k": {"2": 0.5}}
    stats = {"n_completed_trials": len(names), "cost_usd": 0.1, "evals": {"all": evaluation}}
    given = {"n_total_trials": len(names), "stats": stats, "finished_at": "2026-11-01T11:00:00Z", "trial_results": []}
    return document(name, given | fields)


def test_a_trial_is_read_whole() -> None:
    (found,) = trials(trial())
    assert (found.task_id, found.repeat, found.verdict, found.reward, found.components) == (
        "fix-cron",
        0,
        "accepted",
        1.0,
        {},
    )
    assert (found.model_name, found.model_revision, found.prompt_hash) == ("maker/model", None, "c0ffee")
    assert (found.tokens_in, found.tokens_in_cached, found.tokens_out, found.usage_known) == (100, 40, 5, True)
    assert (found.latency_s, found.latency_kind, found.cost_usd) == (90.0, "agent", 0.1)
    assert (found.started_at, found.finished_at) == ("2026-11-01T08:59:00Z", "2026-11-01T09:02:00Z")


@pytest.mark.parametrize(
    ("error", "reward", "verdict", "infra"),
    [
        (None, 0.0, "rejected", None),
        (None, None, "none", None),
        ("AgentTimeoutError", 1.0, "accepted", False),
        ("AgentTimeoutError", 0.0, "rejected", False),
        ("ContextLengthExceededError", 0.0, "rejected", False),
        ("NonZeroAgentExitCodeError", 0.0, "rejected", False),
        ("VerifierTimeoutError", None, "none", True),
        ("VerifierOutputParseError", 0.0, "none", True),
        ("RewardFileNotFoundError", 0.0, "none", True),
        ("EnvironmentStartTimeoutError", 0.0, "none", True),
        ("litellm.exceptions.RateLimitError", 0.0, "none", True),
        ("APIConnectionError", 0.0, "none", True),
        ("CancelledError", 0.0, "none", True),
        ("OddError", 1.0, "none", None),
    ],
)
def test_a_reward_stands_after_the_failures_of_the_agent_only(
    error: str | None, reward: float | None, verdict: str, *, infra: bool | None
) -> None:
    (found,) = trials(trial(reward=reward, error=error))
    assert (found.verdict, found.error_type, found.infra) == (verdict, error, infra)


def test_exceptions_that_nobody_knows_are_asked_about() -> None:
    sentence = "Ask whether the reward stands after OddError: Harbor would let it stand, here it is no verdict."
    assert said(read(trial(error="OddError")), "unknown-exceptions") == sentence
    (found,) = trials(trial(exception_info={"x": 1}))
    assert (found.verdict, found.error_type) == ("none", "unknown exception")


def test_a_reward_that_harbor_calls_invalid_is_no_verdict() -> None:
    assert verdicts(trial(reward_valid=False)) == ["-"]
    assert verdicts(trial(reward_valid=True)) == ["a"]


def test_an_agent_that_ran_out_of_room_was_truncated() -> None:
    assert [found.truncated for found in trials(trial(error="OutputLengthExceededError"), trial())] == [True, None]


def test_the_declared_reward_counts() -> None:
    rewards = {"rewards": {"tests": 1.0, "style": 0.0}}
    source = trial(verifier_result=rewards)
    (found,) = trials(source, scorer="tests")
    assert (found.verdict, found.components) == ("accepted", {"style": 0.0})
    assert verdicts(source, scorer="style") == ["r"]
    assert verdicts(source) == ["-"]
    assert (
        said(read(source), "scorer-needed") == "Trials have several rewards; declare the one that counts: tests, style."
    )
    assert verdicts(trial(verifier_result={"rewards": {"tests": 1}})) == ["a"]


def test_a_job_takes_in_its_trials_and_says_what_is_missing() -> None:
    reading = read(job("a", "b", "c"), trial("a"), trial("b", 0.0, agent_result=None))
    assert [found.repeat for found in reading.trials] == [0, 1]
    assert (reading.total, reading.completed, reading.status, reading.finished) == (3, 3, "finished", True)
    assert reading.stated == {"cost_usd": 0.1, "pass@2": 0.5}
    assert said(reading, "trials-missing") == "Trials that the job counts and that are not here: 1."
    assert said(reading, "cost-partly-known") == (
        "The cost that the job states leaves out the trials that report none: 1 of 2."
    )


def test_a_job_may_hold_its_trials_itself() -> None:
    source = job("a", "b", trial_results=[result("a"), result("b", 0.0)])
    assert verdicts(source, trial("a")) == ["a", "r"]


def test_a_job_that_still_runs_is_said_to_be_a_part() -> None:
    reading = read(job("a", finished_at=None, stats={"evals": {"a": {}, "b": {}}}), trial("a"))
    assert "unfinished" in codes(reading)
    assert (reading.status, reading.finished, reading.stated) == ("running", False, {})


def test_trials_go_to_the_job_that_names_them() -> None:
    jobs = [job("a", name="one.json"), job("b", name="two.json")]
    readings = read_files([*jobs, trial("b"), trial("a"), trial("c")])
    found = [[file.name for file in reading.files] for reading in readings]
    assert found == [["one.json", "a/result.json"], ["two.json", "b/result.json"], ["c/result.json"]]


def test_a_task_is_known_by_its_name_or_path_or_checksum() -> None:
    sources = [
        trial(task_name=None),
        trial(task_name=None, task_id="some-task"),
        trial(task_name=None, task_id=None),
        trial(task_name=None, task_id=None, task_checksum=None),
        trial(task_name=None, task_id=None, task_checksum=None),
    ]
    found = [item.task_id for item in trials(*sources)]
    assert found == ["tasks/fix-cron", "some-task", "c0ffee", "unnamed task 1", "unnamed task 2"]


def test_the_model_that_was_asked_for_stands_in_for_the_one_that_answered() -> None:
    source = trial(agent_info={}, config={"agent": {"model_name": "vllm/maker/model"}})
    assert [found.model_name for found in trials(source)] == ["vllm/maker/model"]


def test_usage_that_was_not_measured_costs_nothing_that_is_known() -> None:
    nothing = {"n_input_tokens": 0, "n_output_tokens": 0, "cost_usd": 0.0}
    (found,) = trials(trial(agent_result=nothing))
    assert (found.usage_known, found.cost_usd) == (False, None)
