"""Two saves met: what differs, yours and theirs, with everything typed still on the page."""

from dataclasses import dataclass
from datetime import date

from app.inquiries.forms import Difference, differences
from app.inquiries.pages import words
from app.inquiries.service import Conflict

KEEP = "keep:"
_OURS = frozenset({"csrf_token", "base_version", "do"})


@dataclass(frozen=True, slots=True)
class ConflictPage:
    """What was not saved, and the choice for each answer that differs."""

    reference: str
    section: str
    title: str
    sentence: str
    action: str
    version: int
    saved: str
    differences: tuple[Difference, ...]
    errors: tuple[tuple[str, str], ...]
    typed: tuple[tuple[str, str], ...]


def conflict_page(
    reference: str, section: str, conflict: Conflict, pairs: tuple[tuple[str, str], ...], *, today: date
) -> ConflictPage:
    """Return the page that asks, for each answer that differs, which one is to stand."""
    apart = tuple(differences(conflict.theirs, conflict.mine))
    return ConflictPage(
        reference=reference,
        section=section,
        title=words.section_title(section),
        sentence="Someone else saved this page after you opened it. Press Save to see both and choose.",
        action=words.section_address(reference, section),
        version=conflict.version,
        saved=words.saved_words(conflict.saved_at, conflict.version, today=today),
        differences=apart,
        errors=tuple((f"{item.label}: choose which answer is to stand", f"#{item.field}") for item in apart),
        typed=tuple((name, value) for name, value in pairs if name not in _OURS and not name.startswith(KEEP)),
    )
