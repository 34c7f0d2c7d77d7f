"""The grader put to the test: how often it accepts wrong work and rejects right work, and what rewards are then worth.

Bounds hold for the cases that were tried, and training searches for the others.
Sources: Clopper and Pearson 1934; Hanley and Lippman-Hand 1983; Rogan and Gladen 1978.
"""

import math
from typing import NamedTuple

from app.statistics.curves import z_of
from app.statistics.figure import CONFIDENCE, Figure
from app.statistics.quality import clopper_pearson

EXACT = "share with exact interval (Clopper-Pearson)"
CORRECTED = "corrected for the grader's errors (Rogan-Gladen)"


class Grader(NamedTuple):
    """What cases showed of a grader: right work that it accepts, and wrong work that it rejects."""

    sensitivity: float
    right_cases: int
    specificity: float
    wrong_cases: int


def error_rate(wrong: int, cases: int) -> Figure:
    """Return the share of cases that the grader got wrong, such as must-fail cases that it accepted."""
    if not cases:
        return Figure(None, None, None, EXACT, 0, ("No such case was tried.",))
    return Figure(wrong / cases, *clopper_pearson(wrong, cases), EXACT, cases)


def at_most_where_none(cases: int, confidence: float = CONFIDENCE) -> float:
    """Return the rate that 0 of so many does not rule out: about 3 by their number."""
    return -math.expm1(math.log(1 - confidence) / cases) if cases else 1.0


def cases_for_bound(bound: float, confidence: float = CONFIDENCE) -> int:
    """Return the cases of which none may fail, so that the rate is shown to be below the bound."""
    return math.ceil(round(math.log(1 - confidence) / math.log1p(-bound), 9))


def true_rate(rate: float, attempts: int, grader: Grader) -> Figure:
    """Return the rate of right work behind the rate that the grader accepts."""
    sensitivity, right_cases, specificity, wrong_cases = grader
    gap = sensitivity + specificity - 1
    if gap <= 0:
        said = ("The grader accepts wrong work as often as right work, so nothing follows from what it accepts.",)
        return Figure(None, None, None, CORRECTED, attempts, said)
    true = (rate + specificity - 1) / gap
    variance = (
        rate * (1 - rate) / attempts
        + true**2 * sensitivity * (1 - sensitivity) / right_cases
        + (1 - true) ** 2 * specificity * (1 - specificity) / wrong_cases
    )
    reach = z_of((1 + CONFIDENCE) / 2) * math.sqrt(variance) / gap
    low, high = max(0.0, true - reach), min(1.0, true + reach)
    return Figure(min(1.0, max(0.0, true)), low, high, CORRECTED, attempts)


def share_right(true: float, *, sensitivity: float, false_accept: float) -> float | None:
    """Return the share of rewarded rollouts that are right; None where none is rewarded."""
    rewarded = sensitivity * true + false_accept * (1 - true)
    return sensitivity * true / rewarded if rewarded > 0 else None
