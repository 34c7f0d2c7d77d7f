"""What is said where a record or a file is not there to compare with."""

from collections.abc import Mapping

from app.rules.finding import Said


def cannot_tell(field: str, why: str, inputs: Mapping[str, object]) -> Said:
    """Say why this cannot be compared; `why` is a sentence without its full stop."""
    return Said(
        field,
        f"{why}, so this cannot be compared. It counts neither as right nor as wrong.",
        "Nothing is asked of you; an engineer will look at it.",
        inputs,
        cannot_tell=True,
    )
