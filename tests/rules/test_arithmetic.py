from collections.abc import Mapping
from math import inf

import pytest

from app.rules.arithmetic import (
    Counts,
    baseline_counts,
    baseline_rate,
    cases_for_bound,
    planned_attempts,
    repeated_size,
    target_effect,
    unpaired_size,
    upper_bound,
    wilson,
)
from app.rules.facts import Answers, Facts
from app.rules.finding import Gate
from app.rules.measured import Measured, RunFacts
from app.rules.records import RegistryFacts
from tests.rules.examples import TODAY


def about(answers: Mapping[str, float | str], runs: RunFacts | None = None) -> Facts:
    return Facts(Gate.SUBMIT, TODAY, Answers(answers), RegistryFacts(), measured=Measured(runs=runs))


@pytest.mark.parametrize(
    ("accepted", "n", "low", "high"),
    [
        (32, 80, 0.299618, 0.509545),
        (3, 10, 0.107791, 0.603222),
        (0, 30, 0.0, 0.113513),
        (30, 30, 0.886487, 1.0),
        (57, 60, 0.862995, 0.982850),
    ],
)
def test_the_interval_of_one_rate_is_that_of_wilson(accepted: int, n: int, low: float, high: float) -> None:
    interval = wilson(accepted, n)
    assert (round(interval.low, 6), round(interval.high, 6)) == (low, high)
    assert 0 <= interval.low <= interval.high <= 1


@pytest.mark.parametrize(
    ("misses", "n", "bound"),
    [
        (0, 20, 0.139108),
        (0, 60, 0.048703),
        (0, 200, 0.014867),
        (0, 299, 0.009969),
        (1, 20, 0.216106),
        (2, 60, 0.101236),
        (19, 20, 0.997439),
        (20, 20, 1.0),
        (21, 20, 1.0),
        (0, 0, 1.0),
    ],
)
def test_the_bound_of_misses_is_that_of_clopper_and_pearson(misses: int, n: int, bound: float) -> None:
    assert round(upper_bound(misses, n), 6) == bound


def test_very_many_misses_are_bounded_in_the_same_way_and_at_once() -> None:
    assert round(upper_bound(10_000, 20_000), 6) == 0.505840
    assert round(upper_bound(10_001, 20_000), 6) == 0.505865
    assert upper_bound(10_001, 10_002) <= 1


@pytest.mark.parametrize(
    ("bound", "cases"),
    [(0.05, 59), (0.02, 149), (0.01, 299), (0.005, 598), (1, 0), (2, 0), (0, 2995732273553)],
)
def test_a_bound_takes_so_many_cases_without_a_miss(bound: float, cases: int) -> None:
    assert cases_for_bound(bound) == cases


def test_two_rates_take_so_many_tasks_to_tell_apart() -> None:
    assert round(unpaired_size(0.40, 0.50), 6) == 387.338517
    assert round(unpaired_size(0.50, 0.40), 6) == 387.338517
    assert unpaired_size(0.4, 0.4) == inf


def test_repeats_need_the_tasks_that_their_variance_asks_for() -> None:
    assert round(repeated_size(0.061165 / 2, 0.077466), 3) == 80.0


@pytest.mark.parametrize(
    ("counts", "strict", "graded_only"),
    [
        (Counts(6, 11, 63, 80), 0.075, 6 / 17),
        (Counts(6, None, None, 80), 0.075, None),
        (Counts(6, 11, None, None), None, 6 / 17),
        (Counts(0, 0, 0, 0), None, None),
        (Counts(9, 0, 0, 8), None, 1.0),
        (Counts(-1, 2, 0, 1), None, None),
        (Counts(8, 0, 0, 8), 1.0, 1.0),
    ],
)
def test_one_count_has_two_rates(counts: Counts, strict: float | None, graded_only: float | None) -> None:
    assert (counts.strict, counts.graded_only) == (strict, graded_only)


