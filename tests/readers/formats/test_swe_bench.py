"""SWE-bench reports, predictions and trajectories of its agents."""

import pytest

from app.readers.files import read_files
from app.readers.source import Source
from tests.readers.making import codes, document, lines, read, said, trials, verdicts

REPORT = {
    "total_instances": 500, "submitted_instances": 8, "completed_instances": 5, "resolved_instances": 1,
    "submitted_ids": ["a__a-1", "b", "c", "d", "e", "f", "g", "h"],
    "resolved_ids": ["a__a-1"],
    "unresolved_ids": ["b", "c", "d"],
    "empty_patch_ids": ["e"],
    "error_ids": ["f"],
    "infra_failure_ids": ["c"],
    "ambiguous_failure_ids": ["d"],
    "incomplete_ids": ["h"],
    "schema_version": 2,
}  # fmt: skip


def report(name: str = "report.json", **fields: object) -> Source:
    return document(name, REPORT | fields)


def prediction(task: object = "a__a-1", patch: object = "diff", model: str = "maker/model") -> dict[str, object]:
    return {"instance_id": task, "model_name_or_path": model, "model_patch": patch}


def test_each_list_of_the_report_is_a_verdict() -> None:
    reading = read(report())
    found = {trial.task_id: (trial.verdict, trial.error_type, trial.infra) for trial in reading.trials}
    assert found == {
        "a__a-1": ("accepted", None, None),
        "b": ("rejected", None, None),
        "c": ("none", "infrastructure failure", True),
        "d": ("none", "ambiguous failure", None),
        "e": ("rejected", "empty patch", None),
        "f": ("none", "error", None),
        "g": ("none", None, None),
    }
    assert (reading.dataset_tasks, reading.submitted, reading.completed, reading.finished) == (500, 8, 5, False)
    rates = "1 of 500 in the set, 1 of 8 submitted, 1 of 5 completed"
    sentence = f"One report, several rates: {rates}. Declare which of them counts."
    assert said(reading, "several-rates") == sentence
    assert said(reading, "not-run") == "Instances that were not run, and have no row: 1."
    assert said(reading, "ask").startswith("Failures that the report calls ambiguous: 1;")


def test_a_report_without_oddities_says_only_its_rates() -> None:
    plain = {"resolved_ids": ["a"], "submitted_ids": ["a"], "submitted_instances": 1}
    assert codes(read(document("report.json", plain))) == ["several-rates"]


def test_predictions_add_the_model_and_whether_there_is_a_patch() -> None:
    reading = read(report(), lines("preds.jsonl", prediction(), prediction("b", " "), prediction("z"), prediction("h")))
    by_id = {trial.task_id: (trial.model_name, trial.has_output) for trial in reading.trials}
    assert (by_id["a__a-1"], by_id["b"], by_id["e"]) == (("maker/model", True), ("maker/model", False), (None, False))
    assert (
        said(reading, "not-listed")
        == "Instances of other files that the report does not list, and that have no row: 1."
    )
    assert [file.format for file in reading.files] == ["swe-bench", "swe-bench"]


@pytest.mark.parametrize(
    "source",
    [
        lines("preds.jsonl", prediction("a"), prediction("b", None), prediction(None)),
        document("preds.json", [prediction("a"), prediction("b", ""), prediction(None)]),
        document("preds.json", {"a": prediction("a"), "b": prediction("b", ""), "": prediction("c")}),
    ],
)
def test_predictions_alone_have_no_verdicts(source: Source) -> None:
    reading = read(source)
    found = list(reading.trials)
    assert [(trial.task_id, trial.verdict, trial.has_output) for trial in found] == [
        ("a", "none", True),
        ("b", "none", False),
    ]
    assert "no-report" in codes(reading)


def test_one_prediction_is_read_line_by_line_or_whole() -> None:
    assert verdicts(lines("preds.jsonl", prediction())) == ["-"]
    assert verdicts(document("pred.json", prediction())) == ["-"]


def test_reports_of_single_instances_are_a_run() -> None:
    told = {
        "a": {"resolved": True, "patch_exists": True},
        "b": {"resolved": False, "patch_exists": True},
        "c": {"resolved": False, "patch_exists": False},
        "d": {"resolved": None, "patch_exists": True},
    }
    sources = [document(f"{name}/report.json", {name: value}) for name, value in told.items()]
    assert verdicts(*sources) == ["a", "r", "r", "-"]
    assert verdicts(report(), sources[1]) == verdicts(report())


