"""NeMo Gym rollouts, with failures, inputs and averages beside them."""

import pytest

from app.readers.files import read_files
from app.readers.source import Source
from tests.readers.making import codes, document, lines, read, said, trials, verdicts
from tests.readers.trainer_samples import ANSWER, ASKED, AVERAGES, FAILURE, INPUT, PROFILE, ROLLOUT


def rollout(task: object = 0, number: object = 0, **fields: object) -> dict[str, object]:
    return ROLLOUT | {"_ng_task_index": task, "_ng_rollout_index": number} | fields


def failure(task: object = 1, number: object = 0, **fields: object) -> dict[str, object]:
    return FAILURE | {"_ng_task_index": task, "_ng_rollout_index": number} | fields


def rollouts(*rows: object) -> Source:
    return lines("rollouts.jsonl", *rows)


def test_a_rollout_is_read_whole() -> None:
    (trial,) = trials(rollouts(rollout(3, 2)))
    assert (trial.task_id, trial.repeat, trial.verdict, trial.reward) == ("3", 2, "accepted", 1.0)
    assert trial.components == {"hit": 1.0}
    assert (trial.tokens_in, trial.tokens_in_cached, trial.tokens_out, trial.usage_known) == (40, 8, 5, True)
    assert trial.sampling == {"temperature": 0.6, "max_output_tokens": 64}
    assert (trial.model_name, trial.model_revision) == ("maker/model", None)
    assert (trial.latency_s, trial.latency_kind) == (2.0, "request")
    assert (trial.truncated, trial.has_output, trial.infra, trial.line) == (False, True, False, 1)


def test_without_indexes_rollouts_pair_by_what_was_asked() -> None:
    bare = {"responses_create_params": ASKED, "response": {"model": None, "usage": None}, "reward": -1.0}
    other = bare | {"responses_create_params": ASKED | {"input": "3+3", "model": "asked"}}
    found = trials(rollouts(bare, other, bare))
    assert [(trial.task_id == found[0].task_id, trial.repeat) for trial in found] == [(True, 0), (False, 0), (True, 1)]
    assert found[0].prompt_hash is not None
    assert found[0].task_id == found[0].prompt_hash[:16]
    assert [(trial.usage_known, trial.latency_s, trial.truncated) for trial in found] == [(False, None, None)] * 3
    assert [trial.model_name for trial in found] == [None, "asked", None]


@pytest.mark.parametrize(
    ("fields", "letter", "error"),
    [
        ({"verifier_error": "boom"}, "-", "boom"),
        ({"infrastructure_error": True}, "-", "infrastructure_error"),
        ({"evaluation_completed": False}, "-", "evaluation not completed"),
        ({"evaluation_completed": False, "failure_reason": "no sandbox"}, "-", "no sandbox"),
        ({"apply_failed": True, "reward": 0.0}, "r", None),
        ({"reward": None}, "-", None),
        ({"reward": 0.4}, "r", None),
        ({"verifier_error": None, "evaluation_completed": True}, "a", None),
    ],
)
def test_an_error_of_the_machinery_is_no_verdict(fields: dict[str, object], letter: str, error: str | None) -> None:
    source = rollouts(rollout(**fields))
    assert verdicts(source) == [letter]
    assert trials(source)[0].error_type == error


def test_an_answer_that_was_cut_off_is_marked() -> None:
    cut = {"incomplete_details": {"reason": "max_output_tokens"}}
    found = trials(rollouts(rollout(response=cut), rollout(truncated=True), rollout(truncated=False)))
    assert [trial.truncated for trial in found] == [True, True, False]


def test_failures_are_rows_without_a_verdict_unless_another_attempt_is_counted() -> None:
    reading = read(
        rollouts(rollout(0, 0), rollout(1, 1)),
        lines("f", failure(0, 0), failure(1, 0), failure(1, 0), failure(None, None, _ng_failure_class=5)),
    )
    found = list(reading.trials)
    assert [(trial.verdict, trial.error_type, trial.infra) for trial in found] == [
        ("accepted", None, False),
        ("accepted", None, False),
        ("none", "judge_failed", True),
        ("none", "failed", True),
    ]
    assert said(reading, "failures") == "Rollouts that failed: 2; they count as no verdict, not as rejected."
    assert said(reading, "retried") == "Failures of a rollout that is counted already: 2; they are left out."
    assert [file.name for file in reading.files] == ["rollouts.jsonl", "f"]


