"""Canonical JSON (RFC 8785) and the digests made of it: the same value always gives the same bytes."""

import hashlib
import json
import math
from typing import Any

import rfc8785

LARGEST_EXACT = 2**53 - 1


def canonical(value: object) -> bytes:
    """Return the canonical bytes of any JSON value, also of values that RFC 8785 has no form for."""
    return rfc8785.dumps(_representable(value))


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


def _representable(value: object) -> Any:  # noqa: ANN401  any JSON value
    if isinstance(value, dict):
        return {_text(str(key)): _representable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_representable(item) for item in value]
    return _text(value) if isinstance(value, str) else _number(value)


def _number(value: object) -> object:
    if isinstance(value, int) and abs(value) > LARGEST_EXACT:
        return {"$integer": str(value)}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$number": str(value)}
    return value


def _text(value: str) -> str:
    # a lone surrogate has no UTF-8; it is written out, so that two documents that differ never share a digest
    return value.encode("utf-8", "backslashreplace").decode("utf-8")
