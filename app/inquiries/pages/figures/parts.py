"""What a page of figures is made of: parts, each with a sentence, a picture, and the table that says the same."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.infra.charts import Columns, Curve, Ledger, Spans

GIB = 2**30
Value = str | int | float | None
Chart = Spans | Columns | Ledger | Curve


def _percent(value: float) -> str:
    return f"{100 * value:.3g} %" if abs(value) < 1 else f"{100 * value:.4g} %"


def _points(value: float) -> str:
    """Write a difference of two shares, which is no share of either."""
    return f"{bare_points(value)} percentage points"


def bare_points(value: float) -> str:
    """Write it for a column whose head names the unit."""
    return f"{100 * value:.3g}".replace("-", "\N{MINUS SIGN}")


def _plain(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.4g}"


UNITS: Mapping[str, tuple[str, Callable[[float], str]]] = {
    "count": ("", _plain),
    "share": ("share", _percent),
    "points": ("difference of shares", _points),
    "seconds": ("s", lambda value: f"{value:,.4g} s" if value < 1000 else f"{value:,.0f} s"),  # noqa: PLR2004  digits
    "hours": ("h", lambda value: f"{value:,.1f} h"),
    "bytes": ("bytes", lambda value: f"{value / GIB:,.1f} GiB"),
    "dollars": ("USD", lambda value: f"USD {value:,.2f}" if abs(value) >= 1 else f"USD {value:.3g}"),
}  # fmt: skip


def in_words(value: Value, unit: str) -> str:
    """Write a value for people; what is not known is said to be so."""
    if value is None:
        return "not known"
    return value if isinstance(value, str) else UNITS[unit][1](value)


@dataclass(frozen=True, slots=True)
class Head:
    """One column; the unit is empty for text, and `words` writes numbers where they need more than a unit."""

    title: str
    unit: str = ""
    words: Callable[[float], str] | None = None

    @property
    def is_number(self) -> bool:
        """Whether the column holds numbers."""
        return bool(self.unit)

    def say(self, value: Value) -> str:
        """Write one cell."""
        if self.words and isinstance(value, (int, float)):
            return self.words(value)
        return in_words(value, self.unit)


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in rows, as they are; people see them written out."""

    caption: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Value, ...], ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """The heads as the table's macro takes them: numbers are marked."""
        first, *others = self.heads
        return (first.title, *(f"{'#' if head.is_number else ''}{head.title}" for head in others))

    @property
    def shown(self) -> tuple[tuple[str, ...], ...]:
        """The rows as people read them."""
        return tuple(tuple(head.say(value) for head, value in zip(self.heads, row, strict=True)) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Part:
    """One question and its answer. `said` are sentences; `missing` is what the figures do not hold."""

    id: str
    title: str
    said: tuple[str, ...]
    chart: Chart | None = None
    alt: str = ""
    table: Table | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FiguresPage:
    """One page of figures; `mend` leads to the answers that it is made from."""

    page: str
    reference: str
    title: str
    heading: str
    lead: str
    back: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    base: str
    beside: tuple[tuple[str, str], ...]
    mend: tuple[str, str]
    waiting: str
