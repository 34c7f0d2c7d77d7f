"""Figures that several rules need: intervals, bounds, sizes, the baseline's rate and the effect that is wanted.

Rates, effects and bounds are fractions. What is not known is None, and never 0.
"""

import math
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

from app.rules.facts import Facts
from app.rules.measured import Interval
from app.rules.thresholds import THRESHOLDS

Z_TWO_SIDED = NormalDist().inv_cdf(1 - THRESHOLDS.significance / 2)  # 1.959964
Z_ONE_SIDED = NormalDist().inv_cdf(1 - THRESHOLDS.significance)  # 1.644854
Z_POWER = NormalDist().inv_cdf(THRESHOLDS.power)  # 0.841621
SURE_ENOUGH = THRESHOLDS.significance  # what a one-sided bound leaves to chance
MANY_MISSES = 10_000  # from here on the score interval's end is as good, and does not take long
SMALLEST_BOUND = 1e-12
HALVINGS = 60  # of the range in which a bound lies


class Counts(NamedTuple):
    """Attempts of the baseline by verdict; None where that is not known."""

    accepted: int | float
    rejected: int | float | None
    no_verdict: int | float | None
    total: int | float | None  # attempts altogether

    @property
    def strict(self) -> float | None:
        """The rate where attempts without a verdict count as rejected."""
        return _share(self.accepted, self.total)

    @property
    def graded_only(self) -> float | None:
        """The rate among attempts that got a verdict."""
        return _share(self.accepted, self.graded)

    @property
    def graded(self) -> float | None:
        """Attempts that got a verdict."""
        return None if self.rejected is None else self.accepted + self.rejected

    def out_of(self, policy: str) -> float | None:
        """What the declared policy divides by; without a policy only where both ways agree."""
        if policy == "reject":
            return self.total
        return self.graded if policy or self.no_verdict == 0 else None

    def rate(self, policy: str) -> float | None:
        """The rate as the declared policy counts it."""
        return _share(self.accepted, self.out_of(policy))


def _share(part: float, whole: float | None) -> float | None:
    return part / whole if whole is not None and 0 <= part <= whole and whole > 0 else None


def _wilson(accepted: float, n: float) -> Interval:
    rate, square = accepted / n, Z_TWO_SIDED**2
    middle, stretch = rate + square / (2 * n), 1 + square / n
    spread = Z_TWO_SIDED * math.sqrt(rate * (1 - rate) / n + square / (4 * n * n))
    return Interval(max(0.0, (middle - spread) / stretch), min(1.0, (middle + spread) / stretch))


def _upper_bound(misses: int, n: int) -> float:
    if misses >= n:
        return 1.0
    if misses <= 0:
        return -math.expm1(math.log(SURE_ENOUGH) / n)
    if misses > MANY_MISSES:
        rate, square = misses / n, Z_ONE_SIDED**2
        spread = Z_ONE_SIDED * math.sqrt(rate * (1 - rate) / n + square / (4 * n * n))
        return min(1.0, (rate + square / (2 * n) + spread) / (1 + square / n))
    low, high = misses / n, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _at_most(misses, n, middle) > SURE_ENOUGH:
            low = middle
        else:
            high = middle
    return high


def _at_most(hits: int, n: int, rate: float) -> float:
    """Return the binomial chance of so many hits or fewer, for a rate at which more are likely."""
    ways = math.lgamma(n + 1) - math.lgamma(hits + 1) - math.lgamma(n - hits + 1)
    term = math.exp(ways + hits * math.log(rate) + (n - hits) * math.log1p(-rate))
    total, odds = 0.0, (1 - rate) / rate
    while hits >= 0 and total + term > total:
        total += term
        term *= odds * hits / (n - hits + 1)
        hits -= 1
    return total


# called, not written above the functions: tools that try mutants skip what is decorated
wilson = lru_cache(maxsize=256)(_wilson)  # two-sided 95 %, Wilson 1927; n from 1
upper_bound = lru_cache(maxsize=256)(_upper_bound)  # one-sided 95 %, Clopper-Pearson 1934; 1 where nothing was tried


def cases_for_bound(bound: float) -> int:
    """Return how many cases without a miss keep a rate under this bound, one-sided 95 %."""
    if bound >= 1:
        return 0
    return math.ceil(math.log(SURE_ENOUGH) / math.log1p(-max(bound, SMALLEST_BOUND)))


def unpaired_size(p1: float, p2: float) -> float:
    """Return the tasks for each side that tell two rates apart (pooled normal); without end where they are equal."""
    if p1 == p2:
        return math.inf
    pooled = (p1 + p2) / 2
    spread = Z_TWO_SIDED * math.sqrt(2 * pooled * (1 - pooled))
    spread += Z_POWER * math.sqrt(p1 * (1 - p1) + p2 * (1 - p2))
    root = spread / (p1 - p2)
    return root * root  # not a power: that raises where this has no end


def repeated_size(variance: float, effect: float) -> float:
    """Return the tasks for each side where repeats, before and after alike, give a task's mean this variance."""
    root = (Z_TWO_SIDED + Z_POWER) / effect
    return 2 * variance * root * root


def baseline_counts(facts: Facts) -> Counts | None:
    """Return the attempts by verdict: those of the rows, else those that were typed."""
    return facts.once(_baseline_counts)


def _baseline_counts(facts: Facts) -> Counts | None:
    runs = facts.measured.runs
    if runs is not None:
        return Counts(runs.accepted, runs.rejected, runs.no_verdict, runs.rows)
    number = facts.answers.number
    accepted = number("baseline.accepted")
    if accepted is None:
        return None
    rejected, missing = number("baseline.rejected"), number("baseline.no_verdict")
    if rejected is None or missing is None:
        return Counts(accepted, rejected, missing, planned_attempts(facts))
    return Counts(accepted, rejected, missing, accepted + rejected + missing)


def planned_attempts(facts: Facts) -> int | float | None:
    """Return tasks times attempts of the baseline, as typed."""
    tasks = facts.answers.number("baseline.tasks")
    attempts = facts.answers.number("baseline.attempts_per_task")
    return None if tasks is None or attempts is None else tasks * attempts


def baseline_rate(facts: Facts) -> float | None:
    """Return the share of accepted attempts: of the rows, else of the typed counts, else as the criterion states it."""
    return facts.once(_baseline_rate)


def _baseline_rate(facts: Facts) -> float | None:
    counts = baseline_counts(facts)
    rate = None if counts is None else counts.rate(facts.answers.text("baseline.no_verdict_policy"))
    return stated_rate(facts) if rate is None else rate


def stated_rate(facts: Facts) -> float | None:
    """Return the baseline's value in the success criterion, where it can be a share."""
    stated = facts.answers.number("success.baseline_value")
    return stated if stated is not None and 0 <= stated <= 1 else None


def target_effect(facts: Facts) -> float | None:
    """Return the gain that is to be shown, where it is a share: the smallest one, else target against baseline."""
    return facts.once(_target_effect)


def _target_effect(facts: Facts) -> float | None:
    gain = facts.answers.number("success.minimum_gain")
    if gain is None:
        target, start = facts.answers.number("success.target_value"), facts.answers.number("success.baseline_value")
        start = baseline_rate(facts) if start is None else start
        gain = None if target is None or start is None else abs(target - start)
    return gain if gain is not None and 0 < gain <= 1 else None
