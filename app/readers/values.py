"""What stands in a row, as the type that is wanted or None: nothing in a file is what it promises to be."""

import hashlib
import math
from collections.abc import Mapping, Sequence

LARGEST = 2**53  # whole numbers above it are no counts of anything
SHOWN = 200  # characters of a file's text that travel on: names and error types, never prompts
NOTHING: Mapping[str, object] = {}


def mapping(value: object) -> Mapping[str, object]:
    """Return an object, or an empty one."""
    return value if isinstance(value, dict) else NOTHING


def sequence(value: object) -> Sequence[object]:
    """Return a list, or an empty one."""
    return value if isinstance(value, list) else ()


def number(value: object) -> float | None:
    """Return a finite number; NaN, infinities, booleans and text are none."""
    if type(value) is float:
        return value if math.isfinite(value) else None
    if type(value) is int:
        return float(value) if -LARGEST <= value <= LARGEST else None
    return None


def score(value: object) -> float | None:
    """Return a number, counting true as 1 and false as 0."""
    if type(value) is float:
        return value if math.isfinite(value) else None
    return float(value) if isinstance(value, bool) else number(value)


def count(value: object) -> int | None:
    """Return a whole number from 0 up; 12.0 is 12."""
    if type(value) is int:
        return value if 0 <= value <= LARGEST else None
    found = number(value)
    return int(found) if found is not None and 0 <= found <= LARGEST and found.is_integer() else None


def seconds(value: object) -> float | None:
    """Return a duration, which is never negative."""
    if type(value) is float:
        return value if 0.0 <= value < math.inf else None
    found = number(value)
    return found if found is not None and found >= 0 else None


def truth(value: object) -> bool | None:
    """Return true or false where the file says so."""
    return value if isinstance(value, bool) else None


def text(value: object) -> str | None:
    """Return a text that can be stored and printed: no lone surrogates, no control marks, shortened; never empty."""
    if not isinstance(value, str):
        return None
    if len(value) <= SHOWN and value.isprintable():
        return value.strip() or None
    kept = value[:SHOWN]
    if not kept.isprintable():
        kept = "".join(mark if mark.isprintable() else " " for mark in kept)
    return kept.strip() or None


def name(value: object) -> str | None:
    """Return an id: a text, or a whole number as text; one that cannot be shown as it is keeps distinct by a digest."""
    if isinstance(value, str) and len(value) <= SHOWN and value.isprintable():
        return value.strip() or None
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str) or not value.strip():
        return None
    shown = text(value) or ""
    return shown if shown == value.strip() else f"{shown}~{digest(value)[:12]}"


def digest(value: str) -> str:
    """Return the SHA-256 of a text, whatever is in it."""
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()


def numbers(value: object) -> dict[str, float]:
    """Return the numbers of an object by their names, booleans as 1 and 0; what is no number is left out."""
    found: dict[str, float] = {}
    for key, item in mapping(value).items():
        if isinstance(item, (int, float)) and (shown := text(key)) is not None:
            known = score(item)
            if known is not None:
                found[shown] = known
    return found
