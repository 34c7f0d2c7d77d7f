"""Two runs over the same tasks: what was gained, and whether chance would do as much.

Pairs are far more telling than two separate rates, as hard tasks are hard both times. Gains are fractions.
Sources: McNemar 1947; Fagerland, Lydersen and Laake 2013 (doi:10.1186/1471-2288-13-91), who prefer the mid-p value;
Miller 2024 (arXiv:2411.00640) for differences of task means.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.statistics.curves import binomial_share, chi_square_above, t_of, t_two_sided
from app.statistics.figure import CONFIDENCE, Figure

if TYPE_CHECKING:
    from app.statistics.rows import Floats

METHOD = "mean difference of the same tasks, Student's t"
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Discordant:
    """Tasks of one try each that turned out differently: only the second accepted, or only the first."""

    won: int
    lost: int

    @property
    def exact_p(self) -> float:
        """Return McNemar's exact p, two-sided."""
        pairs = self.won + self.lost
        return min(1.0, 2 * binomial_share(min(self.won, self.lost), pairs, 0.5)) if pairs else 1.0

    @property
    def mid_p(self) -> float:
        """Return the mid-p value, which is not as slow to be convinced as the exact one."""
        pairs, fewer = self.won + self.lost, min(self.won, self.lost)
        if not pairs:
            return 1.0
        here = binomial_share(fewer, pairs, 0.5) - binomial_share(fewer - 1, pairs, 0.5)
        return min(1.0, 2 * binomial_share(fewer, pairs, 0.5) - here)

    @property
    def corrected_p(self) -> float:
        """Return the p of chi-square with continuity correction, to compare with what others print."""
        pairs = self.won + self.lost
        return chi_square_above(max(0, abs(self.won - self.lost) - 1) ** 2 / pairs) if pairs else 1.0

    def standard_error(self, tasks: int) -> float:
        """Return the standard error of the gain."""
        return math.sqrt(self.won + self.lost - (self.won - self.lost) ** 2 / tasks) / tasks


@dataclass(frozen=True, slots=True)
class Paired:
    """The gain over tasks that both runs tried."""

    figure: Figure
    se: float | None
    p: float | None
    variance: float | None  # of one task's gain: how many tasks a later test needs
    correlation: float | None  # of the task means; None where a run had the same at all tasks


def paired_gain(before: "Floats", now: "Floats") -> Paired:
    """Compare task means of the same tasks in the same order."""
    import numpy as np

    tasks = len(before)
    if tasks < FEWEST:
        gain = float(now[0] - before[0]) if tasks else None
        said = ("Fewer than two tasks are in both runs, so nothing is known about chance.",)
        return Paired(Figure(gain, None, None, METHOD, tasks, said), None, None, None, None)
    gains = now - before
    mean, variance = float(gains.mean()), float(np.var(gains, ddof=1))
    se = math.sqrt(variance / tasks)
    reach = t_of((1 + CONFIDENCE) / 2, tasks - 1) * se
    p = t_two_sided(mean / se, tasks - 1) if se else float(mean == 0)
    figure = Figure(mean, max(-1.0, mean - reach), min(1.0, mean + reach), METHOD, tasks)
    return Paired(figure, se, p, variance, _correlation(before, now))


def _correlation(before: "Floats", now: "Floats") -> float | None:
    import numpy as np

    if np.ptp(before) == 0 or np.ptp(now) == 0:
        return None
    return float(np.corrcoef(before, now)[0, 1])
