"""Canonical JSON (RFC 8785) and the digests made of it: the same value always gives the same bytes."""

import hashlib
import json
import math
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any

import rfc8785

LARGEST_EXACT = 2**53 - 1
SMALLEST_ALIKE = 1e-4  # fractions from here on are written alike by Python and by RFC 8785
DEEPEST_WRITTEN = 64  # levels; what lies deeper goes into the digest without being written out


_dumps = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def canonical(value: object) -> bytes:
    """Return the canonical bytes of any JSON value, also of values that RFC 8785 has no form for."""
    try:
        return _dumps(_plain(value, 0)).encode()
    except (_OddError, UnicodeEncodeError):
        parts: list[str] = []
        _write(_representable(value), parts.append)
        return "".join(parts).encode()


def digest(value: object) -> str:
    """Return `sha256:` and the hex digest of the canonical bytes."""
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


def parse(text: str | bytes) -> Any:  # noqa: ANN401  any JSON value
    """Read JSON; huge numbers and NaN stay what they are, so that the checklist can name them.

    Raises:
        ValueError: this is not JSON, not UTF-8, or nested too deeply.
    """
    try:
        return json.loads(text, parse_int=_integer)
    except RecursionError as error:
        raise ValueError("this is nested too deeply") from error


def restore(text: str) -> Any:  # noqa: ANN401  any JSON value
    """Read canonical JSON back to what gives the same bytes again: a whole number beyond exactness was a float.

    Raises:
        ValueError: this is not JSON, or nested too deeply.
    """
    try:
        return json.loads(text, parse_int=_exact)
    except RecursionError as error:
        raise ValueError("this is nested too deeply") from error


def _exact(digits: str) -> int | float:
    number = float(digits)
    return int(digits) if abs(number) <= LARGEST_EXACT else number


def _integer(digits: str) -> int | float:
    # int() of thousands of digits is slow on purpose and refused by Python; nobody means such a number
    return int(digits) if len(digits) <= 400 else math.inf  # noqa: PLR2004


class _OddError(Exception):
    """This value needs more care than the encoder of the standard library takes."""


def _plain(value: Any, level: int) -> Any:  # noqa: ANN401  any JSON value
    """Return a value that the standard encoder writes as RFC 8785 asks: it is many times as fast as any other way."""
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return value
    if kind is dict and level < DEEPEST_WRITTEN:
        # other names than ASCII are sorted in another way
        if not all(type(key) is str and key.isascii() for key in value):
            raise _OddError
        return {key: item if type(item) is str else _plain(item, level + 1) for key, item in value.items()}
    if kind in (list, tuple) and level < DEEPEST_WRITTEN:
        return [item if type(item) is str else _plain(item, level + 1) for item in value]
    return _plain_number(value, kind)


def _plain_number(value: Any, kind: type) -> int | float:  # noqa: ANN401  any value that is left
    if kind is int and -LARGEST_EXACT <= value <= LARGEST_EXACT:
        return int(value)
    if kind is float and -LARGEST_EXACT <= value <= LARGEST_EXACT:
        if value.is_integer():
            return int(value)
        if abs(value) >= SMALLEST_ALIKE:
            return float(value)
    raise _OddError


def _write(value: Any, put: Callable[[str], None]) -> None:  # noqa: ANN401  any JSON value
    """Write what the standard encoder cannot: sort names as UTF-16 does, and write numbers as RFC 8785 asks."""
    mark = "{"
    if isinstance(value, dict):
        for key in sorted(value, key=lambda key: key.encode("utf-16be")):
            put(f"{mark}{encode_basestring(key)}:")
            _write(value[key], put)
            mark = ","
        put("}" if value else "{}")
    elif isinstance(value, list):
        mark = "["
        for item in value:
            put(mark)
            _write(item, put)
            mark = ","
        put("]" if value else "[]")
    else:
        put(encode_basestring(value) if isinstance(value, str) else rfc8785.dumps(value).decode())


def _representable(value: object, level: int = 0) -> Any:  # noqa: ANN401  any JSON value
    if isinstance(value, (dict, list, tuple)) and level == DEEPEST_WRITTEN:
        return {"$deep": _fingerprint(value)}
    if isinstance(value, dict):
        return {_text(str(key)): _representable(item, level + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_representable(item, level + 1) for item in value]
    return _text(value) if isinstance(value, str) else _number(value)


def _fingerprint(value: object) -> str:
    """Digest a value of any depth without following it by recursion: each part goes in with its kind and its size."""
    found = hashlib.sha256()
    rest = [value]
    while rest:
        part = rest.pop()
        if isinstance(part, dict):
            keys = sorted(part, key=str)
            found.update(f"object {len(keys)} ".encode() + canonical([str(key) for key in keys]))
            rest.extend(part[key] for key in reversed(keys))
        elif isinstance(part, (list, tuple)):
            found.update(f"list {len(part)} ".encode())
            rest.extend(reversed(part))
        else:
            found.update(canonical(part) + b"\n")
    return found.hexdigest()


def _number(value: object) -> object:
    if isinstance(value, int) and abs(value) > LARGEST_EXACT:
        return {"$integer": str(value)}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$number": str(value)}
    return value


def _text(value: str) -> str:
    # a lone surrogate has no UTF-8; it is written out, so that two documents that differ never share a digest
    return value.encode("utf-8", "backslashreplace").decode("utf-8")
