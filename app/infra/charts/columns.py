"""Columns side by side, as high as their counts; marked ones are drawn otherwise, so that colour is not needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.infra.charts.scale import WHOLE, Scale, Tick

GAP = 0.16  # of a column's place
FEW = 13  # columns that can all bear their names


class Column(NamedTuple):
    """One column; the label may be empty where not every column can bear one."""

    label: str
    value: float
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One column, in per cent of the picture."""

    left: float
    wide: float
    top: float
    high: float
    middle: float
    label: str
    is_marked: bool
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Columns:
    """The picture; `names` says what the columns are and `marked` what the marked ones are."""

    columns: tuple[Standing, ...]
    ticks: tuple[Tick, ...]
    names: str
    marked: str
    kind: str = "columns"


def columns_of(columns: Sequence[Column], scale: Scale, *, names: str, marked: str = "") -> Columns:
    """Lay the columns out from left to right; every fourth bears its name where there are many."""
    place = WHOLE / max(1, len(columns))
    every = 1 if len(columns) <= FEW else 4
    return Columns(
        columns=tuple(_standing(n, each, place, scale, named=n % every == 0) for n, each in enumerate(columns)),
        ticks=tuple(Tick(round(WHOLE - tick.at, 3), tick.words) for tick in scale.ticks),
        names=names,
        marked=marked,
    )


def _standing(n: int, column: Column, place: float, scale: Scale, *, named: bool) -> Standing:
    high = scale.at(column.value)
    return Standing(
        left=round(n * place + place * GAP / 2, 3),
        wide=round(place * (1 - GAP), 3),
        top=round(WHOLE - high, 3),
        high=high,
        middle=round((n + 0.5) * place, 3),
        label=column.label if named else "",
        is_marked=column.is_marked,
        is_empty=column.value == 0,
    )
