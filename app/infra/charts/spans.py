"""Intervals under each other on one axis: where each begins, where it ends, and where its value lies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.infra.charts.scale import Limit, Scale, Tick


class Span(NamedTuple):
    """One figure. An end that is not known is None: its interval goes on to the end of the axis, or begins at 0."""

    label: str
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """One interval; `value` is None where the figure is not known, and `wide` is 0 where there is no interval."""

    label: str
    value: float | None
    low: float
    wide: float
    is_open: bool  # it has no upper end
    top: int


@dataclass(frozen=True, slots=True)
class Spans:
    """The picture, its height in pixels."""

    rows: tuple[Drawn, ...]
    ticks: tuple[Tick, ...]
    limit: Limit | None
    height: int
    kind: str = "spans"


ROW, HEAD, FOOT = 46, 20, 26  # pixels: of one figure, above the first for the words of a limit, and for the axis


def spans_of(spans: Sequence[Span], scale: Scale, limit: Limit | None = None) -> Spans:
    """Lay the figures out, the first one on top."""
    return Spans(
        rows=tuple(_drawn(span, scale, HEAD + ROW * place) for place, span in enumerate(spans)),
        ticks=scale.ticks,
        limit=limit,
        height=HEAD + ROW * len(spans) + FOOT,
    )


def _drawn(span: Span, scale: Scale, top: int) -> Drawn:
    value = None if span.value is None else scale.at(span.value)
    has_interval = span.low is not None or span.high is not None
    low = scale.at(span.low or 0.0) if has_interval else 0.0
    high = scale.at(scale.end if span.high is None else span.high) if has_interval else 0.0
    return Drawn(span.label, value, low, round(high - low, 3), has_interval and span.high is None, top)
