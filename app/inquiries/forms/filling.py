"""Posted text into a document: what was not touched keeps its value, whatever it is, and so does what no page knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.inquiries.fields.kinds import Field, Type
from app.inquiries.fields.scalars import is_blank
from app.inquiries.fields.table import FIELDS, SECTIONS
from app.inquiries.forms.inputs import (
    PROMISES,
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
from app.inquiries.forms.needed import ADD_NEEDED, with_needed
from app.inquiries.forms.texts import digits_of, shown, tidy, typed
from app.inquiries.service.paths import MISSING, value_at, with_value

_REMOVE = "remove:"


@dataclass(frozen=True, slots=True)
class _Change:
    """One posted section: the texts, and the digits of the currency before and after."""

    typed: Typed
    section: str
    before: int | None
    after: int | None

    def keeps(self, field: Field, name: str, value: object) -> bool:
        """Whether the page did not ask for it, or sent back what it showed."""
        if not self.typed.has(name):
            return True
        return tidy(self.typed.text(name)) == tidy(shown(field, value, self.before))


def fill(document: Mapping[str, Any], section: str, pairs: Pairs) -> dict[str, Any]:
    """Return the document with what was typed into one section.

    Text that reads exactly becomes a value, other text stays as typed, and an empty input takes the answer away. A
    pair `do` = `remove:verifier.cases.3` leaves that row out; `add:verifier.cases:needed` lays out the cases that the
    task needs. Blank rows go when anything in their list changes.
    """
    posted = Typed.of(pairs)
    before = digits_of(document)
    change = _Change(posted, section, before, before)
    changed = dict(document)
    for field in SECTIONS[section].fields:
        changed = _put(changed, field, _filled(field, field.id, value_at(changed, field.id), change))
        if field.type is Type.CURRENCY:
            change = _Change(posted, section, before, digits_of(changed))
    if posted.text("do") == ADD_NEEDED:
        changed = with_needed(changed)
    return changed if change.before == change.after else _reprice(changed, change)


def _put(document: dict[str, Any], field: Field, value: object) -> dict[str, Any]:
    same = value is value_at(document, field.id)
    return document if same else with_value(document, field.id, value)


def _filled(field: Field, name: str, value: object, change: _Change) -> Any:  # noqa: ANN401  any value of a document
    if field.type is Type.OBJECT:
        return _thing(field, name, value, change)
    if field.type is Type.ROWS:
        return _rows(field, name, value, change)
    if field.type is Type.CHOICES:
        return _choices(field, name, value, change)
    if not change.keeps(field, name, value):
        return typed(field, change.typed.text(name), change.after)
    return _repriced(field, value, change) if field.type is Type.MONEY else value


def _choices(field: Field, name: str, value: object, change: _Change) -> Any:  # noqa: ANN401  any value of a document
    boxes = boxes_of(value)
    chosen = [tidy(box) for box in change.typed.chosen(name)]
    if not change.typed.has(name) or set(chosen) == set(boxes):
        return value
    known = [token for token, _ in field.choices if token in chosen and token not in boxes]
    return [entry for box, entry in boxes.items() if box in chosen] + known or MISSING


def _thing(field: Field, name: str, value: object, change: _Change) -> Any:  # noqa: ANN401  any value of a document
    base = value if isinstance(value, dict) else {}
    parts = {part.id: _filled(part, f"{name}.{part.id}", part_of(base, part.id), change) for part in field.parts}
    is_same = all(part is part_of(base, key) for key, part in parts.items())
    if needs_raw(field, value):
        return _raw(name, field, value, change) if is_same else _made(base, parts)
    return value if is_same else _made(base, parts)


def _raw(name: str, field: Field, value: object, change: _Change) -> Any:  # noqa: ANN401  any value of a document
    if change.keeps(field, name + RAW, value):
        return value
    text = tidy(change.typed.text(name + RAW))
    return MISSING if is_blank(text) else text


def _made(base: dict[str, Any], parts: Mapping[str, Any]) -> dict[str, Any] | object:
    made = base | {key: part for key, part in parts.items() if part is not MISSING}
    made = {key: part for key, part in made.items() if parts.get(key) is not MISSING}
    return made or MISSING


def _rows(field: Field, name: str, value: object, change: _Change) -> Any:  # noqa: ANN401  any value of a document
    rows = dict(enumerate(value)) if isinstance(value, list) else {}
    others = rows.keys() - set(rows_shown(field, value, change.section))
    numbers = change.typed.rows(name)
    gone = (change.typed.listed(name) - set(numbers) | _removed(name, change.typed)) - others
    # a number that another page's row has by now, because rows before it went, is a row of its own
    asked = {number: MISSING if number in others else rows.get(number, MISSING) for number in numbers}
    filled = {number: _row(field, name, number, row, change) for number, row in asked.items()}
    if all(filled[number] is row for number, row in asked.items()) and not gone & rows.keys():
        return _raw(name, field, value, change) if needs_raw(field, value) else value
    kept = [filled.get(number, row) for number, row in rows.items() if number not in gone and number not in others]
    new = [_promised(field, filled[number], change) for number in numbers if number not in rows or number in others]
    made = [row for row in (*kept, *new) if _says(field, row)]
    return _in_place(rows, others, made) or MISSING


def _in_place(rows: Mapping[int, object], others: set[int], made: list[object]) -> list[object]:
    """Put the rows of other pages back where they stood, and those of this page between and after them."""
    waiting = iter(made)
    placed = [row if number in others else next(waiting, MISSING) for number, row in rows.items()]
    return [row for row in (*placed, *waiting) if row is not MISSING]


def _row(field: Field, name: str, number: int, row: object, change: _Change) -> Any:  # noqa: ANN401  any value
    cells = cells_of(field, MISSING if row is MISSING else row, change.section)
    return _filled(row_field(field, cells), f"{name}.{number}", row, change)


def _removed(name: str, posted: Typed) -> set[int]:
    asked = posted.text("do").removeprefix(_REMOVE) if posted.text("do").startswith(_REMOVE) else ""
    head, _, number = asked.rpartition(".")
    return {int(number)} if head == name and number.isascii() and number.isdigit() and len(number) < 7 else set()  # noqa: PLR2004


def _promised(field: Field, row: object, change: _Change) -> object:
    """Tell a new promise what it is for: the item of the page that it was made on."""
    if field.id != PROMISES or not isinstance(row, dict) or "item" in row:
        return row
    return {"item": change.section.removeprefix("promise-"), **row}


def _says(field: Field, row: object) -> bool:
    """Whether a row says anything; the item of a promise alone promises nothing."""
    if row is MISSING or is_blank(row):
        return False
    named = ("item",) if field.id == PROMISES else ()
    return not isinstance(row, dict) or any(not is_blank(cell) for key, cell in row.items() if key not in named)


def _repriced(field: Field, value: object, change: _Change) -> Any:  # noqa: ANN401  any value of a document
    """Keep the amount that people see when the currency changes: 60,000.00 stays that, in whatever smaller unit."""
    if change.before == change.after or value is MISSING or (change.before is None and not isinstance(value, str)):
        return value
    if type(value) is int and change.before is not None and change.after is not None:
        amount, rest = divmod(value * 10**change.after, 10**change.before)
        if not rest:
            return amount
    return typed(field, shown(field, value, change.before), change.after)


def _reprice(document: dict[str, Any], change: _Change) -> dict[str, Any]:
    for field in FIELDS.values():
        if field.type is Type.MONEY and field.section != change.section:
            document = _put(document, field, _repriced(field, value_at(document, field.id), change))
    return document
