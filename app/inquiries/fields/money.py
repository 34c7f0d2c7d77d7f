"""Amounts as people type them: exact ones become minor units, and what could be read in two ways is never guessed."""

import re

from app.inquiries.fields.currencies import MINOR_DIGITS
from app.inquiries.fields.kinds import LARGEST

_PLAIN = re.compile(r"([0-9]{1,16})(?:\.([0-9]+))?")
_GROUPED = re.compile(r"([0-9]{1,3}(?:,[0-9]{3})+)\.([0-9]+)")
_ONE_MARK = re.compile(r"([0-9]+)([.,])([0-9]+)")
_MARKED = re.compile(r"[0-9][0-9.,' \u00a0\u202f]*[0-9]")
_THOUSANDS = 3


def minor_digits(currency: object) -> int | None:
    """Return how many digits the smaller unit has, or None where the currency is not known."""
    return MINOR_DIGITS.get(currency.strip()) if isinstance(currency, str) else None


def to_minor(text: str, digits: int) -> int | None:
    """Read an amount in major units exactly, or not at all.

    `60000`, `60000.00` and `60,000.00` are read. `9,99`, `60,000` and (unless the currency has three digits) `1.234`
    could each mean two amounts and are not.
    """
    match = _PLAIN.fullmatch(text) or _GROUPED.fullmatch(text)
    if match is None:
        return None
    small = match[2] or ""
    if len(small) > digits:
        return None
    amount = int(match[1].replace(",", "") + small.ljust(digits, "0"))
    return amount if amount <= LARGEST else None


def to_major(amount: int, digits: int) -> str:
    """Write minor units in major ones, as `to_minor` reads them: 6000000 with two digits is `60,000.00`."""
    whole, small = divmod(abs(amount), 10**digits)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole:,}.{small:0{digits}d}" if digits else f"{sign}{whole}"


def two_readings(text: str) -> tuple[str, str] | None:
    """Return both amounts that this text could mean, or None where it is not a number with unclear marks."""
    one = _ONE_MARK.fullmatch(text)
    if one and (one[2] == "," or len(one[3]) == _THOUSANDS):
        return f"{one[1]}.{one[3]}", one[1] + one[3]
    if one or not _MARKED.fullmatch(text) or text.isdigit():
        return None
    *head, tail = re.split(r"[^0-9]+", text)
    return f"{''.join(head)}.{tail}", "".join((*head, tail))
