"""The tables of a page as one CSV file: a line for each figure, so that tables of other shapes stand together."""

import csv
import io
from collections.abc import Iterable

from starlette.responses import Response

from app.infra.cells import guarded
from app.inquiries.pages.figures.parts import Part, Table, Value

HEADS = ("table", "row", "column", "value", "unit")
CSV = "text/csv; charset=utf-8; header=present"


def send_parts(name: str, parts: Iterable[Part]) -> Response:
    """Hand out the tables of a page's parts as a file of that name."""
    return send_tables(name, ((part.title, part.table) for part in parts if part.table is not None))


def send_tables(name: str, tables: Iterable[tuple[str, Table]]) -> Response:
    """Hand out tables by their titles as a file of that name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(tables_csv(tables), media_type=CSV, headers=headers)


def tables_csv(tables: Iterable[tuple[str, Table]]) -> str:
    """Return tables by their titles with the figures as they are, not rounded; what is not known is empty."""
    lines = io.StringIO()
    out = csv.writer(lines, lineterminator="\r\n")
    out.writerow(HEADS)
    for title, table in tables:
        first, *others = table.heads
        for row in table.rows:
            for head, value in zip(others, row[1:], strict=True):
                unit = head.unit if isinstance(value, (int, float)) else ""
                out.writerow((title, _cell(first.say(row[0])), head.title, _cell(value), unit))
    return lines.getvalue()


def _cell(value: Value) -> Value:
    """Return text as text for every program, and a number as it is."""
    return guarded(value) if isinstance(value, str) and value else value
