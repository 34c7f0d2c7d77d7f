"""Copying an inquiry as a new draft: its answers and files, none of its decisions; every page to be looked at again."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError, SignInNeededError
from app.inquiries import queries
from app.inquiries.fields import SECTIONS
from app.inquiries.fields.naming import promised_item
from app.inquiries.fields.scalars import is_blank
from app.inquiries.fields.table import PROMISE
from app.inquiries.queries import File, reference_of
from app.inquiries.service import keys
from app.inquiries.service.deeds import note
from app.inquiries.service.loading import load
from app.inquiries.service.measuring import ask
from app.inquiries.service.opening import open_inquiry
from app.inquiries.service.paths import MISSING, value_at
from app.inquiries.service.story import tell_story
from app.inquiries.tables import Copy, Upload
from app.registry.queries import load_facts

COPY = "copy"


def copy_inquiry(db: Session, person: Person, reference: str, *, form_key: str, now: datetime) -> str:
    """Open a draft with the same answers and files and return its reference; the same form copies once."""
    if person.id is None:
        raise SignInNeededError
    source = load(db, person, reference, now=now)
    files = queries.list_uploads(db, source.number)
    names = {file.public_id: secrets.token_hex(12) for file in files}
    document = _renamed(dict(source.document), names)
    made = open_inquiry(db, person, kind=source.kind, form_key=form_key, now=now, document=document)
    number = queries.number_of(made)
    if number is None:
        raise NotFoundError
    if queries.find_copy(db, number) is not None:
        return made
    db.add_all(_upload(number, file, names[file.public_id], person, now) for file in files)
    copied = [file._replace(public_id=names[file.public_id]) for file in files]
    ask(db, document, copied, now=now)
    db.add(
        Copy(
            inquiry_id=number,
            source_id=source.number,
            source_version=source.submissions,
            unreviewed=json.dumps(answered_sections(document)),
            registry_revision=_revision(db, source.number),
        )
    )
    _leave_word(db, person, number, source.number, now)
    return made


def copy_by_program(db: Session, person: Person, reference: str, *, key: str, now: datetime) -> str:
    """Open a copy for an API caller; a call repeated under the same key copies once."""
    if person.organisation_id is None:
        raise NotFoundError
    request_digest = keys.digest_of("copy", reference)
    before = keys.answered(db, person.organisation_id, key, request_digest)
    if before is not None:
        return reference_of(before.inquiry_id)
    form_key = hashlib.sha256(f"copy {key}".encode()).hexdigest() if key else secrets.token_hex(32)
    made = copy_inquiry(db, person, reference, form_key=form_key, now=now)
    if keys.answered(db, person.organisation_id, key, request_digest) is None:
        number = queries.number_of(made) or 0
        keys.remember(db, person.organisation_id, key, request_digest, inquiry=number, number=None, now=now)
    return made


def unreviewed(db: Session, number: int) -> frozenset[str]:
    """Return the pages of a copy that nobody has saved since it was made."""
    row = queries.find_copy(db, number)
    return frozenset(json.loads(row.unreviewed)) if row else frozenset()


def review_sections(db: Session, number: int, sections: Iterable[str]) -> None:
    """Take the mark `unreviewed` off pages that somebody saved."""
    row = queries.find_copy(db, number)
    if row is None:
        return
    saved = set(sections)
    left = [section for section in json.loads(row.unreviewed) if section not in saved]
    row.unreviewed = json.dumps(left)


def answered_sections(document: Mapping[str, Any]) -> list[str]:
    """Return the pages on which anything was answered, in the order of the form."""
    return [section for section in SECTIONS if _is_answered(section, document)]


def _is_answered(section: str, document: Mapping[str, Any]) -> bool:
    if section.startswith(PROMISE):
        rows = document.get("commitments")
        rows = rows if isinstance(rows, list) else []
        item = section.removeprefix(PROMISE)
        return any(promised_item(rows, place) == item for place, row in enumerate(rows) if not is_blank(row))
    values = (value_at(document, field.id) for field in SECTIONS[section].fields)
    return any(value is not MISSING and not is_blank(value) for value in values)


def _revision(db: Session, number: int) -> str:
    """Return which registry judged what is copied: at its last submission, or today."""
    receipts = queries.list_receipts(db, number)
    return receipts[0].registry_revision if receipts else load_facts(db).revision


def _renamed(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401  any value of a document
    """Return the document with each file named as its copy is; these ids are random and mean nothing else."""
    if isinstance(value, dict):
        return {key: _renamed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def _upload(number: int, file: File, public_id: str, person: Person, now: datetime) -> Upload:
    return Upload(
        public_id=public_id,
        inquiry_id=number,
        sha256=file.sha256,
        size=file.size,
        name=file.name,
        format=file.format,
        uploaded_at=now,
        uploaded_by_id=person.id,
    )


def _leave_word(db: Session, person: Person, number: int, source: int, now: datetime) -> None:
    tell_story(
        db,
        inquiry_id=number,
        version=0,
        kind=COPY,
        text=reference_of(source),
        visibility="customer",
        actor_id=person.id,
        now=now,
    )
    note(db, person, "inquiry.copy", number, now=now, source=reference_of(source))
