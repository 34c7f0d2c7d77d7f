"""How this item says figures, and what it answers while the rows of the runs are not known."""

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen

NO_FILES = "No run is uploaded, and only its rows would show it."
UNREAD = "The uploaded runs are not read yet, and only their rows would show it."
NOT_SHOWN = "The rows that were read do not show it."


def percent(share: float) -> str:
    """Return `40.5 %`."""
    return f"{100 * share:.3g} %"


def rows_unknown(facts: Facts, what: str) -> Said:
    """Say that only rows would tell: others than those that were read, or any."""
    because, remedy = facts.once(_why_unknown)
    inputs = seen(facts.answers, "baseline.files")
    return Said("baseline.files", f"{what} cannot be told. {because}", remedy, inputs, cannot_tell=True)


def _why_unknown(facts: Facts) -> tuple[str, str]:
    """Return why the rows do not tell, and what would."""
    if facts.measured.runs is not None:
        return NOT_SHOWN, "Upload rows with several attempts at each task."
    if facts.answers.answered("baseline.files"):
        return UNREAD, "Nothing is asked of you for it now."
    return NO_FILES, "Upload the rows of the baseline run."


def unknown(facts: Facts, field: str, message: str, remedy: str) -> Said:
    """Say that something cannot be told before this field is answered."""
    return Said(field, message, remedy, seen(facts.answers, field), cannot_tell=True)


def first_lacking(facts: Facts, *fields: str) -> str:
    """Return the first of these fields that is not answered, or none."""
    return next((field for field in fields if facts.answers.lacks(field)), "")
