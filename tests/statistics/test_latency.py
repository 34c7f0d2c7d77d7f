import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from app.statistics.latency import (
    Percentile,
    Ranks,
    Times,
    fewest_for_upper_end,
    nearest_rank,
    order_ranks,
    percentile,
    times_of,
)
from tests.statistics.numbers import digits

TWENTY = [1.2, 0.8, 2.5, 1.1, 0.9, 3.4, 1, 1.6, 0.7, 1.3, 2.2, 1.9, 0.95, 1.05, 6, 1.4, 1.15, 0.85, 2.8, 1.25]


def timed(*seconds: float | None, limit: float = math.inf) -> Times:
    """Times of attempts; those at the limit timed out, and None of them has no time."""
    known = np.array([math.nan if value is None else value for value in seconds], dtype=float)
    return times_of(known, known >= limit)


def ends(found: Percentile) -> tuple[float | None, float | None, float | None]:
    return found.figure.value, found.figure.low, found.figure.high


@pytest.mark.parametrize(
    ("n", "share", "low", "high", "coverage"),
    [
        (20, 0.50, 6, 15, 0.958611),
        (80, 0.50, 31, 50, 0.967007),
        (80, 0.90, 66, 78, 0.976970),
        (80, 0.95, 72, 80, 0.965082),
        (200, 0.95, 184, 197, 0.967152),
        (500, 0.99, 490, 500, 0.980186),
    ],
)
def test_ranks_that_enclose_a_quantile(n: int, share: float, low: int, high: int, coverage: float) -> None:
    found = order_ranks(n, share)
    assert (found.low, found.high) == (low, high)
    assert (found.coverage,) == digits(coverage)


def test_the_fewest_attempts_with_an_upper_end() -> None:
    shares = (0.90, 0.95, 0.99)
    assert [fewest_for_upper_end(share) for share in shares] == [29, 59, 299]
    assert [fewest_for_upper_end(share, two_sided=True) for share in shares] == [36, 72, 368]


@pytest.mark.parametrize("share", [0.90, 0.95, 0.99])
def test_below_these_there_is_no_upper_rank(share: float) -> None:
    fewest = fewest_for_upper_end(share, two_sided=True)
    assert order_ranks(fewest, share).high == fewest
    assert order_ranks(fewest - 1, share).high is None


def test_a_single_value_has_no_ranks() -> None:
    assert order_ranks(1, 0.5) == Ranks(None, None, 1.0)


def test_twenty_times_by_both_conventions() -> None:
    times = timed(*TWENTY)
    assert ends(percentile(times, 0.5)) == digits(1.225000, 1.0, 1.9)
    nineties = (percentile(times, 0.9).figure.value, nearest_rank(times.ordered, 0.9))
    assert nineties == digits(2.860000, 2.800000)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=60), st.floats(0.01, 0.99))
def test_numpy_has_the_same_percentile(values: list[float], share: float) -> None:
    assert percentile(timed(*values), share).figure.value == pytest.approx(np.quantile(values, share), abs=1e-9)


@given(st.integers(1, 2000), st.sampled_from([0.05, 0.5, 0.9, 0.95, 0.99]))
def test_scipy_has_the_same_ranks(n: int, share: float) -> None:
    found = order_ranks(n, share)
    below = stats.binom.cdf(np.arange(-1, n + 1), n, share)  # of at most rank - 1, from rank 0 on
    low = max((rank for rank in range(1, n + 1) if below[rank] <= 0.025), default=None)
    high = min((rank for rank in range(1, n + 1) if 1 - below[rank] <= 0.025), default=None)
    assert (found.low, found.high) == (low, high)
    assert found.coverage >= 0.95 or found.low is None or found.high is None


def test_a_percentile_among_the_timeouts_is_a_limit() -> None:
    found = percentile(timed(*range(1, 58), *[1200] * 23, limit=1200), 0.95)
    assert (found.at_least, found.figure.value, found.figure.high, found.figure.n) == (True, 1200, None, 80)
    assert found.figure.missing[0] == (
        "The 95th percentile lies among the 23 timeouts: it is at least the value given."
    )


def test_the_median_of_these_is_known_with_both_ends() -> None:
    times = timed(*range(1, 58), *[1200] * 23, limit=1200)
    assert times.timeouts == 23
    found = percentile(times, 0.5)
    assert (*ends(found), found.at_least, found.figure.missing) == (40.5, 31, 50, False, ())


def test_an_upper_end_among_the_timeouts_is_none() -> None:
    found = percentile(timed(*range(1, 46), *[1200] * 35, limit=1200), 0.5)
    assert (*ends(found), found.at_least) == (40.5, 31, None, False)
    assert found.figure.missing == (
        "The upper end of the 50th percentile lies among the 35 timeouts, so there is none.",
    )


def test_a_shorter_limit_that_was_reached_early_is_told() -> None:
    seconds = np.array([*range(1, 80), 5.5])
    found = percentile(times_of(seconds, seconds == 5.5), 0.5)
    assert (found.at_least, found.figure.high) == (True, 49)
    assert "cut off before the 50th percentile" in found.figure.missing[0]


def test_a_timeout_without_a_time_is_longer_than_any_other() -> None:
    seconds = np.array([1.0, 2.0, math.nan, math.nan])
    times = times_of(seconds, np.array([False, False, True, False]))
    assert (times.n, times.timeouts, times.untimed, times.early) == (3, 1, 1, None)
    assert ends(percentile(times, 0.5))[0] == 2
    assert percentile(times, 0.75).figure.value == 2  # between 2 and longer: at least 2
    assert percentile(times, 0.75).at_least


def test_where_every_attempt_timed_out_without_a_time_nothing_is_known() -> None:
    seconds = np.full(60, math.nan)
    found = percentile(times_of(seconds, np.ones(60, dtype=bool)), 0.5)
    assert (*ends(found), found.at_least) == (None, None, None, True)


def test_a_percentile_beyond_the_last_known_time_is_at_least_that() -> None:
    seconds = np.array([4.0, math.nan, math.nan])
    assert percentile(times_of(seconds, np.isnan(seconds)), 0.9).figure.value == 4


def test_without_times_there_is_no_percentile() -> None:
    found = percentile(timed(None), 0.5)
    assert (*ends(found), found.figure.n, found.figure.missing) == (
        None,
        None,
        None,
        0,
        ("No response time is known.",),
    )
