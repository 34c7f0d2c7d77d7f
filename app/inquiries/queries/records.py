"""Inquiries, versions and files, always for one holder; gives back frozen values or a locked row."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, delete, false, func, select, update
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.inquiries.tables import IdempotencyKey, Inquiry, InquiryVersion, Upload
from app.rules.workflow import State

VISITORS_KEEP = timedelta(days=7)
PAGE = 25


@dataclass(frozen=True, slots=True)
class Stored:
    """One inquiry as it stands, its document parsed."""

    number: int
    kind: str
    state: State
    is_nobodys: bool
    document: Mapping[str, Any]
    version: int
    section_versions: Mapping[str, int]
    submissions: int
    saved_at: datetime
    submitted_at: datetime | None

    @property
    def reference(self) -> str:
        """What people call this inquiry."""
        return reference_of(self.number)


class Line(NamedTuple):
    """One inquiry in a list."""

    number: int
    kind: str
    title: str
    state: str
    version: int
    submissions: int
    saved_at: datetime
    submitted_at: datetime | None


class File(NamedTuple):
    """One uploaded file that was not removed."""

    public_id: str
    sha256: str
    size: int
    name: str
    format: str
    uploaded_at: datetime


class Named(NamedTuple):
    """One file as a submitted version names it."""

    public_id: str
    sha256: str
    size: int
    name: str


class Receipt(NamedTuple):
    """What is known of one submitted version, apart from its body."""

    number: int
    digest: str
    ruleset_version: str
    ruleset_digest: str
    registry_revision: str
    submitted_at: datetime


def reference_of(number: int) -> str:
    """Return `PD-0001` for 1."""
    return f"PD-{number:04d}"


def number_of(reference: str) -> int | None:
    """Return 1 for `PD-0001`; None for whatever is not exactly a reference."""
    if not re.fullmatch(r"PD-[0-9]{4,9}", reference):
        return None
    number = int(reference[3:])
    return number if reference_of(number) == reference else None


def number_sought(text: str) -> int | None:
    """Return the number that somebody who searches may mean: 12 for `PD-0012`, `pd-12`, `PD 12` and `12`."""
    found = re.fullmatch(r"(?:PD[\s-]*)?0*([1-9][0-9]{0,8})", text.strip(), re.IGNORECASE | re.ASCII)
    return int(found[1]) if found else None


def holds(person: Person, now: datetime) -> ColumnElement[bool]:
    """Say which inquiries are this person's: the organisation's, or a visitor's own of the last days."""
    if person.id is not None:
        return false() if person.organisation_id is None else Inquiry.organisation_id == person.organisation_id
    if not person.visitor:
        return false()
    return and_(
        Inquiry.organisation_id.is_(None), Inquiry.visitor == person.visitor, Inquiry.saved_at > now - VISITORS_KEEP
    )


_LINE = (
    Inquiry.id,
    Inquiry.kind,
    Inquiry.title,
    Inquiry.state,
    Inquiry.version,
    Inquiry.submissions,
    Inquiry.saved_at,
    Inquiry.submitted_at,
)


# built once: a page of an inquiry asks one of these each time
_STORED = select(
    Inquiry.id,
    Inquiry.kind,
    Inquiry.state,
    Inquiry.organisation_id,
    Inquiry.document,
    Inquiry.version,
    Inquiry.section_versions,
    Inquiry.submissions,
    Inquiry.saved_at,
    Inquiry.submitted_at,
).where(Inquiry.id == bindparam("number"))
_OF_ORGANISATION = _STORED.where(Inquiry.organisation_id == bindparam("organisation"))
_OF_VISITOR = _STORED.where(
    Inquiry.organisation_id.is_(None),
    Inquiry.visitor == bindparam("visitor"),
    Inquiry.saved_at > bindparam("since"),
)


def list_own(db: Session, person: Person, *, now: datetime, before: int | None = None) -> tuple[Line, ...]:
    """Return the newest of this person's inquiries, one more than a page holds."""
    wanted = select(*_LINE).where(holds(person, now)).order_by(Inquiry.id.desc()).limit(PAGE + 1)
    if before is not None:
        wanted = wanted.where(Inquiry.id < before)
    return tuple(Line(*row) for row in db.execute(wanted))


def find_own(db: Session, person: Person, reference: str, *, now: datetime) -> Stored | None:
    """Return this person's inquiry as values."""
    number = number_of(reference)
    if number is None:
        return None
    if person.id is not None:
        row = db.execute(_OF_ORGANISATION, {"number": number, "organisation": person.organisation_id}).one_or_none()
    else:
        asked = {"number": number, "visitor": person.visitor or None, "since": now - VISITORS_KEEP}
        row = db.execute(_OF_VISITOR, asked).one_or_none()
    return None if row is None else stored(row)


def lock_own(db: Session, person: Person, reference: str, *, now: datetime) -> Inquiry | None:
    """Return this person's inquiry as a row that nobody else can change until the transaction ends."""
    number = number_of(reference)
    if number is None:
        return None
    wanted = select(Inquiry).where(Inquiry.id == number, holds(person, now)).with_for_update()
    return db.scalars(wanted).one_or_none()


def stored(row: Any) -> Stored:  # noqa: ANN401  the row of the table, or one of its columns
    """Return the values of a row, however it was read."""
    return Stored(
        number=row.id,
        kind=row.kind,
        state=State(row.state),
        is_nobodys=row.organisation_id is None,
        document=canonical.parse(row.document),
        version=row.version,
        section_versions=canonical.parse(row.section_versions),
        submissions=row.submissions,
        saved_at=row.saved_at,
        submitted_at=row.submitted_at,
    )


