"""The rate of accepted attempts where some belong together: repeats of a task, tasks of one repository.

Miller 2024 (arXiv:2411.00640, appendix A), with C/(C-1) and Student's t as inspect_ai has them. Rates are fractions.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.statistics.curves import t_of
from app.statistics.figure import CONFIDENCE, Figure, Interval

if TYPE_CHECKING:
    from app.statistics.rows import Floats, Whole

FEWEST = 2  # clusters, below which nothing is known about how they differ
METHOD = "mean with errors clustered by task, Student's t"


@dataclass(frozen=True, slots=True)
class Clustered:
    """A mean of values between 0 and 1, and what belonging together does to its uncertainty."""

    value: float | None
    n: int
    clusters: int
    naive_se: float | None = None  # as if every attempt were a fresh one
    paper_se: float | None = None  # as in the paper, without C/(C-1)
    se: float | None = None
    icc: float | None = None  # how alike attempts of one cluster are, by analysis of variance

    @property
    def interval(self) -> Interval:
        """Return the 95 % interval by Student's t, within 0 and 1."""
        if self.value is None or self.se is None:
            return Interval(None, None)
        reach = t_of((1 + CONFIDENCE) / 2, self.clusters - 1) * self.se
        return Interval(max(0.0, self.value - reach), min(1.0, self.value + reach))

    @property
    def design_effect(self) -> float | None:
        """Return by how much the variance is larger than that of as many fresh attempts."""
        if self.se is None or not self.naive_se:
            return None
        return (self.se / self.naive_se) ** 2

    @property
    def effective_n(self) -> float | None:
        """Return as how many fresh attempts these weigh."""
        return self.n / self.design_effect if self.design_effect else None

    def figure(self, missing: tuple[str, ...] = ()) -> Figure:
        """Return what is shown."""
        return Figure(self.value, *self.interval, METHOD, self.n, missing)


def clustered_rate(accepted: "Whole | Floats", attempts: "Whole | Floats") -> Clustered:
    """Judge clusters by how many of their attempts were accepted; clusters without attempts are left out."""
    import numpy as np

    held = attempts > 0
    sums, sizes = accepted[held].astype(np.float64), attempts[held].astype(np.float64)
    clusters, n = int(held.sum()), int(sizes.sum())
    if n == 0:
        return Clustered(None, 0, 0)
    mean = float(sums.sum() / n)
    if clusters < FEWEST:
        return Clustered(mean, n, clusters)
    squares = float(np.square(sums - mean * sizes).sum())
    paper = math.sqrt(squares) / n
    naive = math.sqrt(mean * (1 - mean) / (n - 1))
    se = paper * math.sqrt(clusters / (clusters - 1))
    return Clustered(mean, n, clusters, naive, paper, se, _likeness(sums, sizes, mean))


def _likeness(sums: "Floats", sizes: "Floats", mean: float) -> float | None:
    """Return the intraclass correlation of a one-way analysis of variance; None without repeats or differences."""
    n, clusters = float(sizes.sum()), len(sizes)
    if n <= clusters:
        return None
    rates = sums / sizes
    between = float((sizes * (rates - mean) ** 2).sum()) / (clusters - 1)
    within = float((sums * (1 - rates)).sum()) / (n - clusters)
    size = (n - float((sizes**2).sum()) / n) / (clusters - 1)
    spread = between + (size - 1) * within
    return (between - within) / spread if spread > 0 else None
