"""Files of a draft: taken in whole or not at all, named in the answers, removed with the answers knowing it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, BinaryIO

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError, TooLargeError, TooManyError, UnsupportedError
from app.infra.files import Files
from app.inquiries import queries
from app.inquiries.fields import section_of
from app.inquiries.queries import File
from app.inquiries.service import drafts
from app.inquiries.service.asking import answer_asks
from app.inquiries.service.deeds import note
from app.inquiries.service.formats import format_of
from app.inquiries.service.loading import lock_editable
from app.inquiries.service.measuring import ask, ask_if_changed
from app.inquiries.service.paths import MISSING, value_at, with_value
from app.inquiries.tables import Inquiry, Upload

LARGEST_FILE = 50_000_000
MOST_FILES = 50
MOST_BYTES = 500_000_000
LONGEST_NAME = 255
NAMED_IN = "baseline.files"
FULL = f"An inquiry takes {MOST_FILES} files and {MOST_BYTES // 1_000_000} MB in all. Remove one first."


@dataclass(frozen=True, slots=True)
class Taken:
    """A file whose bytes are stored and that no inquiry names yet."""

    sha256: str
    size: int
    name: str
    format: str


def take_in(files: Files, name: str, stream: BinaryIO) -> Taken:
    """Store the bytes of a file, if they are of a kind that is taken. Touches no database."""
    plain = plain_name(name)
    with files.receiving(stream, limit=LARGEST_FILE) as received:
        found = format_of(plain, received.path)
        files.keep(received)
    return Taken(received.sha256, received.size, plain, found)


def try_to_take_in(files: Files, name: str, stream: BinaryIO) -> Taken | str:
    """Store the bytes of a file, or return the sentence that says why this one is not taken."""
    try:
        return take_in(files, name, stream)
    except (UnsupportedError, TooLargeError) as refusal:
        return refusal.sentence


def plain_name(name: str) -> str:
    """Return the last part of a file's name as it can be shown and sent in a header; never a path."""
    last = name.replace("\\", "/").rpartition("/")[2]
    visible = "".join(sign if sign.isprintable() else "_" for sign in last).strip(" .")
    return visible[-LONGEST_NAME:] or "file"


def attach(db: Session, person: Person, reference: str, *, taken: Taken, now: datetime) -> File:
    """Add a stored file to the draft and name it among the rows behind the baseline; the same file counts once."""
    row = lock_editable(db, person, reference, now=now)
    present = queries.list_uploads(db, row.id)
    for file in present:
        if (file.sha256, file.name) == (taken.sha256, taken.name):
            _name(db, row, file.public_id, now)
            ask(db, drafts.document_of(row), present, now=now)
            return file
    if len(present) >= MOST_FILES or sum(file.size for file in present) + taken.size > MOST_BYTES:
        raise TooManyError(FULL, code="file-limit")
    upload = _row(row.id, person, taken, now)
    db.add(upload)
    _name(db, row, upload.public_id, now)
    note(db, person, "upload.add", row.id, now=now, file=upload.public_id, sha256=upload.sha256)
    file = File(upload.public_id, upload.sha256, upload.size, upload.name, upload.format, now)
    ask(db, drafts.document_of(row), (*present, file), now=now)
    return file


def remove_upload(db: Session, person: Person, reference: str, public_id: str, *, now: datetime) -> None:
    """Take a file and its name out of the draft, so that the next check misses it."""
    row = lock_editable(db, person, reference, now=now)
    upload = queries.find_upload_row(db, row.id, public_id)
    if upload is None:
        raise NotFoundError
    upload.removed_at = now
    before = drafts.document_of(row)
    named = value_at(before, NAMED_IN)
    if isinstance(named, list) and public_id in named:
        drafts.write(row, _renamed(before, [item for item in named if item != public_id]), now=now)
        ask_if_changed(db, row.id, before, drafts.document_of(row), now=now)
        answer_asks(db, row, [section_of(NAMED_IN)], now=now)
    note(db, person, "upload.remove", row.id, now=now, file=public_id, sha256=upload.sha256)


def find_upload(db: Session, person: Person, reference: str, public_id: str, *, now: datetime) -> File:
    """Return one file of one's own inquiry; a foreign or guessed id, or a digest, finds nothing."""
    inquiry = queries.find_own(db, person, reference, now=now)
    file = None if inquiry is None else queries.find_upload(db, inquiry.number, public_id)
    if file is None:
        raise NotFoundError
    return file


def _row(number: int, person: Person, taken: Taken, now: datetime) -> Upload:
    return Upload(
        public_id=secrets.token_hex(12),
        inquiry_id=number,
        sha256=taken.sha256,
        size=taken.size,
        name=taken.name,
        format=taken.format,
        uploaded_at=now,
        uploaded_by_id=person.id,
    )


def _name(db: Session, row: Inquiry, public_id: str, now: datetime) -> None:
    before = drafts.document_of(row)
    named = value_at(before, NAMED_IN)
    listed = named if isinstance(named, list) else [named] if isinstance(named, str) and named.strip() else []
    if public_id not in listed:
        drafts.write(row, _renamed(before, [*listed, public_id]), now=now)
        answer_asks(db, row, [section_of(NAMED_IN)], now=now)


def _renamed(document: Mapping[str, Any], listed: list[Any]) -> dict[str, Any]:
    return with_value(document, NAMED_IN, listed or MISSING)
