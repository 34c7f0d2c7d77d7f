import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.figures.sentences import sentences
from app.statistics.rows import rows_of
from app.statistics.summary import summarise
from tests.cli.conftest import Pilotdesk
from tests.statistics.numbers import EIGHTY, Attempt, digits

ACCEPTED, REJECTED = "accepted", "rejected"


def rows_file(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def run_of(accepted: list[int], of: int, **more: object) -> list[dict[str, Any]]:
    return [
        {
            "task_id": f"t{task}",
            "repeat": repeat,
            "verdict": ACCEPTED if repeat < count else REJECTED,
            "reward": 1.0 if repeat < count else 0.0,
            **more,
        }
        for task, count in enumerate(accepted)
        for repeat in range(of)
    ]


@pytest.fixture
def eighty(tmp_path: Path) -> Path:
    rows = run_of(EIGHTY, 5, latency_s=2.5, cost_usd=0.25, tokens_in=90, tokens_out=10, usage_known=True)
    return rows_file(tmp_path / "eighty.jsonl", rows)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return rows_file(tmp_path / "other.jsonl", run_of([min(5, count + 1) for count in EIGHTY], 5))


def test_the_answer_is_the_figures_of_the_contract(pilotdesk: Pilotdesk, eighty: Path) -> None:
    done = pilotdesk("figures", eighty, "--format", "json")
    answer = json.loads(done.out)
    assert done.status == 0
    assert set(answer) == {
        *("quality", "latency", "cost_per_accepted", "pass_at", "pass_all", "groups", "comparison", "missing")
    }
    quality = answer["quality"]
    names = ("value", "se", "naive_se", "low", "high", "design_effect", "effective_n")
    wanted = (0.192500, 0.034022, 0.019738, 0.124780, 0.260220, 2.971164, 134.627389)
    assert tuple(quality[name] for name in names) == digits(*wanted)
    assert (quality["n"], quality["clusters"]) == (400, 80)
    assert quality["wilson_low"] > quality["low"]
    assert quality["clopper_pearson_high"] < quality["high"]
    assert answer["latency"]["p95"].items() >= {"value": 2.5, "low": 2.5, "high": 2.5, "n": 400}.items()
    assert answer["latency"]["timeouts"] == 0
    cost = answer["cost_per_accepted"]
    assert (cost["value"], cost["coverage"]) == (pytest.approx(100 / 77), 1.0)
    assert tuple(answer["pass_at"][k] for k in ("1", "2", "4", "5")) == digits(0.192500, 0.272500, 0.357500, 0.387500)
    assert tuple(answer["pass_all"][k] for k in ("2", "4", "5")) == digits(0.112500, 0.062500, 0.050000)
    groups = {"all_fail": 49, "all_pass": 4, "mixed": 27, "size": 5}
    assert answer["groups"] == groups | {"informative": pytest.approx(27 / 80)}
    assert answer["comparison"] is None


def test_for_a_person_it_says_the_same_in_words(pilotdesk: Pilotdesk, eighty: Path) -> None:
    said = pilotdesk("figures", eighty, "--group-size", "8").out
    for line in (
        "400 attempts at 80 tasks\n",
        "Accepted: 19.25 % (95 %: 12.48 % to 26.02 %) by tasks, n = 400\n",
        "400 weigh as much as 135 (design effect 2.97)",
        "  p95: 2.50 s (95 %: 2.50 s to 2.50 s), n = 400\n",
        "  timeouts: 0 of 400\n",
        "Cost per accepted result: 1.2987 dollars (95 %: ",
        "  of 2 attempts at a task accepted: one 27.25 %, all 11.25 %\n",
        "Tasks: 49 always fail, 27 are mixed, 4 always pass\n",
        "  groups of 8 that hold both verdicts: ",
        "What these figures do not hold\n",
    ):
        assert line in said
    assert "Gain" not in said


def test_where_nothing_is_missing_nothing_is_said_of_it() -> None:
    attempts = [
        Attempt(f"t{n}", verdict=(REJECTED, ACCEPTED)[n % 2], latency_s=1, cost_usd=1, usage_known=True)
        for n in range(200)
    ]
    lines = list(sentences(summarise(rows_of(attempts)), None, ()))
    assert lines[-1] == "Tasks: 100 always fail, 0 are mixed, 100 always pass"


def test_runs_are_compared_task_by_task(pilotdesk: Pilotdesk, eighty: Path, other: Path) -> None:
    found = json.loads(pilotdesk("figures", other, "--against", eighty, "--format", "json").out)["comparison"]
    assert found["value"] == pytest.approx(76 * 0.2 / 80)
    assert found["low"] < found["value"] < found["high"]
    assert (found["n"], found["mcnemar"]) == (80, None)
    assert found["tasks"] == {"shared": 80, "only_here": 0, "only_against": 0}
    said = pilotdesk("figures", other, "--against", eighty).out
    assert "Gain: 19.00 % (95 %: " in said
    assert "  chance alone goes as far in 0.00 % of such comparisons\n" in said
    assert "  so many tasks show a gain of " in said


def test_single_tries_are_compared_by_mcnemar_too(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    now = rows_file(tmp_path / "now.jsonl", run_of([1] * 39 + [0] * 41, 1))
    before = rows_file(tmp_path / "before.jsonl", run_of([1] * 31 + [0] * 8 + [1] + [0] * 40, 1))
    found = json.loads(pilotdesk("figures", now, "--against", before, "--format", "json").out)["comparison"]
    counted = {"both": 31, "only_here": 8, "only_against": 1, "neither": 40}
    assert found["mcnemar"].items() >= counted.items()
    tests = (found["value"], found["mcnemar"]["exact_p"], found["mcnemar"]["mid_p"])
    assert tests == digits(0.087500, 0.039062, 0.021484)
    assert (
        "only here 8, only there 1: mid-p 0.02148, exact 0.03906" in pilotdesk("figures", now, "--against", before).out
    )


def test_several_files_follow_against_up_to_the_next_option(pilotdesk: Pilotdesk, eighty: Path, other: Path) -> None:
    done = pilotdesk("figures", other, "--against", eighty, other, "--format", "json")
    again = pilotdesk("figures", other, "--against", eighty, "--against", other, "--format", "json")
    answer = json.loads(done.out)
    assert (answer["comparison"]["value"], answer["quality"]["n"]) == (pytest.approx(76 * 0.2 / 80 / 2), 400)
    assert done == again


def test_against_nothing_is_unusable(pilotdesk: Pilotdesk, eighty: Path) -> None:
    done = pilotdesk("figures", eighty, "--against")
    assert (done.status, done.out) == (2, "")
    assert "--against" in done.err


def test_runs_of_other_tasks_are_compared_as_two_rates(pilotdesk: Pilotdesk, eighty: Path, tmp_path: Path) -> None:
    rows = [row | {"task_id": "x" + row["task_id"]} for row in run_of([1, 0, 1], 1)]
    strange = rows_file(tmp_path / "strange.jsonl", rows)
    found = json.loads(pilotdesk("figures", eighty, "--against", strange, "--format", "json").out)
    assert (found["comparison"]["se"], found["comparison"]["tasks"]["shared"]) == (None, 0)
    assert any("two separate rates" in sentence for sentence in found["missing"])
    assert "Gain: -47.42 %" in pilotdesk("figures", eighty, "--against", strange).out


def test_timeouts_make_a_percentile_a_limit(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    rows = [
        row | {"latency_s": 1 + n, "error_type": "agent_timeout" if n >= 60 else None}
        for n, row in enumerate(run_of([0] * 80, 1))
    ]
    file = rows_file(tmp_path / "late.jsonl", rows)
    latency = json.loads(pilotdesk("figures", file, "--format", "json").out)["latency"]
    assert (latency["timeouts"], latency["p95"]["at_least"], latency["p95"]["high"]) == (20, True, None)
    assert (latency["p50"]["at_least"], latency["p50"]["high"]) == (False, 50)
    said = pilotdesk("figures", file).out
    assert "  p95: at least 76.05 s (95 %: 72.00 s to no upper end), n = 80\n" in said
    assert "Cost per accepted result: not known\n" in said


def test_nothing_accepted_is_a_cost_of_at_least_so_much(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    usage = {"tokens_in": 5, "tokens_out": 5, "usage_known": True}
    file = rows_file(tmp_path / "none.jsonl", run_of([0] * 20, 1, cost_usd=0.2, **usage))
    cost = json.loads(pilotdesk("figures", file, "--format", "json").out)["cost_per_accepted"]
    assert (cost["low"],) == digits(1.437728)
    assert (cost["value"], cost["high"]) == (None, None)
    assert "Cost per accepted result: at least 1.4377 dollars\n" in pilotdesk("figures", file).out


def test_a_cost_that_is_partly_known_is_at_least_that(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    rows = run_of([1] * 10 + [0] * 10, 1)
    for row in rows[5:]:
        row["cost_usd"] = 0.3
    said = pilotdesk("figures", rows_file(tmp_path / "partly.jsonl", rows)).out
    assert "Cost per accepted result: at least 0.4500 dollars (95 %: " in said
    assert "to no upper end; " in said


def test_one_task_alone_has_no_interval(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    file = rows_file(tmp_path / "one.jsonl", run_of([1], 2, cost_usd=1.0, latency_s=1.0))
    said = pilotdesk("figures", file).out
    assert "Accepted: 50.00 % by tasks, n = 2\n" in said
    assert "1.00 s (95 %: no lower end to no upper end)" in said
    assert "2.0000 dollars (95 %: none to no upper end; " in said
    other = rows_file(tmp_path / "two.jsonl", run_of([0], 2))
    assert "Gain: 50.00 %" in pilotdesk("figures", file, "--against", other).out


def test_the_policy_decides_what_no_verdict_counts_as(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    rows = [*run_of([1, 1, 0], 1), {"task_id": "t3", "verdict": "none"}]
    file = rows_file(tmp_path / "silent.jsonl", rows)
    for policy, value in (("drop", 2 / 3), ("rerun", 2 / 3), ("reject", 0.5)):
        quality = json.loads(pilotdesk("figures", file, "--policy", policy, "--format", "json").out)["quality"]
        assert quality["value"] == pytest.approx(value)
        assert quality["rate"] == {"graded_only": pytest.approx(2 / 3), "all": 0.5}
    assert pilotdesk("figures", file, "--policy", "forget").status == 2


def test_without_any_verdict_there_is_no_rate(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    file = rows_file(tmp_path / "silent.jsonl", [{"task_id": "a", "verdict": "none"}])
    said = pilotdesk("figures", file).out
    assert "Accepted: not known by tasks, n = 0\n" in said
    assert "Wilson" not in said
    assert "groups of" not in said


@pytest.mark.parametrize("text", ["", "\x80\x05pickle", "{}\n"])
def test_what_is_no_run_is_unusable(pilotdesk: Pilotdesk, tmp_path: Path, text: str) -> None:
    file = tmp_path / "strange.jsonl"
    file.write_text(text)
    done = pilotdesk("figures", file)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1


def test_rows_of_which_none_can_be_read_are_no_run(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    file = rows_file(tmp_path / "bad.jsonl", [{"task_id": "a", "verdict": "maybe"}])
    done = pilotdesk("figures", file)
    assert (done.status, done.out) == (2, "")
    assert "no attempt" in done.err
