"""JSON out of files that nobody vouches for: bounded, and forgiving where the meaning is clear.

NaN and Infinity become floats that `values.number` takes for unknown, huge whole numbers become floats, broken UTF-8 is
replaced. Too deep, too many values or plain nonsense is `UnreadableError` with the words for a remark.
"""

import json
from collections.abc import Iterable

import orjson

from app.readers.limits import Limits

DIGITS = 25  # a whole number of more digits is read as a float


class UnreadableError(Exception):
    """This piece of a file cannot be read; the sentence goes on after "Line 12" or "The file"."""


def parse(raw: bytes, limits: Limits, *, values: int) -> tuple[object, bool]:
    """Return the JSON value of these bytes, and whether broken UTF-8 was mended on the way."""
    opened = raw.count(b"{") + raw.count(b"[")
    if len(raw) > values and opened + raw.count(b",") > values:
        raise UnreadableError(f"holds more than {values:,} values")
    is_mended = False
    try:
        value: object = orjson.loads(raw)
    except orjson.JSONDecodeError:
        value, is_mended = _forgiving(raw)
    if opened > limits.nesting and is_deeper(value, limits.nesting):
        raise UnreadableError(f"is nested deeper than {limits.nesting} levels")
    return value, is_mended


def _forgiving(raw: bytes) -> tuple[object, bool]:
    try:
        text, is_mended = raw.decode(), False
    except UnicodeDecodeError:
        text, is_mended = raw.decode(errors="replace"), True
    try:
        return json.loads(text, parse_int=_whole), is_mended
    except RecursionError:
        raise UnreadableError("is nested too deeply") from None
    except ValueError:
        raise UnreadableError("is not JSON") from None


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= DIGITS else float(digits)


def is_deeper(value: object, levels: int) -> bool:
    """Say whether a value nests deeper. Walk level by level, without recursion: an empty list is one level."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(levels):
        level = [item for outer in level for item in _inside(outer) if isinstance(item, (dict, list))]
    return bool(level)


def _inside(outer: object) -> Iterable[object]:
    return outer.values() if isinstance(outer, dict) else outer if isinstance(outer, list) else ()
