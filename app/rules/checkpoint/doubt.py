"""What is said where a record or a file is not there to compare with."""

from collections.abc import Mapping

from app.rules.finding import Said


def cannot_tell(field: str, why: str, inputs: Mapping[str, object], *, whether: str = "") -> Said:
    """Say why this cannot be compared, or what cannot be told; `why` is a sentence without its full stop."""
    what = f"it cannot be told whether {whether}" if whether else "this cannot be compared"
    return Said(
        field,
        f"{why}, so {what}. It counts neither as right nor as wrong.",
        "Nothing is asked of you; an engineer will look at it.",
        inputs,
        cannot_tell=True,
    )
