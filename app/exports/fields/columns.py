"""One scope as one row: a column for each field id of the inquiry, which never changes, and for what was decided.

Within `pilot-scope/1` columns are only ever added, at the end. Whatever a document holds that no field of the table
reads stands in `document.rest`, so that the row is the whole scope. No cell is made of an apostrophe alone: texts that
every scope has and that may be empty are empty cells, and an empty answer of a document stands in `document.rest`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.infra.cells import read_cell, write_cell
from app.inquiries.fields import FIELDS

# where each of these stands in the scope; a name that ends in _utc says in which zone its instants are
_BEFORE: dict[str, tuple[str, ...]] = {
    "export.schema": ("schema",),
    "reference": ("reference",),
    "version": ("version",),
    "state": ("state",),
    "digest": ("digest",),
    "decided.at_utc": ("decided", "at"),
    "decided.role": ("decided", "role"),
    "decided.reason": ("decided", "reason"),
    "revoked.at_utc": ("revoked", "at"),
    "revoked.role": ("revoked", "role"),
    "revoked.reason": ("revoked", "reason"),
    "granted.cap": ("granted", "cap"),
    "granted.currency": ("granted", "currency"),
    "granted.earliest_start": ("granted", "earliest_start"),
    "granted.conditions": ("granted", "conditions"),
}
_AFTER: dict[str, tuple[str, ...]] = {
    "uploads": ("uploads",),
    "verdicts": ("evidence",),
    "report": ("report",),
    "ruleset.version": ("ruleset", "version"),
    "ruleset.digest": ("ruleset", "digest"),
    "registry.revision": ("registry", "revision"),
}
_REST = "document.rest"
_MAY_BE_EMPTY = ("decided.reason", "granted.conditions")  # texts that every scope has
_FIELDS = {field: tuple(field.split(".")) for field in FIELDS}

COLUMNS: tuple[str, ...] = (*_BEFORE, *_FIELDS, _REST, *_AFTER)
_NOTHING = object()


def row_of(scope: Mapping[str, Any]) -> list[str]:
    """Return the cells of a scope in the order of `COLUMNS`."""
    rest = dict(scope["document"])
    answers = {field: _take(rest, path) for field, path in _FIELDS.items()}
    found = {column: _at(scope, path) for column, path in (_BEFORE | _AFTER).items()}
    found |= answers | {_REST: rest or _NOTHING}
    found |= {column: _NOTHING for column in _MAY_BE_EMPTY if found[column] == ""}
    return ["" if found[column] is _NOTHING else write_cell(found[column]) for column in COLUMNS]


def scope_of(header: Sequence[str], row: Sequence[str]) -> dict[str, Any]:
    """Return the scope that a row was made of, value for value."""
    cells: dict[str, object] = dict.fromkeys(_MAY_BE_EMPTY, "")
    cells |= {column: read_cell(cell) for column, cell in zip(header, row, strict=True) if cell}
    document: Any = cells.get(_REST, {})
    for column, path in _FIELDS.items():
        if column in cells:
            _put(document, path, cells[column])
    scope: dict[str, Any] = {}
    for column, path in (_BEFORE | _AFTER).items():
        if column in cells:
            _put(scope, path, cells[column])
    return {**scope, "document": document}


def _at(value: Any, path: tuple[str, ...]) -> object:  # noqa: ANN401  any JSON value
    for key in path:
        if not isinstance(value, Mapping) or key not in value:
            return _NOTHING
        value = value[key]
    found: object = value
    return found


def _take(rest: dict[str, Any], path: tuple[str, ...]) -> object:
    """Take one answer that is no empty text out of what is left of a document; a part of nothing more goes with it."""
    key = path[0]
    if len(path) == 1:
        return _NOTHING if rest.get(key) == "" else rest.pop(key, _NOTHING)
    part = rest.get(key)
    if not isinstance(part, dict) or part.get(path[1], "") == "":
        return _NOTHING
    left = {name: value for name, value in part.items() if name != path[1]}
    if left:
        rest[key] = left
    else:
        del rest[key]
    return part[path[1]]


def _put(into: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    for key in path[:-1]:
        into = into.setdefault(key, {})
    into[path[-1]] = value
