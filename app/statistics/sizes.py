"""How many tasks a gain needs to show itself, and the smallest gain that so many tasks can show.

Two-sided at 5 % with 80 % power unless said otherwise. Rates and gains are fractions; sizes are not rounded, except
where a whole number of tasks is asked for. Sources: Connor 1987 for pairs; Miller 2024 (arXiv:2411.00640) for repeats.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from app.statistics.curves import normal_share, z_of

SIGNIFICANCE = 0.05
POWER = 0.80


class Repeats(NamedTuple):
    """What the size depends on where tasks are tried several times, before and after."""

    between: float  # variance of a task's gain in the long run
    within: float  # variance of one attempt at a task, before
    within_after: float
    attempts: int  # at each task, before
    attempts_after: int


def _z(power: float) -> tuple[float, float]:
    return z_of(1 - SIGNIFICANCE / 2), z_of(power)


def unpaired(before: float, after: float, power: float = POWER) -> float:
    """Return the tasks for each side where before and after are other tasks: pooled normal."""
    z, z_power = _z(power)
    mean = (before + after) / 2
    alike, apart = 2 * mean * (1 - mean), before * (1 - before) + after * (1 - after)
    return ((z * math.sqrt(alike) + z_power * math.sqrt(apart)) / (after - before)) ** 2


def unpaired_arcsine(before: float, after: float, power: float = POWER) -> float:
    """Return the same by the arcsine transformation, with both tails."""
    step = abs(2 * math.asin(math.sqrt(after)) - 2 * math.asin(math.sqrt(before)))
    z, z_power = _z(power)

    def too_few(n: float) -> bool:
        shift = step * math.sqrt(n / 2)
        return normal_share(shift - z) + normal_share(-shift - z) < power

    return _turn(too_few, 0.0, 2 * (2 * (z + z_power) / step) ** 2)


def paired(won: float, lost: float, power: float = POWER) -> float:
    """Return the tasks that are tried before and after, where shares of them are won and lost: Connor."""
    z, z_power = _z(power)
    apart, gain = won + lost, won - lost
    return ((z * math.sqrt(apart) + z_power * math.sqrt(apart - gain**2)) / gain) ** 2


def repeated(repeats: Repeats, gain: float, power: float = POWER) -> float:
    """Return the tasks where each is tried several times, before and after."""
    return of_variance(
        repeats.between + repeats.within / repeats.attempts + repeats.within_after / repeats.attempts_after,
        gain,
        power,
    )


def of_variance(variance: float, gain: float, power: float = POWER) -> float:
    """Return the tasks where the gain of one task has this variance."""
    z, z_power = _z(power)
    return ((z + z_power) / gain) ** 2 * variance


def smallest_of_variance(variance: float, tasks: int, power: float = POWER) -> float:
    """Return the smallest gain that so many tasks show, where the gain of one has this variance."""
    z, z_power = _z(power)
    return (z + z_power) * math.sqrt(variance / tasks)


def smallest_paired(apart: float, tasks: int, power: float = POWER) -> float | None:
    """Return the smallest gain that pairs show, where this share of tasks turns out differently; None if none."""
    return _smallest(lambda gain: paired((apart + gain) / 2, (apart - gain) / 2, power), apart, tasks)


def smallest_unpaired(before: float, tasks: int, power: float = POWER) -> float | None:
    """Return the smallest gain that so many tasks on each side show; None if none."""
    return _smallest(lambda gain: unpaired(before, before + gain, power), 1 - before, tasks)


def _smallest(size: Callable[[float], float], most: float, tasks: int) -> float | None:
    if most <= 0 or size(most) > tasks:
        return None
    return _turn(lambda gain: size(gain) > tasks, 0.0, most)


def _turn(is_below: Callable[[float], bool], low: float, high: float) -> float:
    """Return where it stops to hold, by halving."""
    middle = (low + high) / 2
    while middle not in {low, high}:
        low, high = (middle, high) if is_below(middle) else (low, middle)
        middle = (low + high) / 2
    return high


def exact_power(tasks: int, won: float, lost: float, *, mid_p: bool = False) -> float:
    """Return how often McNemar's test finds such a gain, summed over every outcome."""
    import numpy as np
    from scipy.special import bdtr, bdtrc

    apart, power = won + lost, 0.0
    for pairs in range(1, tasks + 1):
        chance = _exactly(pairs, tasks, apart)
        wins = np.arange(pairs + 1)
        fewer = np.minimum(wins, pairs - wins)
        p = 2 * bdtr(fewer, pairs, 0.5)
        if mid_p:
            p = p - np.array([_exactly(int(few), pairs, 0.5) for few in fewer])
        found = wins[p <= SIGNIFICANCE]
        if len(found):
            few = found[found < pairs / 2]
            tail = 0.0 if not len(few) else float(bdtr(int(few.max()), pairs, won / apart))
            power += chance * (tail + float(bdtrc(pairs - int(few.max()) - 1, pairs, won / apart)))
    return power


def _exactly(k: int, n: int, p: float) -> float:
    if p in {0.0, 1.0}:
        return float(k == n * p)
    log = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(p) + (n - k) * math.log1p(-p)
    return math.exp(log)
