import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from app.statistics.bootstrap import bootstrap_ratio
from app.statistics.costs import DELTA, FIELLER, NONE_ACCEPTED, Coverage, Ratio, cost_per_accepted, ratio
from tests.statistics.numbers import digits, near

COST = np.array([0.12, 0.30, 0.08, 0.45, 0.22, 0.15, 0.60, 0.10, 0.33, 0.27, 0.18, 0.50])
ACCEPTED = np.array([1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1, 0.0])
WHOLE = Coverage(12, 12, 7, 7)


def test_twelve_attempts_by_every_method() -> None:
    found = ratio(COST, ACCEPTED)
    assert (found.value, found.se, *found.delta) == digits(0.471429, 0.195579, 0.040962, 0.901895)
    assert (found.g, *found.fieller) == digits(0.314567, 0.191548, 1.437348)


def test_twelve_attempts_by_drawing_them_anew() -> None:
    found = bootstrap_ratio(COST, ACCEPTED, folds=20_000)
    assert (found.value, found.low, found.high) == pytest.approx((0.471429, 0.226000, 1.170062), abs=6e-7)
    assert (found.n, found.missing) == (12, ())


def test_the_mean_of_accepted_ones_is_another_number() -> None:
    assert (float(COST[ACCEPTED > 0].mean()),) == digits(0.160000)
    assert cost_per_accepted(COST, ACCEPTED, WHOLE).figure.value == pytest.approx(0.471429, abs=1e-6)


def test_an_uncertain_divisor_takes_the_interval_that_allows_for_it() -> None:
    found = cost_per_accepted(COST, ACCEPTED, WHOLE)
    assert (found.figure.low, found.figure.high) == digits(0.191548, 1.437348)
    assert (found.figure.method, found.total, found.figure.missing) == (FIELLER, near(3.3), ())


def test_a_certain_one_takes_the_simple_interval() -> None:
    cost, accepted = np.tile(COST, 20), np.tile(ACCEPTED, 20)
    found = cost_per_accepted(cost, accepted, Coverage(240, 240, 140, 140))
    assert found.figure.method == DELTA
    assert (found.figure.low, found.figure.high) == ratio(cost, accepted).delta
    assert found.g is not None
    assert found.g < 0.1


def test_nothing_accepted_has_a_least_cost_and_no_other() -> None:
    found = cost_per_accepted(np.full(20, 0.2), np.zeros(20), Coverage(20, 20, 0, 0))
    assert (found.figure.low,) == digits(1.437728)
    assert (found.figure.value, found.figure.high, found.g, found.figure.method) == (None, None, None, NONE_ACCEPTED)


def test_one_accepted_of_few_has_no_upper_end() -> None:
    found = cost_per_accepted(np.array([1.0, 1.1, 0.9, 1.0]), np.array([1.0, 0, 0, 0]), Coverage(4, 4, 1, 1))
    assert (found.figure.value, found.figure.high) == (near(4.0), None)
    assert found.figure.low is not None
    assert 0 < found.figure.low < 4
    assert "no upper end" in found.figure.missing[0]


def test_costs_that_are_not_known_make_it_a_lower_bound() -> None:
    coverage = Coverage(9, 12, 4, 7)
    found = cost_per_accepted(COST, ACCEPTED, coverage)
    assert (found.figure.high, coverage.share, coverage.share_accepted) == (None, 0.75, 4 / 7)
    assert "9 of 12 attempts, and of 4 of 7 accepted ones" in found.figure.missing[0]


def test_no_costs_are_no_figure() -> None:
    found = cost_per_accepted(np.zeros(3), np.ones(3), Coverage(0, 3, 0, 3))
    assert (found.figure.value, found.total, found.figure.n) == (None, None, 0)


def test_one_task_has_no_interval() -> None:
    found = cost_per_accepted(np.array([3.0]), np.array([2.0]), Coverage(4, 4, 2, 2))
    assert (found.figure.value, found.figure.low, found.figure.n) == (1.5, None, 1)


def test_of_nothing_there_is_no_share() -> None:
    assert (Coverage(0, 0, 0, 0).share, Coverage(0, 0, 0, 0).share_accepted) == (None, None)


def test_a_cost_that_is_not_shown_to_exist_has_no_ends_either() -> None:
    vague = Ratio(1.0, 1.0, 2.0, 2.0, cost=0.1, accepted=0.1, var_cost=1.0, var_accepted=1.0, covariance=0.0)
    assert vague.fieller == (0.0, None)


def test_at_the_very_edge_the_lower_end_is_nought() -> None:
    edge = Ratio(1.0, 1.0, 1.0, 1.0, cost=2.0, accepted=1.0, var_cost=1.0, var_accepted=1.0, covariance=2.0)
    assert edge.fieller == (0.0, None)


@given(
    st.lists(st.tuples(st.floats(0, 100), st.integers(0, 5)), min_size=3, max_size=30).filter(
        lambda pairs: any(accepted for _, accepted in pairs) and any(cost > 0.01 for cost, _ in pairs)
    )
)
def test_fiellers_ends_are_where_the_test_turns(pairs: list[tuple[float, int]]) -> None:
    cost, accepted = np.array([float(cost) for cost, _ in pairs]), np.array([float(count) for _, count in pairs])
    found = ratio(cost, accepted)
    for end in found.fieller:
        if end is None or end < 1e-6:
            continue
        left = cost - end * accepted
        spread = float(np.std(left, ddof=1)) / np.sqrt(len(left))
        assert abs(float(left.mean())) == pytest.approx(found.reach * spread, rel=1e-4, abs=1e-6)


def test_scipy_draws_a_like_interval() -> None:
    drawn = stats.bootstrap(
        (np.tile(COST, 4), np.tile(ACCEPTED, 4)),
        lambda cost, accepted, axis: cost.sum(axis=axis) / accepted.sum(axis=axis),
        paired=True,
        n_resamples=20_000,
        method="percentile",
        rng=np.random.default_rng(1),
        vectorized=True,
    ).confidence_interval
    ours = bootstrap_ratio(np.tile(COST, 4), np.tile(ACCEPTED, 4), folds=20_000, seed=1)
    assert (ours.low, ours.high) == pytest.approx((drawn.low, drawn.high), rel=0.02)


def test_the_same_seed_gives_the_same_interval_in_any_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bootstrap_ratio(COST, ACCEPTED, folds=1000)
    monkeypatch.setattr("app.statistics.bootstrap.DRAWN_AT_ONCE", 50)
    assert bootstrap_ratio(COST, ACCEPTED, folds=1000) == whole


def test_draws_without_a_divisor_are_told() -> None:
    found = bootstrap_ratio(np.ones(4), np.array([1.0, 0, 0, 0]), folds=400)
    assert (found.value, found.high) == (4, None)
    assert "of 400 draws had nothing to divide by" in found.missing[0]


def test_a_few_such_draws_leave_an_upper_end() -> None:
    found = bootstrap_ratio(np.ones(10), np.array([1.0] * 4 + [0] * 6), folds=2000)
    assert found.missing
    assert found.high is not None


@pytest.mark.parametrize("n", [0, 3])
def test_nothing_to_divide_by_gives_nothing(n: int) -> None:
    found = bootstrap_ratio(np.ones(n), np.zeros(n), folds=10)
    assert (found.value, found.low, found.n, found.missing) == (None, None, n, ("There is nothing to divide by.",))
