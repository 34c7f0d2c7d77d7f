"""Response time: percentiles with order-statistic intervals, and timeouts as what they are.

Percentiles are linear between neighbours, as numpy has them by default; `nearest_rank` is the other convention.
An attempt that timed out took longer than its limit, nobody knows how much: with a share f of timeouts no quantile
above 1-f is known, and a figure there is a limit that was reached, not a measurement. Timeouts are never dropped.
Source of the intervals: Hahn and Meeker 1991. Times are seconds.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.statistics.curves import binomial_share
from app.statistics.figure import CONFIDENCE, Figure

if TYPE_CHECKING:
    from app.statistics.rows import Floats, Marks

UNTIMED = "No response time is known."
METHOD = "linear percentile, interval of order statistics"


@dataclass(frozen=True, slots=True)
class Ranks:
    """Which of n ordered values enclose a quantile, counted from 1; None where none does."""

    low: int | None
    high: int | None
    coverage: float


@dataclass(frozen=True, slots=True)
class Percentile:
    """One percentile of the response time."""

    figure: Figure
    at_least: bool  # it lies among the timeouts, so the value is a limit and the truth is longer


@dataclass(frozen=True, slots=True)
class Times:
    """Attempts whose time is known, shortest first; those that timed out have at least their limit."""

    ordered: "Floats"
    timeouts: int
    untimed: int  # attempts whose time is not known at all
    early: float | None  # the shortest limit that was reached

    @property
    def n(self) -> int:
        """Attempts that a percentile is taken from."""
        return len(self.ordered)


def times_of(latencies: "Floats", timed_out: "Marks") -> Times:
    """Order what is known; a timeout without a time is longer than any that has one."""
    import numpy as np

    known = ~np.isnan(latencies)
    limits = latencies[timed_out & known]
    unlimited = int((timed_out & ~known).sum())
    ordered = np.sort(np.concatenate([latencies[known], np.full(unlimited, math.inf)]))
    early = float(limits.min()) if len(limits) else None
    return Times(ordered, int(timed_out.sum()), int((~known & ~timed_out).sum()), early)


def percentile(times: Times, share: float) -> Percentile:
    """Return the percentile that this share of attempts stays below, with its interval."""
    n = times.n
    name = f"{100 * share:.4g}th percentile"
    if not n:
        return Percentile(Figure(None, None, None, METHOD, 0, (UNTIMED,)), at_least=False)
    ranks = order_ranks(n, share)
    finished = n - times.timeouts
    place = (n - 1) * share
    value = _between(times.ordered, place)
    among = math.ceil(round(place, 9)) + 1 > finished
    early = times.early is not None and value is not None and times.early < value
    low = None if ranks.low is None else _finite(float(times.ordered[ranks.low - 1]))
    high = None if ranks.high is None or ranks.high > finished else float(times.ordered[ranks.high - 1])
    said = []
    if among:
        said.append(f"The {name} lies among the {times.timeouts:,} timeouts: it is at least the value given.")
    elif early:
        said.append(f"Some attempts were cut off before the {name}, so both it and its ends are at least as given.")
    if ranks.high is None:
        counted = "1 attempt is" if n == 1 else f"{n} attempts are"
        said.append(f"{counted} too few for an upper end of the {name}.")
    elif high is None:
        said.append(f"The upper end of the {name} lies among the {times.timeouts:,} timeouts, so there is none.")
    return Percentile(Figure(value, low, high, METHOD, n, tuple(said)), among or early)


def _between(ordered: "Floats", place: float) -> float | None:
    """Return the value at a place between two neighbours; where one is not known, the last one that is."""
    below = math.floor(place)
    low, high = float(ordered[below]), float(ordered[min(below + 1, len(ordered) - 1)])
    if math.isinf(low):
        known = ordered[ordered < math.inf]
        return float(known[-1]) if len(known) else None
    return low if math.isinf(high) else low + (high - low) * (place - below)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def nearest_rank(ordered: "Floats", share: float) -> float:
    """Return the percentile by the other convention: the smallest value that this share does not exceed."""
    return float(ordered[max(1, math.ceil(round(share * len(ordered), 9))) - 1])


def order_ranks(n: int, share: float, confidence: float = CONFIDENCE) -> Ranks:
    """Return the ranks that enclose the quantile with at least this confidence, as narrow as each side allows."""
    tail = (1 - confidence) / 2
    low = _last(n, lambda rank: binomial_share(rank - 1, n, share) <= tail)
    high = _last(n, lambda rank: 1 - binomial_share(rank - 1, n, share) > tail) + 1
    upper = 1.0 if high > n else binomial_share(high - 1, n, share)
    return Ranks(low or None, high if high <= n else None, upper - binomial_share(low - 1, n, share))


def _last(n: int, holds: Callable[[int], bool]) -> int:
    """Return the last rank from 1 to n for which it holds, as it holds up to some rank; 0 where it never does."""
    low, high = 0, n
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low


def fewest_for_upper_end(share: float, *, two_sided: bool = False, confidence: float = CONFIDENCE) -> int:
    """Return the attempts without which a percentile has no upper limit at all."""
    tail = (1 - confidence) / (2 if two_sided else 1)
    return math.ceil(round(math.log(tail) / math.log(share), 9))
