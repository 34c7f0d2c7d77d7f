"""Reads the single values of one object or row: the quick way what nearly all of them are, the rest by its reader.

Plain text, a token of its field, a number within its range, yes, no and a date are taken at once. What is none of these
is left to the field's own reader, which alone knows of blanks, odd white space and faults: this may know less than the
readers, and never otherwise. For each object of the table a function is written once, when this is imported, with one
test for each of its fields: a document has five hundred values, and to look up how each is read takes as long as to
read it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from app.inquiries.fields.currencies import MINOR_DIGITS
from app.inquiries.fields.kinds import LARGEST, LONGEST_TEXT, Field, Type
from app.inquiries.fields.scalars import BLANK, Read, day_of

Left = tuple[tuple[str, Any], ...]  # answers of odd types, by name
Take = Callable[[Mapping[str, Any], dict[str, Any]], Left]

_TEXT = "type(value) is str and (kept := value.strip()) and kept.isascii() and len(kept) <= longest"
_CHOICE = "type(kept := value) is str and kept in tokens_{place}"
_WHOLE = "type(kept := value) is int and {low} <= kept <= {high}"
_NUMBER = "(type(kept := value) is int or type(value) is float) and {low} <= kept <= {high}"
_TESTS = {
    Type.TEXT: _TEXT,
    Type.LONGTEXT: _TEXT,
    Type.CHOICE: _CHOICE,
    Type.CURRENCY: _CHOICE,
    Type.WHOLE: _WHOLE,
    Type.MONEY: _WHOLE,
    Type.NUMBER: _NUMBER,
    Type.SHARE: _NUMBER,
    Type.FLAG: "(kept := value) is True or value is False",
    Type.DATE: "type(value) is str and (kept := day_of(value)) is not None",
}
_FIELD = """
    value = look({key!r})
    if value is not None:
        if {test}:
            values[{name!r}] = kept
        else:
            left = ask({place}, value, values, left)
"""


class Single(NamedTuple):
    """One value: its field, its key in the document, and its reader."""

    field: Field
    key: str
    read: Read


def taking(singles: Sequence[Single], odd: frozenset[type]) -> Take:
    """Return what adds to the values all that can be read, in the order of the table, and returns what is odd."""

    def ask(place: int, value: object, values: dict[str, Any], left: Left) -> Left:
        field, _, read = singles[place]
        answer = read(value)
        if type(answer) in odd:
            return left if answer is BLANK else (*left, (field.id, answer))
        values[field.id] = answer
        return left

    lines = "".join(_lines(place, one.field, one.key) for place, one in enumerate(singles))
    made: dict[str, Any] = {"ask": ask, "day_of": day_of, "longest": LONGEST_TEXT}
    made |= {f"tokens_{place}": _tokens(one.field) for place, one in enumerate(singles)}
    source = f"def take(part, values):\n    look = part.get\n    left = ()\n{lines}    return left\n"
    exec(source, made)  # noqa: S102  written here of the table's own ids and ranges
    take: Take = made["take"]
    return take


def _lines(place: int, field: Field, key: str) -> str:
    low = -LARGEST if field.minimum is None else field.minimum
    high = LARGEST if field.maximum is None else field.maximum
    test = _TESTS.get(field.type, "False").format(place=place, low=low, high=high)
    return _FIELD.format(key=key, name=field.id, test=test, place=place)


def _tokens(field: Field) -> frozenset[str]:
    return frozenset(MINOR_DIGITS) if field.type is Type.CURRENCY else frozenset(token for token, _ in field.choices)
