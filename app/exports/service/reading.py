"""Reading an export back: the same scopes, value for value, and the digest of each compared with its content."""

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from app.exports.fields import SCHEMA, scope_of
from app.infra import canonical
from app.infra.errors import InvalidError

LARGEST_CELL = 10_000_000
USUAL = "Often a program on the way changed line ends within cells, or numbers."


def read_jsonl(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Return the scopes of a JSON Lines file."""
    return (_proved(canonical.restore(line)) for line in lines)


def read_csv(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Return the scopes of a CSV file that was opened with `newline=""`; a mark at its beginning is passed over."""
    before = csv.field_size_limit(LARGEST_CELL)
    try:
        rows = csv.reader(lines)
        header = next(rows, [])
        header[:1] = [name.removeprefix("\ufeff").strip('"') for name in header[:1]]
        yield from (_proved(scope_of(header, row)) for row in rows)
    finally:  # the limit is the process's: who reads other people's files keeps the usual one
        csv.field_size_limit(before)


def _proved(scope: dict[str, Any]) -> dict[str, Any]:
    body = {key: value for key, value in scope.items() if key != "digest"}
    if scope.get("schema") != SCHEMA or canonical.digest(body) != scope.get("digest"):
        raise InvalidError(
            f"{scope.get('reference')} is not what was exported: its digest differs. {USUAL}", code="digest"
        )
    return scope
