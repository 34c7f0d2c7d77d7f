import numpy as np
import pytest

from app.statistics.looks import (
    Decision,
    Sequential,
    anytime_half_width,
    bonferroni_z,
    conditional_power,
    hoeffding_half_width,
    obrien_fleming,
    pocock,
)
from tests.statistics.numbers import digits

TEST = Sequential(0.40, 0.50)
LOOKS = (1 / 3, 2 / 3, 1.0)


def test_error_that_three_looks_may_spend() -> None:
    assert tuple(obrien_fleming(part) for part in LOOKS) == digits(0.000687, 0.016375, 0.050000)
    assert tuple(pocock(part) for part in LOOKS) == digits(0.022642, 0.038169, 0.050000)
    assert (bonferroni_z(3),) == digits(2.393980)
    assert obrien_fleming(0) == pocock(0) == 0


def test_the_sequential_test_and_its_steps() -> None:
    assert (TEST.upper, TEST.lower) == digits(2.772589, -1.558145)
    assert (TEST.step_up, TEST.step_down) == digits(0.223144, -0.182322)
    assert (TEST.score(36, 60),) == digits(3.657450)


@pytest.mark.parametrize(
    ("accepted", "attempts", "decision"),
    [(36, 60, Decision.ACCEPT), (20, 60, Decision.REJECT), (27, 60, Decision.GO_ON)],
)
def test_it_stops_or_goes_on(accepted: int, attempts: int, decision: Decision) -> None:
    assert TEST.decide(accepted, attempts) is decision


def test_a_trial_that_is_likely_futile() -> None:
    assert (conditional_power(0.8, 0.5),) == digits(0.120637)


def test_an_interval_for_one_look_is_narrower_than_one_for_all() -> None:
    assert (hoeffding_half_width(80),) == digits(0.151840)
    assert all(anytime_half_width(n) > hoeffding_half_width(n) for n in (10, 80, 1000))


def test_the_anytime_interval_holds_at_every_look() -> None:
    runs = np.random.default_rng(3).random((400, 500)) < 0.4
    sizes = np.arange(1, 501)
    widths = np.array([anytime_half_width(int(n)) for n in sizes])
    missed = (np.abs(runs.cumsum(axis=1) / sizes - 0.4) > widths).any(axis=1).mean()
    assert missed <= 0.05