def trajectory(task: str | None = "a__a-1", status: str = "Submitted", **fields: object) -> dict[str, object]:
    answer = {
        "extra": {"timestamp": 1793000070.0, "response": {"usage": {"prompt_tokens": 10, "completion_tokens": 2}}}
    }
    return {
        "trajectory_format": "mini-swe-agent-1.1", "instance_id": task,
        "info": {
            "exit_status": status, "submission": "diff", "model_stats": {"instance_cost": 0.3},
            "config": {"model": {"model_name": "maker/model"}},
        },
        "messages": [
            {"role": "system", "content": "x"},
            {"role": "user", "content": "mend this", "extra": {"timestamp": 1793000060.0}},
            {"role": "assistant", "content": "y", **answer},
        ],
        **fields,
    }  # fmt: skip


def test_a_trajectory_is_read_whole_and_proves_nothing() -> None:
    (trial,) = trials(document("a.traj.json", trajectory()))
    assert (trial.task_id, trial.verdict, trial.model_name, trial.error_type) == ("a__a-1", "none", "maker/model", None)
    assert (trial.tokens_in, trial.tokens_out, trial.usage_known, trial.cost_usd) == (10, 2, True, 0.3)
    assert (trial.latency_s, trial.latency_kind, trial.has_output, trial.truncated) == (10.0, "agent", True, False)
    assert (trial.started_at, trial.finished_at) == ("2026-10-26T07:34:20+00:00", "2026-10-26T07:34:30+00:00")
    assert read(document("a.traj.json", trajectory())).format == "mini-swe-agent"


def test_a_trajectory_adds_times_and_cost_to_its_instance() -> None:
    reading = read(report(), document("a.traj.json", trajectory()), lines("preds.jsonl", prediction(model="other")))
    first = next(trial for trial in reading.trials if trial.task_id == "a__a-1")
    assert (first.verdict, first.cost_usd, first.latency_s, first.model_name) == ("accepted", 0.3, 10.0, "other")
    assert [file.format for file in reading.files] == ["swe-bench", "mini-swe-agent", "swe-bench"]


def test_a_trajectory_beside_predictions_alone_is_a_row() -> None:
    found = trials(lines("preds.jsonl", prediction("b")), document("a.traj.json", trajectory()))
    assert [trial.task_id for trial in found] == ["b", "a__a-1"]


def test_trajectories_alone_are_one_run() -> None:
    sources = [
        document("a", trajectory()),
        document("b", trajectory()),
        document("c", trajectory(None, "LimitsExceeded")),
    ]
    first, second, third = trials(*sources)
    assert (first.repeat, second.repeat, third.error_type, third.truncated) == (0, 1, "LimitsExceeded", True)
    assert third.task_id == third.prompt_hash
    sentence = "Trajectories that name no task, and are known by their prompt: 1."
    assert said(read(*sources), "no-task") == sentence


def test_a_bare_list_of_messages_is_a_trajectory() -> None:
    messages = [{"role": "system", "content": "x"}, {"role": "user", "content": "mend this"}, {"role": "assistant"}]
    (trial,) = trials(document("local.traj.json", messages))
    assert (trial.task_id, trial.usage_known, trial.cost_usd, trial.latency_s) == (trial.prompt_hash, False, None, None)
    (silent,) = trials(document("local.traj.json", messages[:1]))
    assert silent.task_id == "unnamed task 1"


def test_swe_agent_counts_its_tokens_itself() -> None:
    stats = {
        "model_stats": {"tokens_sent": 100, "tokens_received": 7, "instance_cost": 0.0},
        "exit_status": "submitted",
    }
    (trial,) = trials(document("a.traj", {"environment": "a__a-1", "trajectory": [{}], "info": stats}))
    assert (trial.task_id, trial.tokens_in, trial.tokens_out, trial.cost_usd) == ("a__a-1", 100, 7, 0.0)


def test_clocks_that_run_backwards_are_not_known() -> None:
    messages = [{"role": "user", "timestamp": 20.0}, {"role": "assistant", "timestamp": 10.0}]
    (trial,) = trials(document("a.traj.json", trajectory(messages=messages)))
    assert (trial.latency_s, trial.tokens_in) == (None, None)


def test_several_reports_get_the_predictions_of_their_instances() -> None:
    one = report("one.json", submitted_ids=["x"], resolved_ids=["x"], incomplete_ids=[])
    two = report("two.json", submitted_ids=["y"], resolved_ids=["y"], incomplete_ids=[])
    readings = read_files([one, two, lines("y.jsonl", prediction("y")), lines("x.jsonl", prediction("x"))])
    assert [[file.name for file in reading.files] for reading in readings] == [
        ["one.json", "x.jsonl"],
        ["two.json", "y.jsonl"],
    ]
