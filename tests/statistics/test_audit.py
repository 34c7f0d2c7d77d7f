import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.statistics.audit import EXACT, Grader, at_most_where_none, cases_for_bound, error_rate, share_right, true_rate
from app.statistics.figure import Figure
from tests.statistics.numbers import digits

GRADER = Grader(sensitivity=0.95, right_cases=40, specificity=0.97, wrong_cases=60)


def test_no_failure_still_leaves_a_bound() -> None:
    bounds = tuple(at_most_where_none(cases) for cases in (20, 60, 299, 200, 5))
    assert bounds == digits(0.139108, 0.048703, 0.009969, 0.014867, 0.450720)
    assert at_most_where_none(60) == pytest.approx(3 / 60, rel=0.03)
    assert at_most_where_none(0) == 1.0


def test_cases_that_a_bound_needs() -> None:
    assert [cases_for_bound(bound) for bound in (0.05, 0.02, 0.01, 0.005)] == [59, 149, 299, 598]


@given(st.floats(0.001, 0.9))
def test_with_so_many_cases_the_bound_is_reached_and_with_one_fewer_it_is_not(bound: float) -> None:
    cases = cases_for_bound(bound)
    assert at_most_where_none(cases) <= bound + 1e-9
    assert at_most_where_none(cases - 1) > bound


@pytest.mark.parametrize(
    ("wrong", "cases", "rate", "low", "high"),
    [(2, 60, 0.033333, 0.004063, 0.115281), (3, 40, 0.075000, 0.015742, 0.203865)],
)
def test_error_rates_are_exact(wrong: int, cases: int, rate: float, low: float, high: float) -> None:
    found = error_rate(wrong, cases)
    assert (found.value, found.low, found.high) == digits(rate, low, high)
    assert (found.method, found.n) == (EXACT, cases)


def test_no_case_is_no_rate() -> None:
    assert error_rate(0, 0) == Figure(None, None, None, EXACT, 0, ("No such case was tried.",))


def test_the_true_rate_behind_a_grader_that_errs() -> None:
    found = true_rate(0.40, 400, GRADER)
    assert (found.value, found.low, found.high) == digits(0.402174, 0.335980, 0.468367)
    assert found.half_width is not None
    assert (found.half_width / 1.959964,) == digits(0.033773)
    assert found.n == 400


def test_a_grader_no_better_than_chance_shows_nothing() -> None:
    found = true_rate(0.4, 400, Grader(0.5, 40, 0.5, 60))
    assert (found.value, len(found.missing)) == (None, 1)


def test_a_true_rate_stays_a_rate() -> None:
    assert true_rate(0.01, 400, GRADER).value == 0
    assert true_rate(0.99, 400, GRADER).value == 1


def test_the_share_of_rewards_that_are_right() -> None:
    shares = tuple(share_right(true, sensitivity=0.95, false_accept=0.03) for true in (0.40, 0.10, 0.02))
    assert shares == digits(0.954774, 0.778689, 0.392562)
    assert share_right(0, sensitivity=0.95, false_accept=0) is None
