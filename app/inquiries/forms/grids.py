"""A repeating group as a table, and what stands behind an id: a file's name, the source of a claim on record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.inquiries.fields.kinds import Field, Type
from app.inquiries.fields.scalars import is_blank
from app.inquiries.forms.inputs import part_of
from app.inquiries.forms.words import said

CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Names:
    """What people call what a document names by an id."""

    files: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)


NO_NAMES = Names()


class Cell(NamedTuple):
    """One cell in words, with an id that stands small under them."""

    words: str
    small: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a repeating group under the heads of those columns in which anything stands."""

    label: str
    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]


def grid_of(group: Field, value: object, document: Mapping[str, Any], names: Names) -> Grid | None:
    """Return the table; None where it is no list of rows, so that it is shown as it was given."""
    if group.type is not Type.ROWS or not isinstance(value, list):
        return None
    rows = [(number, row) for number, row in enumerate(value, start=1) if not is_blank(row)]
    if not rows or not all(isinstance(row, dict) for _, row in rows):
        return None
    cells = [(number, [cell_of(part, row, document, names) for part in group.parts]) for number, row in rows]
    shown = [place for place in range(len(group.parts)) if any(row[place].words for _, row in cells)]
    if not shown:
        return None
    return Grid(
        label=group.label,
        heads=(group.row, *(group.parts[place].label for place in shown)),
        rows=tuple((number, tuple(row[place] for place in shown)) for number, row in cells),
    )


def cell_of(part: Field, row: object, document: Mapping[str, Any], names: Names) -> Cell:
    """Return one cell of a row: a claim by its source, with the id under it."""
    value = part_of(row, part.id)
    if part.id == CLAIM and isinstance(value, str) and value.strip() in names.claims:
        return Cell(names.claims[value.strip()], value.strip())
    return Cell(said(part, value, document))


def with_names(field_: Field, value: object, names: Names) -> object:
    """Return an answer with each upload in it under the name of its file."""
    if field_.type is Type.FILES and isinstance(value, list):
        return [names.files.get(entry, entry) if isinstance(entry, str) else entry for entry in value]
    if field_.type is Type.OBJECT and isinstance(value, dict):
        parts = {part.id: part for part in field_.parts}
        return {key: with_names(parts[key], each, names) if key in parts else each for key, each in value.items()}
    return value
