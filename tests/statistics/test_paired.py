from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from app.statistics.comparing import OneTry, compare_runs
from app.statistics.paired import METHOD, Discordant, paired_gain
from app.statistics.quality import newcombe
from app.statistics.rows import Rows, rows_of
from app.statistics.sizes import smallest_of_variance
from tests.statistics.numbers import Attempt, attempts, digits

rng = np.random.default_rng(7)


def spread(variance: float, mean: float, n: int = 80) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Numbers with exactly this mean and variance."""
    drawn = rng.normal(size=n)
    drawn = (drawn - drawn.mean()) / np.std(drawn, ddof=1)
    return np.asarray(mean + drawn * np.sqrt(variance))


def test_twenty_tasks_that_turned_out_differently() -> None:
    found = Discordant(15, 5)
    assert (found.exact_p, found.mid_p, found.corrected_p) == digits(0.041389, 0.026604, 0.044171)


def test_a_lucky_single_run_looks_significant() -> None:
    found = Discordant(8, 1)
    assert (found.standard_error(80), found.exact_p, found.mid_p) == digits(0.036201, 0.039062, 0.021484)
    assert (7 / 80, np.sqrt(0.4 * 0.6 / 80 + 0.4875 * 0.5125 / 80)) == digits(0.087500, 0.078250)


def test_five_runs_of_each_do_not() -> None:
    gains = spread(0.061165, 0.04)
    before = spread(0.1, 0.3)
    found = paired_gain(before, before + gains)
    figure = found.figure
    assert (figure.value, found.se) == digits(0.040000, 0.027651)
    assert (figure.low, figure.high) == pytest.approx((-0.015037, 0.095037), abs=2e-6)
    assert found.p == pytest.approx(0.151959, abs=1e-5)  # as exactly as the variance is printed
    assert found.variance is not None
    assert smallest_of_variance(found.variance, 80) == pytest.approx(0.077466, abs=5e-7)


def test_task_means_that_go_together() -> None:
    before, other = spread(1, 0.0), spread(1, 0.0)
    other = other - before * (other @ before) / (before @ before)
    other *= np.sqrt(79 / (other @ other))
    wanted = 0.851293
    now = wanted * before + np.sqrt(1 - wanted**2) * other
    assert (paired_gain(before, now).correlation,) == digits(wanted)


def test_nothing_turned_out_differently() -> None:
    found = Discordant(0, 0)
    assert (found.exact_p, found.mid_p, found.corrected_p) == (1, 1, 1)


@given(st.integers(0, 60), st.integers(0, 60))
def test_statsmodels_and_scipy_say_the_same(won: int, lost: int) -> None:
    if won + lost == 0:
        return
    ours = Discordant(won, lost)
    table = [[3, lost], [won, 4]]
    assert ours.exact_p == pytest.approx(mcnemar(table, exact=True).pvalue)
    if won != lost:  # statsmodels corrects below 0 there
        assert ours.corrected_p == pytest.approx(mcnemar(table, exact=False, correction=True).pvalue)
    coin = stats.binom(won + lost, 0.5)
    fewer = min(won, lost)
    assert ours.mid_p == pytest.approx(2 * coin.cdf(fewer) - coin.pmf(fewer))
    assert ours.mid_p <= ours.exact_p


def test_scipy_pairs_alike() -> None:
    before, now = rng.random(30), rng.random(30)
    found, theirs = paired_gain(before, now), stats.ttest_rel(now, before)
    assert found.p == pytest.approx(theirs.pvalue)
    assert (found.figure.low, found.figure.high) == pytest.approx(tuple(theirs.confidence_interval(0.95)))


def test_too_few_tasks_say_nothing_about_chance() -> None:
    one, none = paired_gain(np.array([0.0]), np.array([1.0])), paired_gain(np.array([]), np.array([]))
    assert (one.figure.value, one.figure.n, one.se) == (1.0, 1, None)
    assert (none.figure.value, none.figure.n, none.p) == (None, 0, None)


def test_the_same_gain_everywhere_is_sure_and_none_at_all_is_not() -> None:
    level = np.array([0.25, 0.25])
    sure, none = paired_gain(level, level + 0.5), paired_gain(level, level)
    assert (sure.p, sure.correlation, sure.figure.low) == (0.0, None, 0.5)
    assert (none.p, none.figure.method) == (1.0, METHOD)


def test_a_run_that_never_varies_has_no_correlation() -> None:
    assert paired_gain(np.array([0.0, 1.0]), np.array([1.0, 1.0])).correlation is None


def one_run(*accepted: int, of: int = 1, first: int = 0) -> Rows:
    rows = attempts(accepted, of)
    for row in rows:
        row.task_id = f"task-{int(row.task_id[5:]) + first}"
    return rows_of(rows)


def test_runs_of_one_try_are_compared_by_what_became_of_each_task() -> None:
    found = compare_runs(one_run(1, 1, 1, 0), one_run(1, 0, 0, 0))
    assert found.one_try == OneTry(1, 2, 0, 1)
    assert (found.gain.value, found.shared, found.gain.n) == (0.5, 4, 4)
    assert found.smallest_gain == pytest.approx(smallest_of_variance(1 / 3, 4))
    assert "several times" in found.missing[0]


def test_repeats_are_compared_by_task_means() -> None:
    found = compare_runs(one_run(2, 1, of=2), one_run(1, 1, of=2))
    assert (found.one_try, found.gain.value, found.missing) == (None, 0.25, ())


def test_tasks_of_only_one_run_are_told() -> None:
    found = compare_runs(one_run(1, 0, 1), one_run(0, 1, 1, first=1))
    assert (found.shared, found.only_now, found.only_before) == (2, 1, 1)
    assert found.missing[0].startswith("2 tasks are in both runs; 1 are only in this one and 1 only in the other")


def test_other_tasks_are_compared_as_two_rates() -> None:
    found = compare_runs(one_run(1, 0, 1, 1), one_run(0, 1, first=9))
    assert (found.paired, found.gain.value, found.gain.n) == (None, 0.25, 2)
    assert (found.gain.low, found.gain.high) == newcombe(3, 4, 1, 2)
    assert found.missing == ("The two runs share fewer than two tasks, so they are compared as two separate rates.",)


def test_a_run_without_verdicts_cannot_be_compared() -> None:
    silent = rows_of([Attempt(verdict="none")])
    for one, other in ((silent, one_run(1, 0)), (one_run(1, 0), silent)):
        found = compare_runs(one, other)
        assert (found.gain.value, found.smallest_gain) == (None, None)
        assert found.missing[1] == "One of the runs has no attempt with a verdict."


def test_no_verdict_counts_as_rejected_only_where_that_was_agreed() -> None:
    now = rows_of([Attempt("task-0", verdict="none"), Attempt("task-1"), Attempt("task-2")])
    assert compare_runs(now, one_run(0, 0, 0)).shared == 2
    assert compare_runs(now, one_run(0, 0, 0), all_count=True).gain.value == pytest.approx(2 / 3)


def test_equal_runs_need_no_tasks() -> None:
    assert compare_runs(one_run(1, 0), one_run(1, 0)).smallest_gain is None
