"""Answers in words: for the task list, for check answers, and for the difference of two drafts."""

from collections.abc import Mapping
from typing import Any

from app.inquiries.fields.faults import Fault
from app.inquiries.fields.kinds import Field, Type
from app.inquiries.fields.scalars import READERS, day_of, is_blank
from app.inquiries.fields.wording import given
from app.inquiries.forms.texts import digits_of, shown
from app.inquiries.service.paths import MISSING, value_at

_PLAIN_UNITS = frozenset({"", "share from 0 to 1"})


def said(field: Field, value: object, document: Mapping[str, Any]) -> str:
    """Return any value in words, with unit and currency; "" where nothing was answered."""
    if value is MISSING or is_blank(value):
        return ""
    if field.type is Type.OBJECT:
        return _thing(field, value, document)
    if field.type is Type.ROWS:
        return _rows(field, value, document)
    if isinstance(READERS[field.type](field)(value), Fault):
        return shown(field, value, digits_of(document))
    return _single(field, value, document)


def _single(field: Field, value: Any, document: Mapping[str, Any]) -> str:  # noqa: ANN401  read as its type
    if field.type in {Type.CHOICE, Type.CHOICES}:
        tokens = value if isinstance(value, list) else [value]
        words = dict(field.choices)
        return ", ".join(words[token.strip()] for token in tokens if not is_blank(token))
    if field.type in {Type.TEXTS, Type.FILES}:
        return "\n".join(given_whole(entry) for entry in value if not is_blank(entry))
    if field.type is Type.MONEY:
        return amount(int(value), document)
    return quantity(value, field.unit) if field.type in _NUMBERS else _plain(field, value)


_NUMBERS = frozenset({Type.WHOLE, Type.NUMBER, Type.SHARE})


def _plain(field: Field, value: Any) -> str:  # noqa: ANN401  read as its type
    if field.type is Type.FLAG:
        return "Yes" if value else "No"
    day = day_of(value.strip()) if field.type is Type.DATE else None
    return f"{day.day} {day:%B} {day.year}" if day else given_whole(value)


def given_whole(text: str) -> str:
    """Return a text as a page can carry it, at its full length."""
    return shown(_TEXT, text.strip(), None)


_TEXT = Field("text", "Text")


def amount(minor: int, document: Mapping[str, Any]) -> str:
    """Return an amount of money with its currency."""
    digits = digits_of(document)
    if digits is None:
        return f"{minor:,} in the smallest unit of a currency that is not named"
    currency = str(value_at(document, "budget.currency")).strip()
    return f"{currency} {shown(_MONEY, minor, digits)}"


_MONEY = Field("money", "Money", Type.MONEY)


def quantity(number: float, unit: str) -> str:
    """Return a number with its unit, in the singular where it is one."""
    if unit == "bytes" and number >= KIB:
        return f"{_large(number)} ({int(number):,} bytes)"
    words = f"{number:,}" if isinstance(number, int) else f"{number:.15g}"
    if unit in _PLAIN_UNITS:
        return words
    return f"{words} {unit.removesuffix('s') if number == 1 else unit}"


KIB = 1024
_SIZES = ("KiB", "MiB", "GiB")


def _large(number: float) -> str:
    """Return a number of bytes in the largest unit of which it holds at least one."""
    power = min(len(_SIZES), (int(number).bit_length() - 1) // 10)
    size = number / KIB**power
    words = f"{size:,.2f}".rstrip("0").rstrip(".")
    return f"{'' if size * 100 == int(size * 100) else 'about '}{words} {_SIZES[power - 1]}"


def _thing(field: Field, value: object, document: Mapping[str, Any]) -> str:
    if not isinstance(value, dict):
        return shown(field, value, None)
    parts = [(part, said(part, value.get(part.id, MISSING), document)) for part in field.parts]
    told = [(part, words) for part, words in parts if words]
    if [part.id for part in field.parts] == ["name", "version"]:
        return ", ".join(words for _, words in told)
    return "; ".join(f"{part.label}: {words}" for part, words in told)


def _rows(field: Field, value: object, document: Mapping[str, Any]) -> str:
    if not isinstance(value, list):
        return shown(field, value, None)
    lines = (
        f"{number}. {_row(field, row, document)}" for number, row in enumerate(value, start=1) if not is_blank(row)
    )
    return "\n".join(lines)


def _row(field: Field, row: object, document: Mapping[str, Any]) -> str:
    if not isinstance(row, dict):
        return given(row)
    cells = (said(cell, row.get(cell.id, MISSING), document) for cell in field.parts)
    labelled = [f"{cell.label}: {words}" for cell, words in zip(field.parts, cells, strict=True) if words]
    return "; ".join(labelled)
