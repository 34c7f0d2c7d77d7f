"""Looking more than once, and when to stop: every further look is another chance to be fooled.

Sources: Lan and DeMets 1983 with O'Brien-Fleming and Pocock spending; Wald 1945 for the sequential test; Hoeffding
1963; Howard et al. 2021 (arXiv:1810.08240) for a sequence of intervals that hold at every look.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from app.statistics.curves import normal_share, z_of

SIGNIFICANCE = 0.05
TUNED_FOR = 100  # attempts at which the anytime interval is narrowest


def obrien_fleming(part: float, significance: float = SIGNIFICANCE) -> float:
    """Return the error that may be spent by this part of the information: little early on."""
    return 2 - 2 * normal_share(z_of(1 - significance / 2) / math.sqrt(part)) if part > 0 else 0.0


def pocock(part: float, significance: float = SIGNIFICANCE) -> float:
    """Return the same where every look is to be alike."""
    return significance * math.log1p((math.e - 1) * part)


def bonferroni_z(looks: int, significance: float = SIGNIFICANCE) -> float:
    """Return the bound that each of so many looks has to pass."""
    return z_of(1 - significance / looks / 2)


class Decision(StrEnum):
    """What the sequential test says."""

    ACCEPT = "accept"  # the better rate is believed
    REJECT = "reject"
    GO_ON = "go on"


@dataclass(frozen=True, slots=True)
class Sequential:
    """Wald's test of a rate against a better one, which may be looked at after every attempt."""

    rate: float
    better: float
    false_alarm: float = SIGNIFICANCE
    missed: float = 0.20

    @property
    def upper(self) -> float:
        """Return the bound from which the better rate is believed."""
        return math.log((1 - self.missed) / self.false_alarm)

    @property
    def lower(self) -> float:
        """Return the bound down to which it is given up."""
        return math.log(self.missed / (1 - self.false_alarm))

    @property
    def step_up(self) -> float:
        """Return what an accepted attempt adds."""
        return math.log(self.better / self.rate)

    @property
    def step_down(self) -> float:
        """Return what a rejected attempt adds; it is negative."""
        return math.log1p(-self.better) - math.log1p(-self.rate)

    def score(self, accepted: int, attempts: int) -> float:
        """Return the log likelihood ratio so far."""
        return accepted * self.step_up + (attempts - accepted) * self.step_down

    def decide(self, accepted: int, attempts: int) -> Decision:
        """Say whether to stop now."""
        score = self.score(accepted, attempts)
        if score >= self.upper:
            return Decision.ACCEPT
        return Decision.REJECT if score <= self.lower else Decision.GO_ON


def conditional_power(z: float, part: float, significance: float = SIGNIFICANCE) -> float:
    """Return the chance to succeed at the end if it goes on as it did: low means futile."""
    drift, bound = z / math.sqrt(part), z_of(1 - significance / 2)
    return normal_share((z * math.sqrt(part) + drift * (1 - part) - bound) / math.sqrt(1 - part))


def hoeffding_half_width(n: int, significance: float = SIGNIFICANCE) -> float:
    """Return the half-width for a rate of n attempts that was fixed beforehand; it does not hold at every look."""
    return math.sqrt(math.log(2 / significance) / (2 * n))


def anytime_half_width(n: int, significance: float = SIGNIFICANCE, *, tuned_for: int = TUNED_FOR) -> float:
    """Return the half-width for a rate that holds at every n at once, however often one looks: a normal mixture."""
    spent = 2 * math.log(1 / significance)
    mixed = tuned_for / 4 / (spent + math.log1p(spent))
    spread = n / 4 + mixed  # attempts are 0 or 1, so their variance is a quarter at most
    return math.sqrt(spread * math.log(spread / mixed / significance**2)) / n
