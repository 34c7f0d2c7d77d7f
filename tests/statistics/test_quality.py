import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from app.statistics.figure import Figure
from app.statistics.quality import clopper_pearson, exact_at_least, newcombe, rate, wilson, wilson_at_least
from tests.statistics.numbers import digits


@pytest.mark.parametrize(
    ("accepted", "n", "score", "exact"),
    [
        (32, 80, (0.299618, 0.509545), (0.292009, 0.515623)),
        (3, 10, (0.107791, 0.603222), (0.066740, 0.652453)),
        (0, 30, (0.000000, 0.113513), (0.000000, 0.115703)),
        (57, 60, (0.862995, 0.982850), (0.860757, 0.989568)),
    ],
)
def test_intervals_of_one_rate(accepted: int, n: int, score: tuple[float, float], exact: tuple[float, float]) -> None:
    assert wilson(accepted, n) == digits(*score)
    assert clopper_pearson(accepted, n) == digits(*exact)


def test_one_sided_bounds() -> None:
    assert (wilson_at_least(48, 80), exact_at_least(48, 80)) == digits(0.508062, 0.501978)


def test_the_difference_of_two_separate_rates() -> None:
    assert newcombe(48, 80, 32, 80) == digits(0.045079, 0.341961)


def test_a_rate_carries_its_interval_method_and_n() -> None:
    assert rate(32, 80) == Figure(0.4, *wilson(32, 80), "Wilson", 80)


def test_nothing_tried_says_nothing() -> None:
    assert rate(0, 0) == Figure(None, None, None, "Wilson", 0, ("No attempt got a verdict.",))
    assert wilson(0, 0) == (0.0, 1.0)


def test_all_accepted_has_no_end_below_one() -> None:
    assert wilson(10, 10).high == clopper_pearson(10, 10).high == 1.0
    assert clopper_pearson(10, 10).low == pytest.approx(0.025**0.1)


def test_a_half_width_needs_both_ends() -> None:
    assert Figure(0.5, 0.4, 0.7, "", 1).half_width == pytest.approx(0.15)
    assert Figure(0.5, None, 0.7, "", 1).half_width is None
    assert Figure(0.5, 0.4, None, "", 1).half_width is None


@given(st.integers(0, 300), st.integers(1, 300))
def test_scipy_and_statsmodels_say_the_same(accepted: int, n: int) -> None:
    accepted = min(accepted, n)
    theirs = stats.binomtest(accepted, n)
    for ours, method in ((wilson(accepted, n), "wilson"), (clopper_pearson(accepted, n), "exact")):
        assert ours == pytest.approx(tuple(theirs.proportion_ci(0.95, method)), abs=1e-9)
    assert wilson(accepted, n) == pytest.approx(proportion_confint(accepted, n, method="wilson"), abs=1e-9)
    gain = confint_proportions_2indep(accepted, n, 1, 7, method="newcomb")
    assert newcombe(accepted, n, 1, 7) == pytest.approx(gain, abs=1e-9)


@given(st.integers(1, 10_000), st.integers(0, 10_000))
def test_an_interval_holds_its_rate(n: int, accepted: int) -> None:
    accepted = min(accepted, n)
    for low, high in (wilson(accepted, n), clopper_pearson(accepted, n)):
        assert low is not None
        assert high is not None
        assert 0 <= low <= accepted / n + 1e-12
        assert accepted / n - 1e-12 <= high <= 1
