"""One figure that falls or rises with another: a line, the point that holds here, and the level that it is held to."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.infra.charts.scale import WHOLE, Limit, Scale, Tick

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Curve:
    """The picture; `points` as SVG reads them, in a box of 100 by 100; y counts from the top."""

    points: str
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    here: Point | None
    here_words: str
    limit: Limit | None
    across_words: str
    up_words: str
    kind: str = "curve"


@dataclass(frozen=True, slots=True)
class Axes:
    """What is drawn against what, and in which words."""

    across: Scale
    up: Scale
    across_words: str
    up_words: str


def curve_of(
    points: Sequence[Point], axes: Axes, *, here: Point | None = None, here_words: str = "", level: Limit | None = None
) -> Curve:
    """Lay the line out through points that are known, from left to right."""
    known = [_place(point, axes) for point in sorted(points) if all(math.isfinite(value) for value in point)]
    return Curve(
        points=" ".join(f"{x:g},{y:g}" for x, y in known),
        across=axes.across.ticks,
        up=tuple(Tick(round(WHOLE - tick.at, 3), tick.words) for tick in axes.up.ticks),
        here=None if here is None else _place(here, axes),
        here_words=here_words,
        limit=None if level is None else Limit(round(WHOLE - level.at, 3), level.words),
        across_words=axes.across_words,
        up_words=axes.up_words,
    )


def _place(point: Point, axes: Axes) -> Point:
    return axes.across.at(point[0]), round(WHOLE - axes.up.at(point[1]), 3)
