"""A section of a document, or of what somebody typed, as the controls of its page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.inquiries.fields.kinds import Choices, Field, Type
from app.inquiries.fields.table import SECTIONS
from app.inquiries.forms.inputs import (
    RAW,
    Pairs,
    Typed,
    boxes_of,
    cells_of,
    needs_raw,
    part_of,
    row_field,
    rows_shown,
)
from app.inquiries.forms.needed import ADD_NEEDED, CASES, offer_of
from app.inquiries.forms.texts import digits_of, shown, tidy
from app.inquiries.forms.views import FieldView, RowView
from app.inquiries.service.paths import MISSING, value_at

YES_OR_NO: Choices = (("yes", "Yes"), ("no", "No"), ("", "Not answered"))
FIXED = frozenset({"schema", "kind"})
_CONTROLS = {
    Type.LONGTEXT: "textarea",
    Type.TEXTS: "textarea",
    Type.FILES: "files",
    Type.DATE: "date",
    Type.FLAG: "radios",
    Type.CHOICE: "select",
    Type.CHOICES: "checkboxes",
    Type.OBJECT: "object",
    Type.ROWS: "rows",
}
_WIDTHS = {
    Type.WHOLE: "10",
    Type.NUMBER: "10",
    Type.SHARE: "5",
    Type.MONEY: "10",
    Type.DATE: "10",
    Type.CURRENCY: "4",
    Type.ZONE: "20",
}
_KEYPADS = {Type.WHOLE: "numeric", Type.NUMBER: "decimal", Type.SHARE: "decimal", Type.MONEY: "decimal"}
_FEW = 3
MOST_BLANK = 10  # rows at once that nobody has filled in
Errors = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class _Showing:
    """One page on its way to the reader: what was typed, what is wrong, and where one more row is wanted."""

    section: str
    typed: Typed
    errors: Errors
    add: Mapping[str, int]
    digits: int | None
    currency: str


def show(
    document: Mapping[str, Any],
    section: str,
    typed: Pairs = (),
    *,
    errors: Errors | None = None,
    add: Mapping[str, int] | None = None,
) -> tuple[FieldView, ...]:
    """Return the controls of a section: the document's values, or what was typed where that is given.

    `errors` are sentences by field id or row id; `add` names the repeating groups that get one more blank
    row, and how many rows they are to have then at the least.
    """
    digits = digits_of(document)
    currency = shown(_CURRENCY, value_at(document, "budget.currency"), None) if digits is not None else ""
    page = _Showing(section, Typed.of(typed), errors or {}, add or {}, digits, currency)
    views = (_view(field, field.id, value_at(document, field.id), page) for field in SECTIONS[section].fields)
    return tuple(replace(view, offer=(ADD_NEEDED, offer_of(document))) if view.id == CASES else view for view in views)


_CURRENCY = Field("budget.currency", "Currency", Type.CURRENCY)


def _view(field: Field, name: str, value: object, page: _Showing) -> FieldView:
    view = FieldView(
        id=name,
        name=name,
        label=field.label,
        control="fixed" if name in FIXED else _CONTROLS.get(field.type, "text"),
        hint=field.hint,
        choices=YES_OR_NO if field.type is Type.FLAG else field.choices,
        unit=_unit(field, page),
        errors=tuple(page.errors.get(name, ())),
        width=_WIDTHS.get(field.type, ""),
        inputmode=_KEYPADS.get(field.type, ""),
        row=field.row,
    )
    if field.type is Type.OBJECT:
        return replace(view, parts=_parts(field.parts, name, value, page), raw=_raw(field, name, value, page))
    if field.type is Type.ROWS:
        return replace(view, rows=_rows(field, name, value, page), raw=_raw(field, name, value, page))
    if field.type is Type.CHOICES:
        boxes = page.typed.chosen(name) if page.typed.has(name) else boxes_of(value)
        return replace(view, values=tuple(boxes))
    text = page.typed.text(name) if page.typed.has(name) else shown(field, value, page.digits)
    return replace(view, value=text, control=_control(view, text))


def _control(view: FieldView, text: str) -> str:
    """Use a control of several lines where one line would swallow the line ends."""
    return "textarea" if view.control == "text" and "\n" in tidy(text) else view.control


def _unit(field: Field, page: _Showing) -> str:
    if field.type is Type.MONEY:
        return page.currency
    return field.unit


def _parts(parts: Sequence[Field], name: str, value: object, page: _Showing) -> tuple[FieldView, ...]:
    return tuple(_view(part, f"{name}.{part.id}", part_of(value, part.id), page) for part in parts)


def _raw(field: Field, name: str, value: object, page: _Showing) -> FieldView | None:
    """Show a text that stands where an object, a row or a list is asked for, so that it can be seen and taken away."""
    raw = name + RAW
    if not needs_raw(field, value) and not page.typed.text(raw):
        return None
    text = page.typed.text(raw) if page.typed.has(raw) else shown(field, value, page.digits)
    return FieldView(
        raw, raw, f"{field.label}, as it was given", "textarea", "Clear this once it is answered below", text
    )


def _rows(field: Field, name: str, value: object, page: _Showing) -> tuple[RowView, ...]:
    rows = value if isinstance(value, list) else []
    numbers = page.typed.rows(name) if page.typed.has(f"{name}:rows") else rows_shown(field, value, page.section)
    wanted = max(page.add[name], len(numbers) + 1) if name in page.add else 1
    blank = max([len(rows) - 1, *numbers]) + 1
    missing = min(wanted - len(numbers), MOST_BLANK)
    numbers = [*numbers, *range(blank, blank + missing)]
    return tuple(_row(field, name, number, rows[number] if number < len(rows) else MISSING, page) for number in numbers)


def _row(field: Field, group: str, number: int, row: object, page: _Showing) -> RowView:
    name = f"{group}.{number}"
    cells = cells_of(field, row, page.section)
    return RowView(
        id=name,
        number=number,
        label=f"{field.row} {number + 1}",
        cells=_parts(cells, name, row, page),
        errors=tuple(page.errors.get(name, ())),
        is_new=row is MISSING,
        raw=_raw(row_field(field, cells), name, row, page),
    )
