"""What a posted section does to a draft: typed text, rows, the side that was chosen in a conflict, a suggestion."""

from collections.abc import Mapping
from typing import Any

from app.inquiries.fields import SECTIONS
from app.inquiries.forms.filling import fill
from app.inquiries.service.paths import MISSING, value_at, with_value

Pairs = tuple[tuple[str, str], ...]

ADD, REMOVE = "add:", "remove:"
USE_SUGGESTION, SAVE_AND_RETURN = "use-suggestion", "save-and-return"
KEEP, THEIRS = "keep:", "theirs"
LONGEST_VERSION = 9


def changed(document: dict[str, Any], *, section: str, pairs: Pairs, suggested: Mapping[str, Any]) -> dict[str, Any]:
    """Return the draft with what was posted; a suggestion fills only what is still empty."""
    after = fill(document, section, pairs)
    theirs = {name.removeprefix(KEEP) for name, value in pairs if name.startswith(KEEP) and value == THEIRS}
    for field in SECTIONS[section].fields:
        if field.id in theirs:
            after = with_value(after, field.id, value_at(document, field.id))
        elif field.id in suggested and value_at(after, field.id) in (MISSING, None, ""):
            after = with_value(after, field.id, suggested[field.id])
    return after


def version_of(text: str) -> int:
    """Return the version that a form was made from; 0 where it does not say."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_VERSION else 0