@pytest.mark.parametrize(
    ("policy", "missing", "rate"),
    [("reject", 63, 0.075), ("drop", 63, 6 / 17), ("rerun", 63, 6 / 17), ("", 63, None), ("", 0, 6 / 17)],
)
def test_the_declared_policy_chooses_the_rate(policy: str, missing: int, rate: float | None) -> None:
    assert Counts(6, 11, missing, 80).rate(policy) == rate


def test_the_rows_count_before_what_was_typed() -> None:
    runs = RunFacts(rows=80, tasks=80, accepted=6, rejected=11, no_verdict=63)
    typed = {"baseline.accepted": 40, "baseline.rejected": 40, "baseline.no_verdict": 0}
    assert baseline_counts(about(typed, runs)) == Counts(6, 11, 63, 80)
    assert baseline_counts(about(typed)) == Counts(40, 40, 0, 80)
    assert baseline_counts(about({"baseline.rejected": 4})) is None


def test_the_typed_total_is_the_sum_and_else_tasks_times_attempts() -> None:
    plan = {"baseline.tasks": 10, "baseline.attempts_per_task": 3}
    assert planned_attempts(about(plan)) == 30
    assert planned_attempts(about({"baseline.tasks": 10})) is None
    assert planned_attempts(about({"baseline.attempts_per_task": 3})) is None
    assert baseline_counts(about({"baseline.accepted": 6, **plan})) == Counts(6, None, None, 30)
    assert baseline_counts(about({"baseline.accepted": 6, "baseline.rejected": 1, **plan})) == Counts(6, 1, None, 30)
    assert baseline_counts(about({"baseline.accepted": 6, "baseline.no_verdict": 1, **plan})) == Counts(6, None, 1, 30)


@pytest.mark.parametrize(
    ("answers", "rate"),
    [
        ({}, None),
        ({"success.baseline_value": 0.4}, 0.4),
        ({"success.baseline_value": 0}, 0),
        ({"success.baseline_value": 1}, 1),
        ({"success.baseline_value": 1.01}, None),
        ({"success.baseline_value": -0.01}, None),
        ({"success.baseline_value": 0.4, "baseline.accepted": 1, "baseline.rejected": 3}, 0.4),
        (
            {
                "success.baseline_value": 0.4,
                "baseline.accepted": 1,
                "baseline.rejected": 3,
                "baseline.no_verdict_policy": "drop",
            },
            0.25,
        ),
    ],
)
def test_the_baseline_has_the_rate_of_its_counts_and_else_the_stated_one(
    answers: dict[str, float | str], rate: float | None
) -> None:
    assert baseline_rate(about(answers)) == rate


@pytest.mark.parametrize(
    ("answers", "effect"),
    [
        ({"success.minimum_gain": 0.1, "success.target_value": 0.9}, 0.1),
        ({"success.minimum_gain": 1}, 1),
        ({"success.minimum_gain": 1.01}, None),
        ({"success.minimum_gain": 0}, None),
        ({"success.minimum_gain": -0.1}, None),
        ({"success.target_value": 0.75}, None),
        ({"success.target_value": 0.75, "success.baseline_value": 0.5}, 0.25),
        ({"success.target_value": 0.25, "success.baseline_value": 0.5}, 0.25),
        ({"success.target_value": 0.5, "success.baseline_value": 0.5}, None),
        ({"success.target_value": 75, "success.baseline_value": 50}, None),
        (
            {
                "success.target_value": 0.75,
                "baseline.accepted": 1,
                "baseline.rejected": 3,
                "baseline.no_verdict": 0,
            },
            0.5,
        ),
        ({"success.baseline_value": 0.5}, None),
    ],
)
def test_the_effect_is_the_smallest_gain_and_else_target_against_baseline(
    answers: dict[str, float | str], effect: float | None
) -> None:
    assert target_effect(about(answers)) == effect
