"""The tables of a page as one CSV file: a line for each figure, so that tables of other shapes stand together."""

import csv
import io

from app.inquiries.pages.figures.parts import FiguresPage, Value

HEADS = ("table", "row", "column", "value", "unit")
RUNS = ("=", "+", "-", "@", "\t", "\r", "'")  # what a spreadsheet would run, or take away


def page_csv(page: FiguresPage) -> str:
    """Return the figures as they are, not rounded; what is not known is empty."""
    lines = io.StringIO()
    out = csv.writer(lines, lineterminator="\r\n")
    out.writerow(HEADS)
    for part in page.parts:
        if part.table is None:
            continue
        first, *others = part.table.heads
        for row in part.table.rows:
            for head, value in zip(others, row[1:], strict=True):
                unit = head.unit if isinstance(value, (int, float)) else ""
                out.writerow((part.title, _cell(first.say(row[0])), head.title, _cell(value), unit))
    return lines.getvalue()


def _cell(value: Value) -> Value:
    """Return text as text for every program, and a number as it is."""
    return f"'{value}" if isinstance(value, str) and value.startswith(RUNS) else value
