"""The few curves of probability that the figures are read from; scipy's special functions, loaded on use."""

from statistics import NormalDist

NORMAL = NormalDist()


def z_of(share: float) -> float:
    """Return the normal quantile: 1.959964 of 0.975."""
    return NORMAL.inv_cdf(share)


def normal_share(z: float) -> float:
    """Return the share of the normal curve below z."""
    return NORMAL.cdf(z)


def t_of(share: float, freedom: float) -> float:
    """Return Student's quantile: 1.990450 of 0.975 at 79 degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))


def t_two_sided(t: float, freedom: float) -> float:
    """Return how often chance alone goes as far from 0 as t, in either direction."""
    from scipy.special import stdtr

    return float(2 * stdtr(freedom, -abs(t)))


def beta_of(share: float, a: float, b: float) -> float:
    """Return the quantile of the beta curve."""
    from scipy.special import betaincinv

    return float(betaincinv(a, b, share))


def binomial_share(most: int, n: int, p: float) -> float:
    """Return how often at most so many of n succeed, each with probability p."""
    from scipy.special import bdtr

    return 0.0 if most < 0 else float(bdtr(min(most, n), n, p))


def chi_square_above(value: float) -> float:
    """Return how often a chi-square of one degree of freedom exceeds the value."""
    from scipy.special import chdtrc

    return float(chdtrc(1, value))
