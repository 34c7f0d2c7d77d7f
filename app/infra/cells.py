"""One value in one cell of a CSV file: never run by a spreadsheet, and read back as exactly the same value.

A number, `true`, `false`, `null`, a list and an object stand there as canonical JSON; any other text stands as it is.
Text that a spreadsheet would run, or that would be read back as something else, gets an apostrophe in front, which the
reader takes away again. An empty cell is no value at all.
"""

import unicodedata

from app.infra import canonical

GUARD = "'"
_RUNS = frozenset("=+-@\t\r\n|%\uff1d\uff0b\uff0d\uff20")  # the last four: in full width
_SKIPPED = frozenset(("Cc", "Cf", "Zs", "Zl", "Zp"))  # what some programs pass over before they look
_JSON_STARTS = frozenset('0123456789-[{"tfn')


def write_cell(value: object) -> str:
    """Return the cell of a JSON value."""
    return guarded(value) if isinstance(value, str) else canonical.canonical(value).decode()


def guarded(text: str) -> str:
    """Return text as a cell that is text for every program."""
    return GUARD + text if not text or text[0] == GUARD or _might_run(text) or _read(text) is not text else text


def read_cell(cell: str) -> object:
    """Return the value that was written. An empty cell has none and is not to be asked."""
    return cell[1:] if cell.startswith(GUARD) else _read(cell)


def _might_run(text: str) -> bool:
    if text[0] in _RUNS:
        return True
    first = next((sign for sign in text if unicodedata.category(sign) not in _SKIPPED), "")
    return first in _RUNS


def _read(cell: str) -> object:
    """Return the JSON value that stands there; the very same text where none does."""
    if cell[0] not in _JSON_STARTS:
        return cell
    try:
        return canonical.restore(cell)
    except ValueError:
        return cell
