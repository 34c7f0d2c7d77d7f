"""Names of fields, rows and sections in people's words, and the page and element that mend each of them."""

from collections.abc import Mapping
from typing import Any

from app.inquiries.fields.choices import ITEMS
from app.inquiries.fields.kinds import Field
from app.inquiries.fields.table import FIELDS, PROMISE, SECTIONS

_HEADINGS = {section.key: section for section in SECTIONS.values()}
_PROMISES = "commitments"


def _field_and_row(field_id: str) -> tuple[Field | None, int | None]:
    """Return the field, and the index of the row where the id names one."""
    if field_id in FIELDS:
        return FIELDS[field_id], None
    name, _, index = field_id.rpartition(".")
    is_row = name in FIELDS and FIELDS[name].row and index.isascii() and index.isdigit()
    return (FIELDS[name], int(index[:9])) if is_row else (None, None)


def label_of(field_id: str) -> str:
    """Return the words for a field, a row (“Case 4”) or a whole section (“The checkpoint section”); never a raw key."""
    field, row = _field_and_row(field_id)
    if field is not None:
        return field.label if row is None else f"{field.row} {row + 1}"
    section = _HEADINGS.get(field_id)
    return f"The section “{section.title}”" if section else "The inquiry"


def section_of(field_id: str, document: Mapping[str, Any] | None = None) -> str:
    """Return the id of the page that mends this field, row or section.

    A promise is mended on the page of its item, for which the document is needed; without one, or where its item
    cannot be read, that is the first page of promises.
    """
    field, row = _field_and_row(field_id)
    if field is None:
        return _HEADINGS[field_id].id if field_id in _HEADINGS else "model"
    if field.id == _PROMISES and row is not None:
        return f"{PROMISE}{promised_item((document or {}).get(_PROMISES), row)}"
    return field.section


def promised_item(promises: object, index: int) -> str:
    """Return the item of one row of promises; the first item where the row does not name one."""
    row = promises[index] if isinstance(promises, list) and index < len(promises) else None
    item = row.get("item") if isinstance(row, dict) else None
    item = item.strip() if isinstance(item, str) else item
    return next((token for token, _ in ITEMS if token == item), ITEMS[0][0])


def anchor_of(field_id: str) -> str:
    """Return the id of the element on that page: the field id itself, or the first heading where nothing bears it."""
    field, _ = _field_and_row(field_id)
    return field_id if field is not None or field_id in _HEADINGS else "model"


def unknown_members(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the members of a document, and of its sections, that no field is called by."""
    unknown = []
    for name, value in document.items():
        inside = value if isinstance(value, dict) and name not in FIELDS else {}
        if name not in FIELDS and not any(field.startswith(f"{name}.") for field in FIELDS):
            unknown.append(name)
        else:
            unknown += [f"{name}.{key}" for key in inside if f"{name}.{key}" not in FIELDS]
    return tuple(sorted(unknown))
