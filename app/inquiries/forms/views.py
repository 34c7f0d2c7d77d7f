"""What the templates of a section get: one value for each control, each row and the whole form."""

from dataclasses import dataclass

from app.inquiries.fields.kinds import Choices

_NARROW = 4  # as many cells as stand beside each other in a column of text


@dataclass(frozen=True, slots=True)
class FieldView:
    """One question as its template shows it; `control` names the macro, `id` is what findings link to.

    `parts` are the controls of an object, `rows` those of a repeating group; `raw` is a text that stands where these
    were asked for, and None where nothing does. `offer` is one more button: its value and its words.
    """

    id: str
    name: str
    label: str
    control: str
    hint: str = ""
    value: str = ""
    values: tuple[str, ...] = ()
    choices: Choices = ()
    unit: str = ""
    errors: tuple[str, ...] = ()
    width: str = ""
    autocomplete: str = "off"
    inputmode: str = ""
    parts: tuple["FieldView", ...] = ()
    rows: tuple["RowView", ...] = ()
    row: str = ""
    raw: "FieldView | None" = None
    offer: tuple[str, str] = ("", "")

    @property
    def listed(self) -> str:
        """The numbers of the rows on show, as the form sends them back."""
        return ",".join(str(row.number) for row in self.rows)

    @property
    def is_wide(self) -> bool:
        """Whether its rows need the whole width of a page."""
        return any(len(row.cells) > _NARROW for row in self.rows)


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of a repeating group: `id` is what findings link to, `number` its place in the document's list."""

    id: str
    number: int
    label: str
    cells: tuple[FieldView, ...]
    errors: tuple[str, ...] = ()
    is_new: bool = False
    raw: FieldView | None = None
