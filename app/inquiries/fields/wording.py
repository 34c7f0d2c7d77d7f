"""How a given JSON value is quoted back to people, whatever it is."""

import math

_LONGEST = 60
_SAYABLE = 10**30


def plain(text: str) -> str:
    """Return the text with everything that UTF-8 cannot carry written out, so that any page can show it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def given(value: object) -> str:
    """Return a short, safe form of the value: text as it stands, containers by what they are."""
    if isinstance(value, str):
        text = plain(value.strip())
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < _SAYABLE else "a number of more than 30 digits"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else _boundless(value)
    if isinstance(value, (list, tuple)):
        return "a list"
    return "a group of values" if isinstance(value, dict) else "something that is no JSON value"


def _boundless(value: float) -> str:
    return "not a number (NaN)" if math.isnan(value) else "a number without bound"


def quoted(value: object) -> str:
    """Return `given` as the beginning of a sentence, in quotation marks where it was typed."""
    words = given(value)
    if isinstance(value, str):
        return f"“{words}”"
    if isinstance(value, bool):
        return f"The value {words}"
    return f"{words[0].upper()}{words[1:]}"
