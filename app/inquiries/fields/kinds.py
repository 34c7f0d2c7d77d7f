"""What a field of an inquiry is made of: type, words, range. The fields themselves stand in the modules of their item.

Ranges, where a field states none of its own: whole numbers, durations and money start at 0, shares lie between 0 and 1,
and nothing goes beyond 2^53 - 1, the largest whole number that every JSON reader keeps exactly. A list has at most
`MOST_ROWS` rows or entries, and a text at most `LONGEST_TEXT` characters.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from app.rules.finding import Item

LARGEST = 2**53 - 1
MOST_ROWS = 500
LONGEST_TEXT = 20_000


class Type(StrEnum):
    """How an answer is given, read and shown."""

    TEXT = "text"
    LONGTEXT = "longtext"
    CURRENCY = "currency"
    ZONE = "zone"
    WHOLE = "whole"
    NUMBER = "number"
    SHARE = "share"
    MONEY = "money"
    DATE = "date"
    FLAG = "flag"
    CHOICE = "choice"
    CHOICES = "choices"
    TEXTS = "texts"
    FILES = "files"
    OBJECT = "object"
    ROWS = "rows"


Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One question: its id in the document, its words for people, and what counts as an answer.

    `parts` are the parts of an object or the cells of a row; their ids are bare keys. `row` is the word for one row.
    """

    id: str
    label: str
    type: Type = Type.TEXT
    hint: str = ""
    unit: str = ""
    example: str = ""
    choices: Choices = ()
    parts: tuple["Field", ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    row: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One page of the form. `key` is the id of its heading, and the document's key where findings name the whole."""

    id: str
    key: str
    title: str
    item: Item
    lead: str
    fields: tuple[Field, ...]

    @classmethod
    def of(cls, section_id: str, title: str, item: Item, lead: str, *fields: Field, key: str = "") -> "Section":
        """Make the section and tell each of its fields where it is asked."""
        placed = tuple(replace(field, section=section_id) for field in fields)
        return cls(section_id, key or section_id, title, item, lead, placed)


def text(field_id: str, label: str, hint: str = "", *, example: str = "") -> Field:
    """One line of text."""
    return Field(field_id, label, Type.TEXT, hint, example=example)


def longtext(field_id: str, label: str, hint: str = "") -> Field:
    """Several lines of text."""
    return Field(field_id, label, Type.LONGTEXT, hint)


def whole(  # noqa: PLR0913  each of them is a word of one field
    field_id: str, label: str, hint: str = "", *, unit: str = "", example: str = "10", minimum: int = 0
) -> Field:
    """A whole number, from 0 unless said otherwise."""
    return Field(field_id, label, Type.WHOLE, hint, unit, example, minimum=minimum, maximum=LARGEST)


def number(  # noqa: PLR0913  each of them is a word of one field
    field_id: str, label: str, hint: str = "", *, unit: str = "", example: str = "0.5", minimum: float | None = None
) -> Field:
    """Any finite number, from `minimum` where there is one."""
    return Field(field_id, label, Type.NUMBER, hint, unit, example, minimum=minimum)


def share(field_id: str, label: str, hint: str = "") -> Field:
    """A share between 0 and 1."""
    return Field(field_id, label, Type.SHARE, hint, "share from 0 to 1", "0.4", minimum=0, maximum=1)


def money(field_id: str, label: str, hint: str = "") -> Field:
    """An amount: minor units of `budget.currency` in the document, major units in the form."""
    return Field(field_id, label, Type.MONEY, hint, minimum=0, maximum=LARGEST)


def day(field_id: str, label: str, hint: str = "") -> Field:
    """A calendar date."""
    how = "Year, month and day, such as 2027-01-31"
    return Field(field_id, label, Type.DATE, f"{hint}. {how}" if hint else how)


def flag(field_id: str, label: str, hint: str = "") -> Field:
    """Yes or no."""
    return Field(field_id, label, Type.FLAG, hint)


def choice(field_id: str, label: str, choices: Choices, hint: str = "") -> Field:
    """Exactly one of several tokens."""
    return Field(field_id, label, Type.CHOICE, hint, choices=choices)


def several(field_id: str, label: str, choices: Choices, hint: str = "") -> Field:
    """Any number of several tokens."""
    return Field(field_id, label, Type.CHOICES, hint, choices=choices)


def texts(field_id: str, label: str, hint: str = "") -> Field:
    """A list of texts, one a line in the form."""
    return Field(field_id, label, Type.TEXTS, hint)


def files(field_id: str, label: str, hint: str = "") -> Field:
    """A list of uploads by id, or of file names."""
    return Field(field_id, label, Type.FILES, hint)


def thing(field_id: str, label: str, *parts: Field, hint: str = "") -> Field:
    """An object with named parts."""
    return Field(field_id, label, Type.OBJECT, hint, parts=parts)


def rows(field_id: str, label: str, row: str, *cells: Field, hint: str = "") -> Field:
    """A repeating group; `row` is the word for one of them."""
    return Field(field_id, label, Type.ROWS, hint, parts=cells, row=row)
