"""What is said where an answer or rows are not there to judge by."""

from collections.abc import Mapping

from app.rules.finding import Said


def cannot_tell(field: str, why: str, remedy: str, inputs: Mapping[str, object]) -> Said:
    """Say what cannot be told; `why` is a sentence without its full stop."""
    return Said(field, f"{why}. It counts neither as right nor as wrong.", remedy, inputs, cannot_tell=True)
