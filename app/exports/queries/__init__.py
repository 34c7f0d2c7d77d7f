"""What the exports room reads: scopes in the order in which they became or stopped being approved."""

from app.exports.queries.lists import PAGE, ScopeLine, Shown, find_line, list_lines
from app.exports.queries.scopes import (
    Entry,
    Span,
    count_scopes,
    find_acknowledgement,
    find_entries,
    last_cursor,
    stream_entries,
)

__all__ = [
    "PAGE",
    "Entry",
    "ScopeLine",
    "Shown",
    "Span",
    "count_scopes",
    "find_acknowledgement",
    "find_entries",
    "find_line",
    "last_cursor",
    "list_lines",
    "stream_entries",
]
