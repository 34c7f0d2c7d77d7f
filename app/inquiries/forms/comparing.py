"""What differs between two drafts, answer by answer, in words."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.inquiries.fields.kinds import Field, Type
from app.inquiries.fields.table import FIELDS
from app.inquiries.forms.grids import NO_NAMES, with_names
from app.inquiries.forms.rows_apart import Side, rows_apart
from app.inquiries.forms.texts import tidy
from app.inquiries.forms.words import said
from app.inquiries.service.paths import MISSING, value_at

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """One answer that is not the same in both; empty words mean that it is not answered there."""

    field: str
    label: str
    before_words: str
    after_words: str


def differences(before: Document, after: Document) -> list[Difference]:
    """Return the answers that differ, in the order of the form; two that only look alike are told apart."""
    return [_whole(field, Side(before, NO_NAMES), Side(after, NO_NAMES)) for field in _apart(before, after)]


def row_differences(old: Side, new: Side) -> list[Difference]:
    """Return the same with each repeating group row by row, and with files and claims by their names."""
    return [found for field in _apart(old.document, new.document) for found in _by_row(field, old, new)]


def _apart(before: Document, after: Document) -> Iterator[Field]:
    return (field for field in FIELDS.values() if not _same(value_at(before, field.id), value_at(after, field.id)))


def _by_row(field: Field, before: Side, after: Side) -> list[Difference]:
    if field.type is Type.ROWS:
        old, new = value_at(before.document, field.id), value_at(after.document, field.id)
        rows = rows_apart(field, (old, before), (new, after))
        if rows:
            return [Difference(field.id, *row) for row in rows]
    return [_whole(field, before, after)]


def _whole(field: Field, before: Side, after: Side) -> Difference:
    values = value_at(before.document, field.id), value_at(after.document, field.id)
    words = [
        said(field, with_names(field, value, side.names), side.document)
        for value, side in zip(values, (before, after), strict=True)
    ]
    if words[0] == words[1]:
        words = [_exactly(value) for value in values]
    return Difference(field.id, field.label, *words)


def _same(old: object, new: object) -> bool:
    if old is MISSING or new is MISSING:
        return old is new
    return _exactly(old) == _exactly(new)


def _exactly(value: object) -> str:
    return "" if value is MISSING else tidy(json.dumps(value, ensure_ascii=False, sort_keys=True))
