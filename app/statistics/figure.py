"""What a figure is: a value with its interval, how it was got, from how many, and what is missing.

None is not known, and never 0. Without a further word an interval is one of 95 %.
"""

from dataclasses import dataclass
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Two ends, in the unit of the figure; None where there is no such end."""

    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Figure:
    """One number that may be shown: never without its method and its n."""

    value: float | None
    low: float | None
    high: float | None
    method: str
    n: int
    missing: tuple[str, ...] = ()

    @property
    def half_width(self) -> float | None:
        """Half the distance between the two ends, where there are two."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2
