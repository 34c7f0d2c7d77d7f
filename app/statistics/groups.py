"""Whether groups of rollouts carry a signal: one that all fails or all passes teaches a group method nothing.

Methods that learn from single rollouts, such as SAO, use no groups; for these nothing here applies.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.statistics.curves import t_of
from app.statistics.figure import CONFIDENCE, Figure
from app.statistics.passing import chances

if TYPE_CHECKING:
    from app.statistics.rows import Floats, Whole

COUNTED = "groups drawn from the attempts of each task"
PLUGGED = "1 - p^G - (1-p)^G with each task's rate: a lower bound"


@dataclass(frozen=True, slots=True)
class Groups:
    """Tasks by what became of their attempts."""

    all_fail: int
    all_pass: int
    mixed: int

    @property
    def tasks(self) -> int:
        """All tasks with a verdict."""
        return self.all_fail + self.all_pass + self.mixed


def informative(rate: float, size: int) -> float:
    """Return the share of groups of that size with both verdicts, at one rate of acceptance."""
    return float(1 - rate**size - (1 - rate) ** size)


def groups_of(attempts: "Whole", accepted: "Whole") -> Groups:
    """Sort tasks into all failed, all passed and mixed."""
    fail, passed = int((accepted == 0).sum()), int((accepted == attempts).sum())
    return Groups(fail, passed, len(attempts) - fail - passed)


def informative_share(attempts: "Whole", accepted: "Whole", size: int) -> Figure:
    """Return the share of groups of that size with both verdicts, over tasks as they are.

    Where every task has as many attempts as a group has rollouts, groups are drawn from them, which is unbiased.
    Otherwise a task that only failed counts as one that always will, so the figure is a lower bound.
    """
    if not len(attempts):
        return Figure(None, None, None, COUNTED, 0, ("No attempt got a verdict.",))
    return _mean(*shares_of(attempts, accepted, size))


def shares_of(attempts: "Whole", accepted: "Whole", size: int) -> tuple["Floats", str, tuple[str, ...]]:
    """Return the share of mixed groups of each task, how it was found, and what it misses."""
    if int(attempts.min()) >= size:
        shares = 1 - chances(attempts, accepted, size) - chances(attempts, attempts - accepted, size)
        return shares, COUNTED, ()
    rates = accepted / attempts
    said = (
        f"Some tasks have fewer than {size} attempts, so how many groups of {size} would be mixed is a lower bound: "
        "a task that only failed may pass now and then."
    )
    return 1 - rates**size - (1 - rates) ** size, PLUGGED, (said,)


def _mean(shares: "Floats", method: str, missing: tuple[str, ...]) -> Figure:
    import numpy as np

    n, mean = len(shares), float(shares.mean())
    if n == 1:
        return Figure(mean, None, None, method, n, missing)
    reach = t_of((1 + CONFIDENCE) / 2, n - 1) * float(np.std(shares, ddof=1)) / n**0.5
    return Figure(mean, max(0.0, mean - reach), min(1.0, mean + reach), method, n, missing)
