"""One value as the text of an input, and back. What does not read exactly as its type stays the text that was typed."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from app.inquiries.fields.kinds import LARGEST, Field, Type
from app.inquiries.fields.money import minor_digits, to_major, to_minor
from app.inquiries.fields.scalars import is_blank
from app.inquiries.fields.wording import given, plain
from app.inquiries.service.paths import MISSING

_WHOLE = re.compile(r"-?[0-9]{1,16}")
_NUMBER = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?")
FLAGS: Final = {"yes": True, "no": False}
_LISTS = frozenset({Type.TEXTS, Type.FILES})
_NUMBERS = frozenset({Type.NUMBER, Type.SHARE})


def digits_of(document: Mapping[str, Any]) -> int | None:
    """Return the digits of the smaller unit of the document's currency; None while it names no known one."""
    budget = document.get("budget")
    return minor_digits(budget.get("currency")) if isinstance(budget, dict) else None


def tidy(text: str) -> str:
    """Return the text as a browser sends it back: one kind of line end, and nothing that a page cannot carry."""
    return plain(text).replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")


def typed(field: Field, text: str, digits: int | None) -> Any:  # noqa: ANN401  any value of a document
    """Return the value that this text is exactly, else the text itself; `MISSING` where nothing is to be seen."""
    text = tidy(text)
    if is_blank(text):
        return MISSING
    if field.type in _LISTS:
        return [line.strip() for line in text.split("\n") if not is_blank(line)]
    value = _exact(field.type, text.strip(), digits)
    return text if value is None else value


def _exact(kind: Type, text: str, digits: int | None) -> int | float | bool | None:
    if kind is Type.WHOLE:
        return int(text) if _WHOLE.fullmatch(text) and abs(int(text)) <= LARGEST else None
    if kind in _NUMBERS:
        return _number(text) if _NUMBER.fullmatch(text) else None
    if kind is Type.MONEY:
        return None if digits is None else to_minor(text, digits)
    return FLAGS.get(text) if kind is Type.FLAG else None


def _number(text: str) -> int | float | None:
    if _WHOLE.fullmatch(text) and abs(int(text)) <= LARGEST:
        return int(text)
    number = float(text)
    return number if abs(number) <= LARGEST else None


def shown(field: Field, value: object, digits: int | None) -> str:
    """Return the text that an input shows for any value. A text that would be taken for something else is quoted."""
    if value is MISSING or value is None:
        return ""
    if isinstance(value, str):
        text = tidy(value)
        return text if _stays(field, text, digits) else _json(value)
    if field.type in _LISTS and isinstance(value, list):
        lines = "\n".join(tidy(line) if isinstance(line, str) else "" for line in value)
        return lines if typed(field, lines, digits) == value else _json(value)
    if type(value) is bool:
        return ("no", "yes")[value] if field.type is Type.FLAG else _json(value)
    if type(value) is int and field.type is Type.MONEY and digits is not None and abs(value) <= LARGEST:
        return to_major(value, digits)
    return _json(value)


def _stays(field: Field, text: str, digits: int | None) -> bool:
    return not text.strip() or typed(field, text, digits) == text


def _json(value: object) -> str:
    if is_blank(value):
        return ""
    try:
        return tidy(json.dumps(value, ensure_ascii=False))
    except (RecursionError, TypeError, ValueError):  # nested without end, or digits without end
        return given(value)