def find_opened(db: Session, opener: str, form_key: str) -> int | None:
    """Return the number of the inquiry that this very form opened before."""
    return db.scalar(select(Inquiry.id).where(Inquiry.opener == opener, Inquiry.form_key == form_key))


def number_opened(db: Session, opener: str, form_key: str) -> int:
    """Return the number of the inquiry that this very form did open."""
    wanted = select(Inquiry.id).where(Inquiry.opener == opener, Inquiry.form_key == form_key)
    return db.execute(wanted).scalar_one()


def count_drafts(db: Session, person: Person, *, now: datetime) -> int:
    """Count the drafts that this person holds."""
    wanted = select(func.count()).select_from(Inquiry).where(holds(person, now), Inquiry.state == State.DRAFT)
    return db.execute(wanted).scalar_one()


def hand_over(db: Session, visitor: str, organisation_id: int, *, since: datetime) -> tuple[int, ...]:
    """Give a visitor's drafts to an organisation; return their numbers."""
    mine = and_(Inquiry.organisation_id.is_(None), Inquiry.visitor == visitor, Inquiry.saved_at > since)
    numbers = tuple(db.scalars(select(Inquiry.id).where(mine).with_for_update()))
    if numbers:
        db.execute(update(Inquiry).where(Inquiry.id.in_(numbers)).values(organisation_id=organisation_id))
    return numbers


def remove_old_drafts(db: Session, *, before: datetime) -> tuple[str, ...]:
    """Delete visitors' drafts last saved before that moment; return the digests of files that nothing names now."""
    old = tuple(db.scalars(select(Inquiry.id).where(Inquiry.organisation_id.is_(None), Inquiry.saved_at <= before)))
    if not old:
        return ()
    digests = set(db.scalars(select(Upload.sha256).where(Upload.inquiry_id.in_(old))))
    db.execute(delete(Upload).where(Upload.inquiry_id.in_(old)))
    db.execute(delete(Inquiry).where(Inquiry.id.in_(old)))
    still = set(db.scalars(select(Upload.sha256).where(Upload.sha256.in_(digests))))
    return tuple(sorted(digests - still))


def still_named(db: Session, digests: frozenset[str]) -> frozenset[str]:
    """Return those digests that an inquiry has a file of; one that was removed may stand in an earlier version."""
    return frozenset(db.scalars(select(Upload.sha256).where(Upload.sha256.in_(digests))))


_FILE = (Upload.public_id, Upload.sha256, Upload.size, Upload.name, Upload.format, Upload.uploaded_at)


def list_uploads(db: Session, number: int) -> tuple[File, ...]:
    """Return the files of an inquiry in the order in which they came."""
    wanted = select(*_FILE).where(Upload.inquiry_id == number, Upload.removed_at.is_(None)).order_by(Upload.id)
    return tuple(File(*row) for row in db.execute(wanted))


def find_upload(db: Session, number: int, public_id: str) -> File | None:
    """Return one file of one inquiry, by its public id only."""
    wanted = select(*_FILE).where(
        Upload.inquiry_id == number, Upload.public_id == public_id, Upload.removed_at.is_(None)
    )
    row = db.execute(wanted).one_or_none()
    return None if row is None else File(*row)


def find_upload_row(db: Session, number: int, public_id: str) -> Upload | None:
    """Return the row of one file, to mark it removed."""
    wanted = select(Upload).where(
        Upload.inquiry_id == number, Upload.public_id == public_id, Upload.removed_at.is_(None)
    )
    return db.scalars(wanted).one_or_none()


_RECEIPT = (
    InquiryVersion.number,
    InquiryVersion.digest,
    InquiryVersion.ruleset_version,
    InquiryVersion.ruleset_digest,
    InquiryVersion.registry_revision,
    InquiryVersion.submitted_at,
)


def list_receipts(db: Session, number: int) -> tuple[Receipt, ...]:
    """Return what was submitted, the latest first."""
    wanted = select(*_RECEIPT).where(InquiryVersion.inquiry_id == number).order_by(InquiryVersion.number.desc())
    return tuple(Receipt(*row) for row in db.execute(wanted))


def find_snapshot(db: Session, inquiry_number: int, number: int) -> str | None:
    """Return the body of one submitted version as the canonical JSON that its digest was made of."""
    wanted = select(InquiryVersion.snapshot).where(
        InquiryVersion.inquiry_id == inquiry_number, InquiryVersion.number == number
    )
    return db.scalar(wanted)


def find_snapshot_body(db: Session, inquiry_number: int, number: int) -> dict[str, Any] | None:
    """Return the body of one submitted version, parsed."""
    text = find_snapshot(db, inquiry_number, number)
    return None if text is None else canonical.parse(text)


def files_in(body: Mapping[str, Any]) -> tuple[Named, ...]:
    """Return the files of a submitted version."""
    return tuple(Named(file["id"], file["sha256"], file["size"], file["name"]) for file in body["uploads"])


def find_key(db: Session, organisation_id: int, key: str) -> IdempotencyKey | None:
    """Return what this key stood for before."""
    wanted = select(IdempotencyKey).where(IdempotencyKey.organisation_id == organisation_id, IdempotencyKey.key == key)
    return db.scalars(wanted).one_or_none()
