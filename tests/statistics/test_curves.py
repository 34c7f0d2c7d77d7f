import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from app.statistics.curves import beta_of, binomial_share, chi_square_above, normal_share, t_of, t_two_sided, z_of
from tests.statistics.numbers import digits


def test_quantiles_that_everything_rests_on() -> None:
    assert (z_of(0.975), z_of(0.80)) == digits(1.959964, 0.841621)
    assert (t_of(0.975, 79), t_of(0.975, 11), t_of(0.975, 3)) == digits(1.990450, 2.200985, 3.182446)


@given(st.floats(0.001, 0.999), st.integers(1, 500), st.floats(-6, 6))
def test_scipy_draws_the_same_curves(share: float, n: int, z: float) -> None:
    ours = [t_of(share, n), t_two_sided(z, n), beta_of(share, n, 3), normal_share(z), binomial_share(n // 2, n, share)]
    theirs = [
        *(stats.t.ppf(share, n), 2 * stats.t.sf(abs(z), n), stats.beta.ppf(share, n, 3)),
        *(stats.norm.cdf(z), stats.binom.cdf(n // 2, n, share)),
    ]
    assert ours == pytest.approx(theirs, rel=1e-7, abs=1e-12)
    assert chi_square_above(abs(z)) == pytest.approx(stats.chi2.sf(abs(z), 1))


def test_less_than_none_never_happens_and_more_than_all_always_does() -> None:
    assert (binomial_share(-1, 5, 0.5), binomial_share(9, 5, 0.5)) == (0, 1)
