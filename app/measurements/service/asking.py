"""Asking for files to be read, in the transaction of whoever wants to know."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.infra import jobs
from app.measurements import queries, tables
from app.measurements.fields import Declared, SetFile, key_of
from app.measurements.queries import ReadSet
from app.measurements.tables import ReadState
from app.readers.version import READER_VERSION

READ_FILES = "read-files"
WANTED = timedelta(days=400)  # what nobody asked for since is not read anew by a new reader


def ask_for_reading(db: Session, files: Sequence[SetFile], declared: Declared, *, now: datetime) -> ReadSet:
    """Return the set of these files, and ask for it to be read unless it is, or was refused, or is waiting."""
    key = key_of(files, declared)
    found = queries.find_read_set(db, key) or _added(db, key, files, declared, now)
    queries.touch(db, key, now=now)
    if found.state is ReadState.FAILED:
        queries.begin_again(db, found.id)
        found = replace(found, state=ReadState.QUEUED)
    if found.is_going_on:
        jobs.enqueue(db, READ_FILES, {"set": found.id}, now=now, unique_key=f"{READ_FILES}/{found.id}")
    return found


def ask_anew(db: Session, *, now: datetime) -> None:
    """Ask for what an older reader read; what was judged by its facts keeps them."""
    for old in queries.find_old(db, READER_VERSION, since=now - WANTED):
        if queries.find_read_set(db, key_of(old.files, old.declared)) is None:
            ask_for_reading(db, old.files, old.declared, now=now)


def _added(db: Session, key: str, files: Sequence[SetFile], declared: Declared, now: datetime) -> ReadSet:
    plain = [asdict(replace(file, format="", refusal="")) for file in files]
    row = tables.ReadSet(
        key=key,
        public_id=secrets.token_hex(12),
        files=json.dumps(plain),
        options=json.dumps(asdict(declared)),
        reader_version=READER_VERSION,
        asked_at=now,
        used_at=now,
    )
    try:
        with db.begin_nested():
            db.add(row)
    except IntegrityError:  # somebody else asked for the same a moment before
        pass
    return queries.show_read_set(db, key)
