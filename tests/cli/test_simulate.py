import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import DOCUMENTS, Pilotdesk

CONDITIONS = (
    {"covers": "quality", "metric": "val-core/a/acc", "comparison": "below", "threshold": 0.325, "window": "30 steps"},
    {"covers": "divergence", "metric": "actor/grad_norm", "comparison": "above", "threshold": 5, "window": "2 steps"},
    {
        "covers": "reward-hacking",
        "metric": "actor/ppo_kl",
        "comparison": "above",
        "threshold": 0.1,
        "window": "3 steps",
    },
    {"covers": "time", "metric": "hours since the start", "comparison": "above", "threshold": 500},
    {"covers": "money", "metric": "EUR spent", "comparison": "above", "threshold": 41000, "action": "ask"},
)


def document(tmp_path: Path, *conditions: dict[str, Any], **changes: object) -> Path:
    """The Qwen inquiry with these conditions; parts of `training` and `budget` can be changed."""
    made = json.loads((DOCUMENTS / "qwen.json").read_text())
    made["budget"] |= {"stop_conditions": [{"action": "stop", **row} for row in conditions]}
    for name, value in changes.items():
        section, key = name.split("__")
        made[section][key] = value
    path = tmp_path / "inquiry.json"
    path.write_text(json.dumps(made))
    return path


def test_conditions_that_stop_what_goes_wrong_and_nothing_else_are_right(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    done = pilotdesk("simulate", document(tmp_path, *CONDITIONS))
    told = done.out.splitlines()
    assert (done.status, done.err) == (0, "")
    assert told[0] == ("A step costs 443.75 by the budget's lines for training, rollouts, verification and evaluation.")
    assert "healthy: goes on to its end and costs 35,500.00" in told
    assert [line for line in told if line.startswith(("hacked", "collapsed", "flat"))] == [
        "hacked: stopped at step 49, 21,743.75 spent, 3,993.75 of it after it went wrong at step 41",
        "collapsed: stopped at step 57, 25,293.75 spent, 887.50 of it after it went wrong at step 56",
        "flat: stopped at step 34, 15,087.50 spent, 1,775.00 of it after it went wrong at step 31",
    ]
    assert "Worst overshoot: 1. val-core/a/acc fires 30 steps after its threshold was crossed, 13,312.50 later." in told
    assert "What these conditions do not do" not in told


def test_the_answer_for_programs_holds_every_firing(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    answer = json.loads(pilotdesk("simulate", document(tmp_path, *CONDITIONS), "--format", "json").out)
    assert list(answer) == ["money_per_step", "curves", "not_rehearsed", "remarks"]
    hacked = answer["curves"][1]
    assert {key: hacked[key] for key in ("name", "goes_wrong_at_step", "stopped_at_step", "as_it_should")} == {
        "name": "hacked",
        "goes_wrong_at_step": 41,
        "stopped_at_step": 49,
        "as_it_should": True,
    }
    assert hacked["spent"] - hacked["spent_after_it_went_wrong"] == pytest.approx(40 * answer["money_per_step"])
    assert [one["fires_at_step"] for one in hacked["conditions"]] == [69, None, 49, None, None]
    kl = hacked["conditions"][2]
    assert (kl["condition"], kl["overshoot_steps"], kl["overshoot_money"]) == ("3. actor/ppo_kl", 3, 1331.25)
    assert (kl["stops"], hacked["conditions"][4]["stops"]) == (True, False)


def test_what_cannot_be_rehearsed_and_what_nothing_would_see_is_said(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    rows = [{"covers": "quality", "metric": "mood"}, {"covers": "divergence", "metric": "actor/ppo_kl"}, {}]
    done = pilotdesk("simulate", document(tmp_path, *rows, training__steps=None))
    told = done.out.splitlines()
    assert done.status == 1
    assert told[0] == "Money is in units of the curves, 100 a step: the budget does not say what a step costs."
    assert "hacked: goes on to its end and costs 10,000.00, 6,000.00 of it after it went wrong" in told
    assert "- 1. mood: what it measures is not known here, so it is taken never to fire." in told
    assert "- 2. actor/ppo_kl: it has no side or no threshold, so it is taken never to fire." in told
    assert "- 3. no metric: what it measures is not known here, so it is taken never to fire." in told
    assert any(line.startswith("- No condition would see a reward that is gamed, time and money.") for line in told)
    assert not any(line.startswith("Worst overshoot") for line in told)


def test_a_healthy_run_that_is_stopped_is_no_good(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    eager = {"covers": "money", "metric": "EUR spent", "comparison": "above", "threshold": 500}
    late = {
        "covers": "quality",
        "metric": "val-core/a",
        "comparison": "below",
        "threshold": 0.9,
        "window": "at the end",
    }
    done = pilotdesk("simulate", document(tmp_path, eager, late))
    assert done.status == 1
    assert "healthy: stopped at step 2, 887.50 spent, though nothing is wrong" in done.out
    assert "  1. EUR spent: stops at step 2, 1 step and 443.75 after the threshold was crossed" in done.out
    assert "  2. val-core/a: never fires" in done.out


def test_what_cannot_be_read_is_refused_in_a_sentence(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    assert pilotdesk("simulate", tmp_path / "none").err == (
        f"The file {tmp_path}/none cannot be read: No such file or directory.\n"
    )
    (tmp_path / "broken").write_text("{")
    assert pilotdesk("simulate", tmp_path / "broken").err.startswith(f"The file {tmp_path}/broken is not JSON: ")
    (tmp_path / "list").write_text("[]")
    assert pilotdesk("simulate", tmp_path / "list").status == 2
    empty = document(tmp_path)
    assert (pilotdesk("simulate", empty).status, pilotdesk("simulate", empty).err) == (
        2,
        f"{empty} has no stop conditions.\n",
    )
