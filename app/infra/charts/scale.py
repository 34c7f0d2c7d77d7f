"""An axis that begins at 0: where a value lies on it, in per cent of its length, and where it says a number."""

import math
from collections.abc import Callable
from dataclasses import dataclass

WHOLE = 100.0
STEPS = (1.0, 2.0, 5.0, 10.0)
ROUGHLY = 4  # steps along an axis: more do not fit into a narrow screen
Words = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis, and what stands there."""

    at: float
    words: str


@dataclass(frozen=True, slots=True)
class Limit:
    """A line that figures are held against; its words stand on the side of it where there is room."""

    at: float
    words: str

    @property
    def is_late(self) -> bool:
        """Whether its words have more room before the line than after it."""
        return self.at > WHOLE / 2


@dataclass(frozen=True, slots=True)
class Scale:
    """From 0 to `end`, in the unit of the figures."""

    end: float
    step: float
    words: Words

    def at(self, value: float) -> float:
        """Return where the value lies; what lies beyond an end is drawn at the end."""
        return round(WHOLE * min(1.0, max(0.0, value / self.end)), 3)

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """Return the places that bear a number."""
        count = round(self.end / self.step)
        return tuple(Tick(self.at(n * self.step), self.words(n * self.step)) for n in range(count + 1))

    def limit(self, value: float | None, words: str) -> Limit | None:
        """Return a line at this value; none where there is no such value."""
        return None if value is None else Limit(self.at(value), words)


def scale_to(most: float, words: Words, *, whole: float | None = None) -> Scale:
    """Return an axis that holds the largest figure; it ends at a round number, and never after the `whole`."""
    if not math.isfinite(most) or most <= 0:
        most = whole or 1.0
    rough = most / ROUGHLY
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * one for one in STEPS if unit * one >= rough * (1 - 1e-9))
    end = step * math.ceil(round(most / step, 9))
    if whole is not None and end > whole:
        return Scale(whole, whole / ROUGHLY, words)
    return Scale(end, step, words)
