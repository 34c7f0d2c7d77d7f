"""Readers of single values: any JSON value in; out comes the value of the type, `BLANK` or a `Fault`. None raises."""

import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from app.inquiries.fields.currencies import MINOR_DIGITS
from app.inquiries.fields.faults import Fault, fault
from app.inquiries.fields.kinds import LARGEST, LONGEST_TEXT, MOST_ROWS, Field, Type
from app.inquiries.fields.money import two_readings
from app.inquiries.fields.wording import plain, quoted

Read = Callable[[Any], Any]  # any JSON value in; out comes what the field's type says, BLANK or a Fault
BLANK: Final = object()
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_blank(value: object) -> bool:
    """Whether nothing was answered: no value, an empty list or object, or text in which there is nothing to see."""
    if isinstance(value, str):
        return not value.strip() or (not value.isascii() and all(map(_is_unseen, value)))
    return value is None or value in ([], {})


def _is_unseen(sign: str) -> bool:
    """Whether this is white space, or a format character such as the space of no width."""
    return sign.isspace() or unicodedata.category(sign) == "Cf"


def _text(field: Field) -> Read:
    def read(value: Any) -> Any:  # noqa: ANN401  any JSON value
        if type(value) is not str:
            return BLANK if is_blank(value) else fault(field, value)
        text = value.strip()
        if len(text) > LONGEST_TEXT:
            return fault(field, value, f"The text is {len(text):,} characters long; at most {LONGEST_TEXT:,} are read")
        if text.isascii():
            return text or BLANK
        return BLANK if is_blank(text) else plain(text)

    return read


def _numbers(field: Field, *, is_whole: bool) -> Read:
    low = -LARGEST if field.minimum is None else field.minimum
    high = LARGEST if field.maximum is None else field.maximum

    def read(value: Any) -> Any:  # noqa: ANN401  any JSON value
        if type(value) is int:
            return value if low <= value <= high else _beyond(field, value)
        if type(value) is not float:
            return BLANK if is_blank(value) else fault(field, value)
        if not math.isfinite(value) or (is_whole and not value.is_integer()):
            return fault(field, value)
        if not low <= value <= high:
            return _beyond(field, value)
        return int(value) if is_whole else value

    return read


def _beyond(field: Field, value: float) -> Fault:
    below = field.minimum is not None and value < field.minimum
    if below:
        return fault(field, value, f"{quoted(value)} is less than {field.minimum:.0f}")
    if field.type is Type.SHARE:
        return fault(field, value, f"{quoted(value)} is more than 1, the whole")
    return fault(field, value, f"{quoted(value)} is larger than any number that can be kept exactly")


def _whole(field: Field) -> Read:
    return _numbers(field, is_whole=True)


def _number(field: Field) -> Read:
    return _numbers(field, is_whole=False)


def _money(field: Field) -> Read:
    numbers = _numbers(field, is_whole=True)

    def read(value: Any) -> Any:  # noqa: ANN401  any JSON value
        if not isinstance(value, str) or is_blank(value):
            return numbers(value)
        readings = two_readings(value.strip())
        if readings:
            return fault(field, value, f"{quoted(value)} can be read as {readings[0]} or as {readings[1]}")
        return fault(field, value)

    return read


def _date(field: Field) -> Read:
    def read(value: Any) -> Any:  # noqa: ANN401  any JSON value
        if not isinstance(value, str):
            return BLANK if is_blank(value) else fault(field, value)
        day = day_of(value.strip())
        return day or (BLANK if is_blank(value) else fault(field, value))

    return read


@lru_cache(maxsize=512)
def day_of(text: str) -> date | None:
    """Return the date that this text is in the form 2027-01-31, or None."""
    if not _DATE.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _flag(field: Field) -> Read:
    def read(value: Any) -> Any:  # noqa: ANN401  any JSON value
        if value is True or value is False:
            return value
        return BLANK if is_blank(value) else fault(field, value)

    return read


def _choice(field: Field) -> Read:
    return _one_of(field, frozenset(token for token, _ in field.choices))


def _currency(field: Field) -> Read:
    return _one_of(field, frozenset(MINOR_DIGITS))


def _one_of(field: Field, tokens: frozenset[str]) -> Read:
    def read(value: Any) -> Any:  # noqa: ANN401  any JSON value
        if type(value) is str and value in tokens:
            return value
        if is_blank(value):
            return BLANK
        token = value.strip() if isinstance(value, str) else ""
        return token if token in tokens else fault(field, value)

    return read


def _zone(field: Field) -> Read:
    def read(value: Any) -> Any:  # noqa: ANN401  any JSON value
        if is_blank(value):
            return BLANK
        name = value.strip() if isinstance(value, str) else ""
        return name if is_zone(name) else fault(field, value)

    return read


@lru_cache(maxsize=512)
def is_zone(name: str) -> bool:
    """Whether the time zone database knows this name."""
    if len(name) > 64 or not re.fullmatch(r"[A-Za-z][A-Za-z0-9+_/-]*", name):  # noqa: PLR2004  no zone is longer
        return False
    try:
        ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # no such zone, or a folder of zones
        return False
    return True


def _listed(field: Field, one: Read) -> Read:
    def read(value: Any) -> Any:  # noqa: ANN401  any JSON value
        if not isinstance(value, list):
            return BLANK if is_blank(value) else fault(field, value)
        if len(value) > MOST_ROWS:
            return fault(field, value, f"There are {len(value):,} entries; at most {MOST_ROWS} are read")
        entries = [one(entry) for entry in value]
        wrong = next((entry for entry in entries if isinstance(entry, Fault)), None)
        return wrong or tuple(entry for entry in entries if entry is not BLANK) or BLANK

    return read


def _texts(field: Field) -> Read:
    return _listed(field, _text(Field(field.id, field.label)))


def _choices(field: Field) -> Read:
    return _listed(field, _choice(replace(field, type=Type.CHOICE)))


READERS: Mapping[Type, Callable[[Field], Read]] = {
    Type.TEXT: _text,
    Type.LONGTEXT: _text,
    Type.CURRENCY: _currency,
    Type.ZONE: _zone,
    Type.WHOLE: _whole,
    Type.NUMBER: _number,
    Type.SHARE: _number,
    Type.MONEY: _money,
    Type.DATE: _date,
    Type.FLAG: _flag,
    Type.CHOICE: _choice,
    Type.CHOICES: _choices,
    Type.TEXTS: _texts,
    Type.FILES: _texts,
}
