import numpy as np
import pytest
import statsmodels.api as sm

from app.statistics.clusters import METHOD, Clustered, clustered_rate
from app.statistics.figure import Figure
from tests.statistics.numbers import EIGHTY, counts, digits, near

FIVES = np.full(80, 5)


def test_four_tasks_of_three_attempts() -> None:
    found = clustered_rate(counts(2, 0, 3, 1), counts(3, 3, 3, 3))
    assert (found.value, found.naive_se, found.paper_se, found.se) == digits(0.5, 0.150756, 0.186339, 0.215166)


def test_eighty_tasks_of_five_attempts_weigh_as_much_as_a_third() -> None:
    found = clustered_rate(counts(*EIGHTY), FIVES)
    assert (found.value, found.naive_se, found.paper_se, found.se) == digits(0.1925, 0.019738, 0.033809, 0.034022)
    assert (found.design_effect, found.effective_n, found.icc) == digits(2.971164, 134.627389, 0.489148)
    assert found.interval == digits(0.124780, 0.260220)
    assert found.value is not None
    assert found.naive_se is not None
    reach = 1.959964 * found.naive_se
    assert (found.value - reach, found.value + reach) == digits(0.153814, 0.231186)


def test_the_figure_names_its_method_and_what_is_missing() -> None:
    found = clustered_rate(counts(2, 0, 3, 1), counts(3, 3, 3, 3))
    assert found.figure(("so",)) == Figure(0.5, *found.interval, METHOD, 12, ("so",))


def test_statsmodels_clusters_alike() -> None:
    accepted = np.array([[attempt < count for attempt in range(5)] for count in EIGHTY], dtype=float).ravel()
    fitted = sm.OLS(accepted, np.ones((400, 1))).fit(
        cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(80), 5), "use_correction": False}
    )
    assert clustered_rate(counts(*EIGHTY), FIVES).paper_se == pytest.approx(fitted.bse[0])


def test_one_attempt_at_each_task_is_as_good_as_a_fresh_one() -> None:
    found = clustered_rate(counts(1, 0, 1, 1), counts(1, 1, 1, 1))
    assert found.se == pytest.approx(found.naive_se)
    assert (found.design_effect, found.effective_n, found.icc) == (near(1), near(4), None)


def test_tasks_of_unlike_sizes_are_weighed() -> None:
    found = clustered_rate(counts(4, 0, 1), counts(4, 1, 2))
    assert (found.n, found.clusters, found.value) == (7, 3, 5 / 7)
    left = np.array([4 - 20 / 7, -5 / 7, 1 - 10 / 7])
    assert found.se == pytest.approx(np.sqrt((left**2).sum() * 3 / 2) / 7)


def test_one_task_says_nothing_about_tasks() -> None:
    found = clustered_rate(counts(2, 0), counts(3, 0))
    assert found == Clustered(2 / 3, 3, 1)
    assert (found.interval, found.design_effect, found.effective_n) == ((None, None), None, None)


def test_no_verdict_is_no_rate() -> None:
    assert clustered_rate(counts(0, 0), counts(0, 0)) == Clustered(None, 0, 0)
    assert Clustered(None, 0, 0).interval == (None, None)


def test_tasks_that_are_all_alike_show_no_spread() -> None:
    found = clustered_rate(counts(3, 3), counts(3, 3))
    assert (found.se, found.icc, found.design_effect, found.effective_n) == (0, None, None, None)
    assert found.interval == (1, 1)


def test_tasks_that_all_have_the_same_mix_have_no_effective_n() -> None:
    found = clustered_rate(counts(1, 1), counts(2, 2))
    assert (found.design_effect, found.effective_n) == (0, None)
