"""What the form posts for one field of a document when nobody has typed anything: input names with their texts.

`name` alone is one control; the parts of an object are `name.part`, the cells of a row `name.3.cell`. Where an object,
a row or a list stands as something else, `name:raw` carries it as text; `name:rows` lists the rows on the page.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.inquiries.fields.kinds import MOST_ROWS, Field, Type
from app.inquiries.fields.naming import promised_item
from app.inquiries.fields.scalars import is_blank
from app.inquiries.forms.texts import shown, tidy
from app.inquiries.service.paths import MISSING

RAW = ":raw"
ROWS = ":rows"
PROMISES = "commitments"
Pairs = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Typed:
    """What a browser posted: every text under its input's name."""

    values: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, pairs: Pairs) -> "Typed":
        """Group pairs by name; files and other things that are no text are passed over."""
        values: dict[str, list[str]] = {}
        for name, text in pairs:
            if isinstance(text, str):
                values.setdefault(name, []).append(text)
        return cls({name: tuple(texts) for name, texts in values.items()})

    def has(self, name: str) -> bool:
        """Whether the page had such an input."""
        return name in self.values

    def text(self, name: str) -> str:
        """The last text under that name."""
        return self.values.get(name, ("",))[-1]

    def chosen(self, name: str) -> list[str]:
        """The texts of checked boxes; the empty one only says that the boxes were shown."""
        return [text for text in self.values.get(name, ()) if text]

    def rows(self, name: str) -> list[int]:
        """The numbers of the rows of which something was posted, in order."""
        start = f"{name}."
        heads = {key[len(start) :].partition(".")[0].removesuffix(RAW) for key in self.values if key.startswith(start)}
        return sorted({int(head) for head in heads if head.isascii() and head.isdigit() and len(head) < 7})  # noqa: PLR2004

    def listed(self, name: str) -> set[int]:
        """The numbers of the rows that the page showed, whatever became of them in the browser."""
        numbers = self.text(name + ROWS).split(",")
        return {int(number) for number in numbers if number.isascii() and number.isdigit() and len(number) < 7}  # noqa: PLR2004


def boxes_of(value: object) -> dict[str, Any]:
    """Return what a list of choices holds by the values of its checked boxes; what is no list is one box of its own."""
    if value is MISSING or is_blank(value):
        return {}
    if not isinstance(value, list):
        return {f"{shown(_ANY, value, None)} ": value}
    boxes = {tidy(entry) if isinstance(entry, str) else shown(_ANY, entry, None): entry for entry in value}
    return {box: entry for box, entry in boxes.items() if box}


_ANY = Field("any", "Any")


def cells_of(field: Field, row: object, section: str) -> tuple[Field, ...]:
    """Return the cells that the page asks for: a promise names its item by the page it stands on, where it can."""
    if field.id != PROMISES or not (is_blank(row) or _is_of(row, section)):
        return field.parts
    return tuple(cell for cell in field.parts if cell.id != "item")


def _is_of(row: object, section: str) -> bool:
    return isinstance(row, dict) and row.get("item") == section.removeprefix("promise-")


def rows_shown(field: Field, value: object, section: str) -> list[int]:
    """Return the numbers of the rows that a page shows: all of them, or the promises of the page's item."""
    if not isinstance(value, list):
        return []
    numbers = range(min(len(value), MOST_ROWS))
    if field.id != PROMISES:
        return list(numbers)
    return [number for number in numbers if promised_item(value, number) == section.removeprefix("promise-")]


def needs_raw(field: Field, value: object) -> bool:
    """Whether something stands there that the controls of this field cannot show."""
    wanted = list if field.type is Type.ROWS else dict
    return value is not MISSING and not is_blank(value) and not isinstance(value, wanted)


def row_field(field: Field, cells: tuple[Field, ...]) -> Field:
    """Return one row of a repeating group as an object of its cells."""
    return replace(field, type=Type.OBJECT, parts=cells)


def part_of(value: object, key: str) -> Any:  # noqa: ANN401  any value of a document
    """Return a part of an object; `MISSING` where it has none, or is none."""
    return value.get(key, MISSING) if isinstance(value, dict) else MISSING
