"""Amounts that add up, each beginning where the one before ended, against the amount that they must not pass."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.infra.charts.scale import Limit, Scale, Tick


class Entry(NamedTuple):
    """One amount, how it is written, and whether it is firm: measured or quoted, and no assumption."""

    label: str
    amount: float
    words: str
    is_firm: bool = True


@dataclass(frozen=True, slots=True)
class Bar:
    """One amount in the picture."""

    label: str
    words: str
    left: float
    wide: float
    is_firm: bool
    top: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """The picture, its height in pixels; `over` is how much of the axis lies between the limit and the sum."""

    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    limit: Limit | None
    over: float
    height: int
    kind: str = "ledger"


ROW, HEAD, FOOT = 42, 20, 26


def ledger_of(entries: Sequence[Entry], scale: Scale, limit: Limit | None = None) -> Ledger:
    """Lay the amounts out, the first one on top and from 0."""
    bars, before = [], 0.0
    for place, entry in enumerate(entries):
        left, right = scale.at(before), scale.at(before + entry.amount)
        wide = round(right - left, 3)
        bars.append(Bar(entry.label, entry.words, left, wide, entry.is_firm, HEAD + ROW * place))
        before += entry.amount
    over = 0.0 if limit is None else max(0.0, round(scale.at(before) - limit.at, 3))
    return Ledger(tuple(bars), scale.ticks, limit, over, HEAD + ROW * len(bars) + FOOT)
