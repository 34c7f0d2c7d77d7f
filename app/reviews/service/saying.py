"""What counts as a reason: words, and enough of them that somebody else can make something of it."""

from app.infra.errors import InvalidError
from app.inquiries.service import too_long

SHORTEST = 10
AT_LEAST = f"At least {SHORTEST} characters."
TOO_SHORT = f"This is too short for anyone to make something of it: write at least {SHORTEST} characters."


def lack_of(text: str, otherwise: str) -> str:
    """Say what this text lacks to be a reason: `otherwise` where it is empty; "" where it lacks nothing."""
    length = len(" ".join(text.split()))
    if not length:
        return otherwise
    return TOO_SHORT if length < SHORTEST else too_long(text)


def sentence(text: str, otherwise: str) -> str:
    """Return the text without white space around it; a decision without a reason is none."""
    if lack := lack_of(text, otherwise):
        raise InvalidError(lack, code="too-long" if too_long(text) else "reason-missing")
    return text.strip()
