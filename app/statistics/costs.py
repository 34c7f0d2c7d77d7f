"""What an accepted result costs: all that was spent on all attempts, by the number of accepted ones.

The mean cost of accepted attempts alone is the wrong number that people quote. Money is in the rows' own unit. A cost
that is not known makes the figure a lower bound, and is never taken for 0 without saying so.
Sources: Cochran 1977 for the ratio and its error; Fieller 1954 for the interval where the divisor is uncertain.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.statistics.audit import at_most_where_none
from app.statistics.curves import t_of
from app.statistics.figure import CONFIDENCE, Figure, Interval

if TYPE_CHECKING:
    from app.statistics.rows import Floats

UNSTABLE = 0.1  # g from which the simple interval misleads
NO_UPPER_END = 1.0  # g from which there is no upper end
DELTA, FIELLER, NONE_ACCEPTED = "ratio, delta method", "ratio, Fieller", "at least, as nothing was accepted"
METHOD = "sum of all costs by accepted attempts"


@dataclass(frozen=True, slots=True)
class Coverage:
    """Attempts of which something is known, such as the cost or the tokens; of all and of the accepted ones."""

    known: int
    rows: int
    known_accepted: int
    accepted: int

    @property
    def share(self) -> float | None:
        """Return the share of all attempts."""
        return self.known / self.rows if self.rows else None

    @property
    def share_accepted(self) -> float | None:
        """Return the share of the accepted attempts."""
        return self.known_accepted / self.accepted if self.accepted else None

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing is missing."""
        return self.known == self.rows


@dataclass(frozen=True, slots=True)
class Ratio:
    """Sums of cost and of accepted attempts over clusters, and how they vary together."""

    value: float
    se: float  # by the delta method
    g: float  # how uncertain the number accepted is; Fieller's g
    reach: float  # Student's t
    cost: float  # mean of a cluster
    accepted: float  # mean of a cluster
    var_cost: float  # of that mean
    var_accepted: float
    covariance: float

    @property
    def delta(self) -> Interval:
        """Return the symmetric interval; good while g is below 0.1."""
        return Interval(self.value - self.reach * self.se, self.value + self.reach * self.se)

    @property
    def fieller(self) -> Interval:
        """Return the interval that allows for the uncertain divisor; from g = 1 on it has no upper end."""
        square = self.reach**2
        a = self.accepted**2 - square * self.var_accepted
        b = self.cost * self.accepted - square * self.covariance
        c = self.cost**2 - square * self.var_cost
        root = math.sqrt(max(0.0, b * b - a * c))
        if self.g < NO_UPPER_END:
            return Interval(max(0.0, (b - root) / a), (b + root) / a)
        if c <= 0:  # nor is it shown that anything is spent at all
            return Interval(0.0, None)
        return Interval(c / (b + root) if b + root > 0 else 0.0, None)


def ratio(cost: "Floats", accepted: "Floats") -> Ratio:
    """Judge the ratio from the sums of each cluster: two clusters or more, and something accepted."""
    import numpy as np

    n = len(cost)
    mean_cost, mean_accepted = float(cost.mean()), float(accepted.mean())
    value = mean_cost / mean_accepted
    left = cost - value * accepted
    se = math.sqrt(float(np.square(left).sum()) / (n - 1) / n) / mean_accepted
    spread = np.cov(cost, accepted) / n
    reach = t_of((1 + CONFIDENCE) / 2, n - 1)
    g = reach**2 * float(spread[1, 1]) / mean_accepted**2
    return Ratio(
        *(value, se, g, reach, mean_cost, mean_accepted),
        *(float(spread[0, 0]), float(spread[1, 1]), float(spread[0, 1])),
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost per accepted result, as it is shown."""

    figure: Figure
    g: float | None
    total: float | None  # of all attempts whose cost is known
    coverage: Coverage


def cost_per_accepted(cost: "Floats", accepted: "Floats", coverage: Coverage) -> Cost:
    """Return the figure from the sums of each cluster of attempts, to which unknown costs add nothing; that is said."""
    if not coverage.known:
        nothing = ("No attempt has a cost, so there is no cost per accepted result.",)
        return Cost(Figure(None, None, None, METHOD, 0, nothing), None, None, coverage)
    total = float(cost.sum())
    said = _partly(coverage)
    if not coverage.accepted:
        return Cost(_nothing_accepted(cost, coverage, said), None, total, coverage)
    if len(cost) == 1:
        alone = (*said, "One task says nothing about how the cost varies, so there is no interval.")
        return Cost(Figure(total / coverage.accepted, None, None, METHOD, 1, alone), None, total, coverage)
    found = ratio(cost, accepted)
    (low, high), method = (found.fieller, FIELLER) if found.g >= UNSTABLE else (found.delta, DELTA)
    if found.g >= NO_UPPER_END:
        said = (*said, "So few attempts were accepted that the cost per accepted result has no upper end.")
    if not coverage.is_whole:
        high = None
    low = None if low is None else max(0.0, low)
    return Cost(Figure(found.value, low, high, method, coverage.rows, said), found.g, total, coverage)


def _partly(coverage: Coverage) -> tuple[str, ...]:
    if coverage.is_whole:
        return ()
    said = (
        f"The cost is known of {coverage.known:,} of {coverage.rows:,} attempts, and of {coverage.known_accepted:,} of "
        f"{coverage.accepted:,} accepted ones: the cost per accepted result is a lower bound."
    )
    return (said,)


def _nothing_accepted(cost: "Floats", coverage: Coverage, said: tuple[str, ...]) -> Figure:
    """Return what an accepted result costs at least: never infinity, and never 0."""
    least = float(cost.sum()) / coverage.rows / at_most_where_none(len(cost))
    told = "No attempt was accepted, so only the least that an accepted result costs is known."
    return Figure(None, least, None, NONE_ACCEPTED, coverage.rows, (*said, told))
