"""How much somebody may write at once beside the answers: comments, reasons, messages, notes, conditions."""

from app.infra.errors import InvalidError

LONGEST = 10_000


def too_long(text: str) -> str:
    """Say that a text is too long, and by how much; "" where it is not. White space around it does not count."""
    length = len(text.strip())
    if length <= LONGEST:
        return ""
    return f"This is {length:,} characters long; write at most {LONGEST:,}. Attach longer texts as files."


def insist_on_bounds(text: str) -> None:
    """Refuse a text that is too long; whoever asked still has it."""
    if lack := too_long(text):
        raise InvalidError(lack, code="too-long")
