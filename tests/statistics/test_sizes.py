import math

import pytest
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize

from app.statistics.sizes import (
    Repeats,
    exact_power,
    of_variance,
    paired,
    repeated,
    smallest_of_variance,
    smallest_paired,
    smallest_unpaired,
    unpaired,
    unpaired_arcsine,
)
from tests.statistics.numbers import digits


def test_two_separate_sides() -> None:
    assert (unpaired(0.40, 0.50),) == digits(387.338517)
    assert unpaired_arcsine(0.40, 0.50) == pytest.approx(387.167747, abs=1e-6)  # a root, which is only found so exactly
    assert math.ceil(unpaired(0.40, 0.50)) == 388


def test_pairs() -> None:
    assert (paired(0.15, 0.05),) == digits(154.598570)
    assert [math.ceil(paired(*shares)) for shares in ((0.15, 0.05), (0.20, 0.10), (0.12, 0.02))] == [155, 234, 108]


def test_exact_power_of_pairs() -> None:
    powers = [exact_power(n, 0.15, 0.05, mid_p=mid_p) for n in (155, 80) for mid_p in (False, True)]
    assert tuple(powers) == digits(0.761747, 0.808435, 0.436794, 0.521123)


def test_exact_power_where_every_task_turns_out_differently() -> None:
    assert exact_power(20, 0.9, 0.1) == pytest.approx(
        sum(math.comb(20, k) * 0.9**k * 0.1 ** (20 - k) for k in [*range(6), *range(15, 21)])
    )


def test_exact_power_of_too_few_tasks_is_none() -> None:
    assert exact_power(5, 0.5, 0.1) == 0
    assert exact_power(6, 0.5, 0) > 0


def test_the_smallest_gain_of_pairs() -> None:
    gains = tuple(smallest_paired(0.20, n) for n in (80, 100, 200, 500))
    assert gains == digits(0.138025, 0.123819, 0.088073, 0.055900)
    assert (smallest_paired(0.30, 80),) == digits(0.169045)


def test_the_smallest_gain_of_two_sides() -> None:
    assert (smallest_unpaired(0.40, 80), smallest_unpaired(0.40, 200)) == digits(0.219814, 0.139410)


def test_too_few_tasks_show_no_gain_at_all() -> None:
    assert smallest_paired(0.02, 10) is None
    assert smallest_paired(0, 10) is None
    assert smallest_unpaired(0.99, 10) is None


def test_repeats_make_tasks_go_further() -> None:
    sizes = [repeated(Repeats(1 / 9, 1 / 6, 1 / 6, times, times), 0.05) for times in (1, 5)]
    assert tuple(sizes) == digits(1395.356397, 558.142559)


def test_a_measured_variance_instead_of_a_guess() -> None:
    gain = smallest_of_variance(0.061165, 80)
    assert (gain,) == digits(0.077466)
    assert of_variance(0.061165, gain) == pytest.approx(80)


def test_statsmodels_solves_alike() -> None:
    effect = proportion_effectsize(0.5, 0.3)
    theirs = NormalIndPower().solve_power(effect, alpha=0.05, power=0.9)
    assert unpaired_arcsine(0.3, 0.5, 0.9) == pytest.approx(theirs, rel=1e-6)
