"""Why a value cannot be read, in people's words, and what a readable one looks like."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.inquiries.fields.kinds import Field, Type
from app.inquiries.fields.wording import given, quoted

_MANY = 13


@dataclass(frozen=True, slots=True)
class Fault:
    """Why one value cannot be read, and what to give instead. `label` names the part or cell, if it is one."""

    given: str
    reason: str
    remedy: str
    label: str = ""


def fault(field: Field, value: object, reason: str = "") -> Fault:
    """Say that this value is not what the field asks for; a value of another kind needs no reason of its own."""
    return Fault(given(value), reason or _mismatch(field, value), remedy(field))


_ASKED = {
    Type.WHOLE: "a whole number",
    Type.NUMBER: "a number",
    Type.SHARE: "a number from 0 to 1",
    Type.MONEY: "an amount of money",
    Type.DATE: "a date",
    Type.FLAG: "yes or no",
    Type.CHOICE: "one of the choices",
    Type.CURRENCY: "a currency code",
    Type.ZONE: "a time zone",
    Type.CHOICES: "a list of choices",
    Type.TEXTS: "a list of texts",
    Type.FILES: "a list of files",
    Type.OBJECT: "a group of named parts",
    Type.ROWS: "a list of rows",
}


def _mismatch(field: Field, value: object) -> str:
    asked = _ASKED.get(field.type, "text")
    if field.type in {Type.OBJECT, Type.ROWS}:
        return f"{quoted(value)} stands where {asked} is asked for"
    if isinstance(value, str) and value.strip() == "unknown":
        return f"“unknown” cannot be taken here: {asked} is asked for"
    return f"{quoted(value)} is not {asked}"


def remedy(field: Field) -> str:
    """Say what a readable answer looks like."""
    if field.type in _REMEDIES:
        return _REMEDIES[field.type](field)
    return "Give it as text."


def _numeric(field: Field, noun: str) -> str:
    unit = f" of {field.unit}" if field.unit else ""
    floor = "" if field.minimum is None else f" from {field.minimum:.0f}"
    return f"Give {noun}{unit}{floor}, such as {field.example}. Leave it empty while it is not known."


def _choose(field: Field) -> str:
    words = [words for _, words in field.choices]
    if len(words) > _MANY:
        return f"Choose one of the {len(words)} kinds on the list, such as “{words[0]}”."
    return f"Choose one of these: {'; '.join(words)}."


_REMEDIES: Mapping[Type, Callable[[Field], str]] = {
    Type.WHOLE: lambda field: _numeric(field, "a whole number"),
    Type.NUMBER: lambda field: _numeric(field, "a number"),
    Type.SHARE: lambda _: "Give a share between 0 and 1, such as 0.4 for 40 %. Leave it empty while it is not known.",
    Type.MONEY: lambda _: (
        "Give the amount with a point before the smaller unit and no other mark, such as 60000.00 "
        "(a program gives whole smaller units: 6000000)."
    ),
    Type.DATE: lambda _: "Give year, month and day, such as 2027-01-31. Leave it empty while it is not known.",
    Type.FLAG: lambda _: "Answer yes or no, or leave it empty.",
    Type.CHOICE: _choose,
    Type.CHOICES: lambda field: f"Choose any of these: {'; '.join(words for _, words in field.choices)}.",
    Type.CURRENCY: lambda _: "Give the three capital letters of the currency, such as USD or EUR.",
    Type.ZONE: lambda _: "Give the name of a time zone, such as Europe/Berlin or UTC.",
    Type.TEXTS: lambda _: "Give a list with one text for each entry.",
    Type.FILES: lambda _: "Give a list of files by their names.",
    Type.OBJECT: lambda field: f"Give these parts by name: {', '.join(part.label for part in field.parts)}.",
    Type.ROWS: lambda field: f"Give a list with one row for each {field.row[0].lower()}{field.row[1:]}.",
}
