"""Pictures of figures: numbers in, places in per cent out. No HTML, no colour, and no figure that is not given."""

from app.infra.charts.columns import Column, Columns, columns_of
from app.infra.charts.curve import Axes, Curve, curve_of
from app.infra.charts.ledger import Entry, Ledger, ledger_of
from app.infra.charts.scale import Limit, Scale, Tick, scale_to
from app.infra.charts.spans import Span, Spans, spans_of

__all__ = [
    "Axes",
    "Column",
    "Columns",
    "Curve",
    "Entry",
    "Ledger",
    "Limit",
    "Scale",
    "Span",
    "Spans",
    "Tick",
    "columns_of",
    "curve_of",
    "ledger_of",
    "scale_to",
    "spans_of",
]
