"""Saving a draft: anything is taken, nothing of anyone's is overwritten unseen."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.errors import ConflictError, NotFoundError
from app.inquiries.fields import SECTIONS
from app.inquiries.service import drafts
from app.inquiries.service.asking import answer_asks
from app.inquiries.service.copying import review_sections
from app.inquiries.service.deeds import note
from app.inquiries.service.loading import lock_editable
from app.inquiries.service.measuring import ask_if_changed
from app.inquiries.service.paths import merged, value_at
from app.inquiries.tables import Inquiry

Change = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save answers: when, as which version, and the draft as it stands now."""

    saved_at: datetime
    version: int
    document: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Someone else changed this section meanwhile. Nothing was saved; both are here, and the version to decide upon."""

    version: int
    saved_at: datetime
    theirs: dict[str, Any]
    mine: dict[str, Any]


def save_section(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, section: str, *, change: Change, base_version: int, now: datetime
) -> Saved | Conflict:
    """Store what was typed into one section; where another save came between, change nothing and give back both.

    `change` turns the draft as it stands into the draft with the typed text; the same text twice is no conflict.
    """
    if section not in SECTIONS:
        raise NotFoundError
    row = lock_editable(db, person, reference, now=now)
    before = drafts.document_of(row)
    after = change(before)
    changed_in = canonical.parse(row.section_versions).get(section, 0)
    if changed_in > base_version and _differ(before, after, section):
        return Conflict(version=row.version, saved_at=row.saved_at, theirs=before, mine=after)
    return _save(db, person, row, after, now=now, section=section)


def _differ(before: dict[str, Any], after: dict[str, Any], section: str) -> bool:
    return any(value_at(before, field.id) != value_at(after, field.id) for field in SECTIONS[section].fields)


def patch_document(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, patch: object, *, base_version: int | None, now: datetime
) -> Saved:
    """Change the document as a merge patch says, every value as given; refuse where the draft has moved on."""
    row = lock_editable(db, person, reference, now=now)
    if base_version is not None and row.version != base_version:
        raise ConflictError(
            f"The draft is at version {row.version} now. Fetch it again.",
            code="precondition-failed",
            version=row.version,
        )
    after: Any = merged(drafts.document_of(row), patch)
    return _save(db, person, row, after, now=now)


def _save(db: Session, person: Person, row: Inquiry, after: dict[str, Any], *, now: datetime, **detail: str) -> Saved:
    was, before = row.version, drafts.document_of(row)
    drafts.write(row, after, now=now)
    saved = [detail["section"]] if "section" in detail else drafts.changed_sections(before, after)
    review_sections(db, row.id, saved)
    answer_asks(db, row, saved, now=now)
    if row.version != was:
        ask_if_changed(db, row.id, before, after, now=now)
        note(db, person, "inquiry.save", row.id, now=now, version=row.version, **detail)
    return Saved(saved_at=now, version=row.version, document=after)
