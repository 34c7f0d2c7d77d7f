from datetime import date

import pytest

from app.rules.budget.dates import run_fits_the_dates
from app.rules.facts import Answers, Facts
from app.rules.finding import Gate, Severity
from tests.rules.examples import TODAY, finding, opened, registry, said

SIZES = {
    "training.steps": 100,
    "training.prompts_per_step": 8,
    "training.group_size": 8,
    "rollout.concurrency": 16,
    "environment.boot_limit_s": 600,
    "environment.agent_limit_s": 1800,
    "environment.verifier_limit_s": 180,
    "timing.latest_start": date(2027, 2, 1),
    "timing.finish_by": date(2027, 2, 12),
}
FINISH = "timing.finish_by"


def day_long(**changes: object) -> dict[str, object]:
    """Return a run that takes one day at its limits, and has one."""
    run = {
        "training.steps": 60,
        "training.prompts_per_step": 16,
        "training.group_size": 8,
        "rollout.concurrency": 64,
        "environment.boot_limit_s": 60,
        "environment.agent_limit_s": 600,
        "environment.verifier_limit_s": 60,
        "timing.latest_start": date(2027, 2, 1),
        FINISH: date(2027, 2, 2),
    }
    return {**run, **{name.replace("__", "."): value for name, value in changes.items()}}


def test_bg_04_works_out_the_longest_time_of_the_run() -> None:
    found = finding("BG-04", SIZES)
    assert found.field == FINISH
    assert found.message.startswith(
        "At its limits the run takes 286.7 hours, and from the latest start to the finish there are 264. "
    )
    assert found.inputs["needed_s"] == 2580 * 4 * 100  # 2.866667 hours a step
    assert found.inputs["window_s"] == 11 * 86400
    assert (found.inputs["training.steps"], found.inputs[FINISH]) == (100, "2027-02-12")
    assert said("BG-04", {**SIZES, FINISH: date(2027, 2, 13)}) == []  # 288 hours


def test_bg_04_weighs_more_at_the_commit_gate() -> None:
    assert finding("BG-04", SIZES).severity is Severity.WARN
    assert finding("BG-04", SIZES, gate=Gate.COMMIT).severity is Severity.BLOCK


def test_bg_04_does_not_count_the_day_of_the_finish() -> None:
    assert said("BG-04", day_long()) == []
    assert opened("BG-04", day_long(training__steps=61)) == [FINISH]
    over = finding("BG-04", day_long(environment__boot_limit_s=61))
    assert over.message.startswith("At its limits the run takes 24.1 hours, and ")
    assert over.inputs["needed_s"] == 60 * 2 * 721


@pytest.mark.parametrize(
    "more",
    [
        {"training__prompts_per_step": 17},
        {"training__group_size": 9},
        {"rollout__concurrency": 63},
        {"environment__agent_limit_s": 601},
        {"environment__verifier_limit_s": 61},
        {"timing__latest_start": date(2027, 2, 2)},
    ],
)
def test_bg_04_counts_each_of_what_it_reads(more: dict[str, object]) -> None:
    assert opened("BG-04", day_long(**more)) == [FINISH]


@pytest.mark.parametrize("at_once", [127, 65, 64])
def test_bg_04_rounds_the_rounds_of_a_step_up(at_once: int) -> None:
    assert said("BG-04", day_long(rollout__concurrency=at_once)) == []
    tight = day_long(rollout__concurrency=at_once, timing__finish_by=date(2027, 2, 1))
    assert finding("BG-04", tight).inputs["needed_s"] == 60 * 2 * 720


def test_bg_04_rounds_a_round_that_is_begun_up() -> None:
    assert finding("BG-04", day_long(rollout__concurrency=63)).inputs["needed_s"] == 60 * 3 * 720


def test_bg_04_says_how_many_hours_there_are() -> None:
    year = day_long(training__steps=60_000, timing__finish_by=date(2028, 2, 1))
    assert finding("BG-04", year).message.startswith(
        "At its limits the run takes 24,000.0 hours, and from the latest start to the finish there are 8,760. "
    )


def test_bg_04_needs_nothing_but_what_it_reads() -> None:
    alone = Facts(Gate.SUBMIT, TODAY, Answers({**SIZES}), registry())
    assert [said.field for said in run_fits_the_dates(alone)] == [FINISH]


def test_bg_04_never_ends_with_nothing_at_once() -> None:
    found = finding("BG-04", day_long(rollout__concurrency=0))
    assert found.field == "rollout.concurrency"
    assert found.message.startswith("With 0 rollouts at once the run never ends. ")
    assert said("BG-04", day_long(rollout__concurrency=0, training__steps=0)) == []
    assert said("BG-04", day_long(rollout__concurrency=0, training__prompts_per_step=0)) == []


@pytest.mark.parametrize(
    "name",
    [
        "training.steps",
        "training.prompts_per_step",
        "training.group_size",
        "rollout.concurrency",
        "timing.latest_start",
    ],
)
def test_bg_04_cannot_tell_without_each_of_what_it_reads(name: str) -> None:
    assert said("BG-04", {name: None}) == [(name, "cannot-tell")]
    assert said("BG-04", unreadable=frozenset({name})) == []
    assert finding("BG-04", {name: None}).inputs[name] is None


def test_bg_04_names_the_first_that_is_missing() -> None:
    none = dict.fromkeys(("training.group_size", "rollout.concurrency", "timing.latest_start"))
    found = finding("BG-04", none)
    assert found.field == "training.group_size"
    assert "because it is not said how many rollouts are made of one prompt. " in found.message


@pytest.mark.parametrize(
    "name", ["environment.boot_limit_s", "environment.agent_limit_s", "environment.verifier_limit_s"]
)
def test_bg_04_leaves_a_missing_limit_to_the_rule_about_limits(name: str) -> None:
    assert said("BG-04", {name: None}) == []
    assert said("BG-04", {name: None, "training.steps": None}) == []


def test_bg_04_leaves_dates_that_cannot_hold_to_the_rule_about_dates() -> None:
    assert said("BG-04", day_long(timing__finish_by=date(2027, 1, 31))) == []
    assert opened("BG-04", day_long(timing__finish_by=date(2027, 2, 1))) == [FINISH]


def test_bg_19_says_which_dates_cannot_hold() -> None:
    assert finding(
        "BG-19", {"timing.latest_start": date(2026, 11, 29), "timing.earliest_start": date(2026, 11, 1)}
    ).message == ("The latest start, 29 November 2026, has passed. Nobody can plan a pilot on such dates.")
    assert finding("BG-19", {FINISH: date(2027, 1, 31)}).message.startswith(
        "The finish, 31 January 2027, is before the latest start, 1 February 2027. "
    )
    early = finding("BG-19", {FINISH: date(2027, 1, 10), "timing.latest_start": None})
    assert early.message.startswith("The finish, 10 January 2027, is before the earliest start, 11 January 2027. ")
    assert early.inputs == {
        "timing.earliest_start": "2027-01-11",
        "timing.latest_start": None,
        FINISH: "2027-01-10",
        "today": "2026-11-30",
    }