def test_killed_rollouts_are_missed_by_the_grid_of_indexes() -> None:
    reading = read(rollouts(rollout(0, 0), rollout(2, 1)))
    assert said(reading, "rollouts-missing") == (
        "Rollouts that are in no file: 4 of 6; they were killed or left out, and nothing says how they went."
    )


def test_the_inputs_say_how_many_rollouts_there_should_be() -> None:
    reading = read(rollouts(rollout(0, 0)), lines("i", *(INPUT | {"_ng_task_index": task} for task in range(3))))
    assert said(reading, "rollouts-missing").startswith("Rollouts that are in no file: 2 of 3;")
    assert reading.total == 3


def test_averages_are_kept_and_compared() -> None:
    reading = read(rollouts(rollout()), document("a", AVERAGES))
    assert "mean-differs" not in codes(reading)
    assert reading.stated == {"mean/reward": 1.0, "pass@1/reward": 0.5}
    other = read(rollouts(rollout(reward=0.5)), document("a", AVERAGES))
    assert said(other, "mean-differs") == "The averages state a mean reward of 1, but the rollouts give 0.5."
    none = read(rollouts(rollout(reward=None)), document("a", AVERAGES))
    assert "mean-differs" not in codes(none)


def test_averages_of_several_agents_are_told_apart() -> None:
    mine, other = AVERAGES[0], {"mean/reward": 0.1, "agent_ref": {"name": "other"}}
    assert read(rollouts(rollout()), document("a", [other, mine])).stated["mean/reward"] == 1.0
    assert read(rollouts(rollout(agent_ref={"name": "x"})), document("a", [other, mine])).stated == {}


def test_files_go_to_the_run_of_their_agent() -> None:
    one, two = rollout(), rollout(agent_ref={"name": "other"})
    readings = read_files(
        [
            lines("one", one),
            lines("two", two),
            lines("failed", failure(agent_ref={"name": "other"})),
            lines("lost", failure(agent_ref=None)),
            document("averages", AVERAGES),
        ]
    )
    assert [[file.name for file in reading.files] for reading in readings] == [
        ["one", "averages"],
        ["two", "failed"],
        ["lost"],
    ]
    assert said(readings[2], "rollouts-missing") == (
        "The rollouts that belong to these files are missing: lost; nothing is known of what went well."
    )


def test_two_runs_of_one_agent_leave_failures_alone() -> None:
    readings = read_files([lines("one", rollout()), lines("two", rollout()), lines("failed", failure())])
    assert [reading.files[0].name for reading in readings] == ["one", "two", "failed"]


def test_a_profile_of_tasks_stands_beside_the_rollouts_and_gives_no_rows() -> None:
    assert len(trials(rollouts(rollout()), lines("p", PROFILE))) == 1


def test_what_is_odd_in_a_run_is_said() -> None:
    alias = ANSWER | {"model": "policy_model", "usage": {"input_tokens": 0, "output_tokens": 0}}
    asked = ASKED | {"input": "3+3"}
    reading = read(
        rollouts(
            rollout(response=alias, mask_sample=True),
            rollout(response=alias, responses_create_params=asked),
        )
    )
    assert said(reading, "model-alias") == (
        "The model is called policy_model: that is a name inside the run; say which model and revision stood behind it."
    )
    assert said(reading, "masked").startswith("Rollouts marked as not to be trained on: 1;")
    assert said(reading, "zero-usage") == "Rows that count no tokens at all: 2; that is taken for not measured."
    assert said(reading, "doubled") == "Rollouts whose task and number came before: 1; both are kept."
    assert said(reading, "varied").startswith("Rollouts that were asked something else than others of their task: 1;")


def test_rows_that_are_no_rollouts_are_left_out() -> None:
    bad = [failure(), {"response": {}}, {"reward": 1.0, "response": {}}]
    reading = read(rollouts(rollout(), *bad))
    list(reading.trials)
    assert [remark.sentence for remark in reading.remarks if remark.code == "bad-row"] == [
        "Line 2 of rollouts.jsonl is a failure among the rollouts, and is left out.",
        "Line 3 of rollouts.jsonl has no reward, and is left out.",
        "Line 4 of rollouts.jsonl has neither a task nor an input, and is left out.",
    ]


def test_numbers_with_odd_names_and_times_are_no_scores() -> None:
    odd = {"verification_time_s": 2.0, "setup_ms": 3, "ng_x": 1, "\x00": 2.0, "nan": float("nan"), "style": 0.5}
    (trial,) = trials(rollouts(rollout(**odd, ng_trajectory=[{"duration_ms": -1}, 7])))
    assert trial.components == {"hit": 1.0, "style": 0.5}
    assert trial.latency_s is None
