"""The draft as it is kept: its text, its title for lists, its version and the version of each section."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from app.infra import canonical
from app.infra.errors import TooLargeError
from app.inquiries.fields import SECTIONS
from app.inquiries.fields.scalars import is_blank
from app.inquiries.service.checking import readable_document
from app.inquiries.service.paths import value_at
from app.inquiries.tables import Inquiry

LARGEST = 1_000_000
SCHEMA = "pilot-inquiry/1"
LONGEST_TITLE = 200


def document_of(row: Inquiry) -> dict[str, Any]:
    """Return the document of a row."""
    document: dict[str, Any] = canonical.parse(row.document)
    return document


def write(row: Inquiry, after: dict[str, Any], *, now: datetime) -> None:
    """Store another document as the next version; one that says the same only notes when it was saved.

    What was opened stays what it is: schema and kind are no answers, whatever a document says of them.
    """
    row.saved_at = now
    text = as_text({**after, "schema": SCHEMA, "kind": row.kind})
    if text == row.document:
        return
    before = document_of(row)
    row.document = text
    row.title = title_of(after)
    row.version += 1
    versions = {**canonical.parse(row.section_versions), **dict.fromkeys(changed_sections(before, after), row.version)}
    row.section_versions = json.dumps(versions)


def as_text(document: dict[str, Any]) -> str:
    """Return the document as it is stored: every value as it was given, whatever it is."""
    text = json.dumps(readable_document(document), separators=(",", ":"))
    if len(text) > LARGEST:
        raise TooLargeError(f"More than {LARGEST // 1_000_000} MB of answers is not taken; attach long texts as files.")
    return text


def title_of(document: Mapping[str, Any]) -> str:
    """Return the line that lists show; nothing where there is no readable one."""
    title = document.get("title")
    if not isinstance(title, str) or is_blank(title):
        return ""
    storable = title.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")
    return " ".join(storable.split())[:LONGEST_TITLE]


def changed_sections(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sections in which an answer changed."""
    return tuple(
        section.id
        for section in SECTIONS.values()
        if any(value_at(before, field.id) != value_at(after, field.id) for field in section.fields)
    )
