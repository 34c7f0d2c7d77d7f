"""What the files of an inquiry say: which of them are read together, asking for it, and the facts for the check.

The measurements room knows files by their digests; which files an inquiry means, and by which threshold and policy
they are read, is said here and nowhere else.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy.orm import Session

from app.inquiries import queries
from app.inquiries.fields import FIELDS
from app.inquiries.fields.groups import ODD
from app.inquiries.fields.scalars import READERS
from app.inquiries.queries import Stored
from app.inquiries.service.paths import MISSING, value_at
from app.measurements import queries as measurements
from app.measurements.fields import Declared, SetFile, key_of, measured_from_json
from app.measurements.queries import ReadSet
from app.measurements.service import ask_for_reading
from app.rules.measured import NOTHING_MEASURED, Measured
from app.rules.workflow import EDITABLE

FILE_FIELDS = ("baseline.files", "baseline.bench_files", "data.overlap_check.files")
THRESHOLD, POLICY, GROUP = "verifier.accept_threshold", "baseline.no_verdict_policy", "training.group_size"


class FileLike(Protocol):
    """A file of an inquiry, whether of a draft or of what was submitted."""

    @property
    def public_id(self) -> str:
        """What the answers name it by."""

    @property
    def sha256(self) -> str:
        """What its content is known by."""

    @property
    def size(self) -> int:
        """Its bytes."""

    @property
    def name(self) -> str:
        """What people call it."""


def names_in(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the document names as its files, each once, in its order."""
    found = (value_at(document, field) for field in FILE_FIELDS)
    names = (name for value in found for name in (value if isinstance(value, list) else [value]))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))


def declared_in(document: Mapping[str, Any]) -> Declared:
    """Return from which value a result is accepted, and what no verdict means."""
    threshold, policy = _answer(document, THRESHOLD), _answer(document, POLICY)
    return Declared(
        threshold=float(threshold) if isinstance(threshold, (int, float)) else None,
        policy=policy if isinstance(policy, str) else None,
    )


def group_size_in(document: Mapping[str, Any]) -> int | None:
    """Return how many rollouts a group is planned to have."""
    size = _answer(document, GROUP)
    return size if isinstance(size, int) else None


def set_of(document: Mapping[str, Any], files: Iterable[FileLike]) -> tuple[SetFile, ...]:
    """Return the files that the document names and that are there, in the order of the document."""
    by_id = {file.public_id: SetFile(file.name, file.sha256, file.size) for file in files}
    return tuple(by_id[name] for name in names_in(document) if name in by_id)


def ask(db: Session, document: Mapping[str, Any], files: Sequence[FileLike], *, now: datetime) -> None:
    """Ask for the files of an inquiry to be read: together for the check, and each by itself to be looked at."""
    declared, together = declared_in(document), set_of(document, files)
    sets = dict.fromkeys([together, *((SetFile(file.name, file.sha256, file.size),) for file in files)])
    for wanted in sets:
        if wanted:
            ask_for_reading(db, wanted, declared, now=now)


def ask_if_changed(
    db: Session, number: int, before: Mapping[str, Any], after: Mapping[str, Any], *, now: datetime
) -> None:
    """Ask anew where a save names other files, or declares something else of them."""
    if names_in(before) != names_in(after) or declared_in(before) != declared_in(after):
        files = queries.list_uploads(db, number)
        if files:
            ask(db, after, files, now=now)


def measured_now(db: Session, number: int, document: Mapping[str, Any]) -> Measured:
    """Return what was read from the files that the document names; nothing while they are not read."""
    return _found(db, document, queries.list_uploads(db, number)) if names_in(document) else NOTHING_MEASURED


def measured_of(db: Session, inquiry: Stored) -> Measured:
    """Return the facts of a draft as they are now, and of what was submitted as it was judged."""
    if inquiry.state not in EDITABLE:
        kept = queries.find_snapshot_body(db, inquiry.number, inquiry.submissions)
        if kept is not None:
            return measured_then(db, kept)
    return measured_now(db, inquiry.number, inquiry.document)


def measured_then(db: Session, body: Mapping[str, Any]) -> Measured:
    """Return the facts that a submitted version was judged by; where its files were not read then, those of now."""
    if "measured" in body:
        return measured_from_json(body["measured"])
    return _found(db, body["document"], queries.files_in(body))


def find_reading(db: Session, document: Mapping[str, Any], files: Iterable[FileLike]) -> ReadSet | None:
    """Return how far the reading of an inquiry's files is, all of them together; None where there are none."""
    together = set_of(document, files)
    return measurements.find_read_set(db, key_of(together, declared_in(document))) if together else None


def find_reading_of(db: Session, document: Mapping[str, Any], file: FileLike) -> ReadSet | None:
    """Return how far the reading of one file by itself is."""
    alone = SetFile(file.name, file.sha256, file.size)
    return measurements.find_read_set(db, key_of([alone], declared_in(document)))


def _found(db: Session, document: Mapping[str, Any], files: Iterable[FileLike]) -> Measured:
    together = set_of(document, files)
    if not together:
        return NOTHING_MEASURED
    key = key_of(together, declared_in(document))
    return measurements.find_measured(db, key, group_size=group_size_in(document)) or NOTHING_MEASURED


def _answer(document: Mapping[str, Any], field_id: str) -> object:
    """Return one answer as its field reads it; nothing where it cannot be read."""
    value = value_at(document, field_id)
    if value is MISSING or value is None:
        return None
    field = FIELDS[field_id]
    answer = READERS[field.type](field)(value)
    return None if type(answer) in ODD else answer
