"""Rates of accepted attempts where each is a fresh one: intervals of one rate, and of the difference of two.

Repeats of a task and related tasks are no fresh attempts: clusters.py is for these. Rates are fractions.
Sources: Wilson 1927; Clopper and Pearson 1934; Newcombe 1998; Brown, Cai and DasGupta 2001 for which to use when.
"""

import math

from app.statistics.curves import beta_of, z_of
from app.statistics.figure import CONFIDENCE, Figure, Interval


def wilson(accepted: float, n: float, confidence: float = CONFIDENCE) -> Interval:
    """Return the score interval, which is the one to show; no attempts say nothing."""
    if n <= 0:
        return Interval(0.0, 1.0)
    z = z_of((1 + confidence) / 2)
    rate, square = accepted / n, z * z
    middle, stretch = rate + square / (2 * n), 1 + square / n
    spread = z * math.sqrt(rate * (1 - rate) / n + square / (4 * n * n))
    low = 0.0 if accepted <= 0 else max(0.0, (middle - spread) / stretch)
    high = 1.0 if accepted >= n else min(1.0, (middle + spread) / stretch)
    return Interval(low, high)


def clopper_pearson(accepted: float, n: float, confidence: float = CONFIDENCE) -> Interval:
    """Return the exact interval, for when something is guaranteed: it is never too narrow."""
    tail = (1 - confidence) / 2
    low = 0.0 if accepted <= 0 else beta_of(tail, accepted, n - accepted + 1)
    high = 1.0 if accepted >= n else beta_of(1 - tail, accepted + 1, n - accepted)
    return Interval(low, high)


def wilson_at_least(accepted: float, n: float, confidence: float = CONFIDENCE) -> float:
    """Return the one-sided lower bound of the score interval."""
    return wilson(accepted, n, 2 * confidence - 1).low or 0.0


def exact_at_least(accepted: float, n: float, confidence: float = CONFIDENCE) -> float:
    """Return the one-sided exact lower bound."""
    return clopper_pearson(accepted, n, 2 * confidence - 1).low or 0.0


def rate(accepted: int, n: int) -> Figure:
    """Return the share of accepted attempts with its score interval."""
    if n <= 0:
        return Figure(None, None, None, "Wilson", 0, ("No attempt got a verdict.",))
    low, high = wilson(accepted, n)
    return Figure(accepted / n, low, high, "Wilson", n)


def newcombe(accepted: float, n: float, accepted_before: float, n_before: float) -> Interval:
    """Return the interval of the gain from before to now, where the two were other tasks or other draws."""
    now, before = accepted / n, accepted_before / n_before
    (low, high), (low_before, high_before) = _ends(accepted, n), _ends(accepted_before, n_before)
    gain = now - before
    return Interval(
        gain - math.hypot(now - low, high_before - before), gain + math.hypot(high - now, before - low_before)
    )


def _ends(accepted: float, n: float) -> tuple[float, float]:
    low, high = wilson(accepted, n)
    return low or 0.0, 1.0 if high is None else high
