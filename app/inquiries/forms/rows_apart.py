"""What differs between two repeating groups, row by row, each row called by what it is and not by its number."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.inquiries.fields.kinds import Field
from app.inquiries.fields.scalars import is_blank
from app.inquiries.forms.grids import Names, cell_of
from app.inquiries.service.paths import MISSING

CALLED_BY: Mapping[str, tuple[str, ...]] = {
    "verifier.cases": ("id", "type"),
    "environment.tools": ("name",),
    "baseline.tools": ("name",),
    "budget.stop_conditions": ("metric", "covers"),
    "checkpoint.licence_uses": ("use",),
    "evidence": ("claim",),
    "commitments": ("item",),
}


class Side(NamedTuple):
    """One of two documents, with what it names by ids."""

    document: Mapping[str, Any]
    names: Names


class RowApart(NamedTuple):
    """One row that is not the same in both; empty words mean that it is not there."""

    label: str
    before: str
    after: str


class _Row(NamedTuple):
    place: int
    label: str
    cells: tuple[str, ...]


def called(group: Field, row: object, place: int, side: Side) -> str:
    """Return what people call a row: by what it is, else by its number."""
    parts = {part.id: part for part in group.parts}
    for name in CALLED_BY[group.id]:
        words = " ".join(cell_of(parts[name], row, *side).words.split())
        if words:
            return f"{group.row} “{words}”"
    return f"{group.row} {place + 1}"


def rows_apart(group: Field, before: tuple[object, Side], after: tuple[object, Side]) -> list[RowApart]:
    """Return the rows that differ; none where one of the two is no list of rows, or where only their order differs."""
    old, new = _rows(group, *before), _rows(group, *after)
    if old is None or new is None:
        return []
    return [_apart(group, *pair) for pair in _pairs(old, new) if _cells(pair[0]) != _cells(pair[1])]


def _rows(group: Field, value: object, side: Side) -> list[_Row] | None:
    if value is MISSING or is_blank(value):
        return []
    if not isinstance(value, list) or not all(isinstance(row, dict) or is_blank(row) for row in value):
        return None
    return [
        _Row(place, called(group, row, place, side), tuple(cell_of(part, row, *side).words for part in group.parts))
        for place, row in enumerate(value)
        if not is_blank(row)
    ]


def _pairs(old: list[_Row], new: list[_Row]) -> list[tuple[_Row | None, _Row | None]]:
    """Pair the rows that are called the same, in order; of the others those in the same place; the rest stand alone."""
    left = list(old)
    paired: dict[int, _Row] = {}
    for is_same in (_is_called_the_same, _is_in_the_same_place):
        for row in new:
            was = next((other for other in left if row.place not in paired and is_same(other, row)), None)
            if was is not None:
                paired[row.place] = was
                left.remove(was)
    return [*((paired.get(row.place), row) for row in new), *((row, None) for row in left)]


def _is_called_the_same(one: _Row, other: _Row) -> bool:
    return one.label == other.label


def _is_in_the_same_place(one: _Row, other: _Row) -> bool:
    return one.place == other.place


def _cells(row: _Row | None) -> tuple[str, ...] | None:
    return None if row is None else row.cells


def _apart(group: Field, was: _Row | None, now: _Row | None) -> RowApart:
    """Say the whole of a row that came or went, and of one that changed what changed."""
    before, after = _cells(was), _cells(now)
    named = now or was
    heads = [part.label for part in group.parts]
    if before is None or after is None:
        return RowApart(named.label if named else "", _lines(heads, before), _lines(heads, after))
    changed = [place for place, words in enumerate(before) if words != after[place]]
    return RowApart(
        named.label if named else "",
        "\n".join(f"{heads[place]}: {before[place] or 'not answered'}" for place in changed),
        "\n".join(f"{heads[place]}: {after[place] or 'not answered'}" for place in changed),
    )


def _lines(heads: list[str], cells: tuple[str, ...] | None) -> str:
    return "\n".join(f"{head}: {words}" for head, words in zip(heads, cells or (), strict=False) if words)
