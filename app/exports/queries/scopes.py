"""Scopes between two cursors. A cursor is the `seq` of a decision, so what is at or below it never changes.

Each scope stands once, where it was decided last: at its approval, or at its revocation once that is within the span.
"""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session, aliased

from app.exports.fields import Part, laid_out
from app.exports.tables import Acknowledgement
from app.inquiries.queries import number_of, reference_of
from app.inquiries.tables import InquiryVersion
from app.reviews.tables import Decision

CHUNK = 50  # rows that are in memory at once while streaming

_Latest = aliased(Decision, name="latest")
_Later = aliased(Decision, name="later")
_Approval = aliased(Decision, name="approval")


class Span(NamedTuple):
    """Everything after one cursor up to and with another."""

    since: int
    until: int


class Entry(NamedTuple):
    """One scope as canonical JSON, and where it stands."""

    seq: int
    reference: str
    state: str
    digest: str
    text: str


_ENTRY: tuple[Any, ...] = (
    _Latest.seq,
    _Approval.inquiry_id,
    _Approval.version,
    InquiryVersion.snapshot,
    _Approval.granted,
    _Approval.report,
    _Approval.reasons,
    _Approval.evidence,
    _Approval.at,
    _Approval.role,
    _Approval.reason,
    _Latest.action,
    _Latest.at,
    _Latest.role,
    _Latest.reason,
)


def within(span: Span) -> ColumnElement[bool]:
    """Say which decisions are the last word on a scope, seen from the end of the span."""
    overtaken = select(_Later.id).where(
        _Later.inquiry_id == _Latest.inquiry_id, _Later.action == "revoke", _Later.seq <= span.until
    )
    return and_(
        _Latest.seq > span.since,
        _Latest.seq <= span.until,
        or_(_Latest.action == "revoke", and_(_Latest.action == "approve", ~overtaken.exists())),
    )


def _entries(span: Span) -> Select[*tuple[Any, ...]]:
    return (
        select(*_ENTRY)
        .select_from(_Latest)
        .join(_Approval, and_(_Approval.inquiry_id == _Latest.inquiry_id, _Approval.action == "approve"))
        .join(
            InquiryVersion,
            and_(InquiryVersion.inquiry_id == _Approval.inquiry_id, InquiryVersion.number == _Approval.version),
        )
        .where(within(span))
        .order_by(_Latest.seq)
    )


def stream_entries(db: Session, span: Span, *, limit: int | None = None) -> Iterator[Entry]:
    """Return the scopes of the span one after the other, with one statement and few of them in memory."""
    wanted = _entries(span).limit(limit).execution_options(yield_per=CHUNK)
    return (_entry(row) for row in db.execute(wanted))


def find_entries(db: Session, span: Span, references: Collection[str]) -> tuple[Entry, ...]:
    """Return these scopes of the span; what is no scope is left out."""
    numbers = [number for number in map(number_of, references) if number is not None]
    wanted = _entries(span).where(_Latest.inquiry_id.in_(numbers))
    return tuple(_entry(row) for row in db.execute(wanted))


def count_scopes(db: Session, span: Span) -> int:
    """Count the scopes of the span."""
    return db.execute(select(func.count()).select_from(_Latest).where(within(span))).scalar_one()


def last_cursor(db: Session) -> int:
    """Return the number of the latest decision on a scope, 0 before the first."""
    wanted = select(func.max(Decision.seq)).where(Decision.action.in_(("approve", "revoke")))
    return db.scalar(wanted) or 0


def find_acknowledgement(db: Session, person_id: int | None, *, lock: bool = False) -> Acknowledgement | None:
    """Return up to where this person's scopes arrived; locked, so that two words of it follow each other."""
    wanted = select(Acknowledgement).where(Acknowledgement.person_id == person_id)
    return db.scalars(wanted.with_for_update() if lock else wanted).one_or_none()


def _entry(row: Any) -> Entry:  # noqa: ANN401  a row of _ENTRY
    reference, is_revoked = reference_of(row[1]), row[11] == "revoke"
    part = Part(
        reference=reference,
        version=row[2],
        snapshot=row[3],
        granted=row[4],
        report=row[5],
        reasons=row[6],
        evidence=row[7],
        decided={"at": row[8].isoformat(), "role": row[9], "reason": row[10]},
        revoked={"at": row[12].isoformat(), "role": row[13], "reason": row[14]} if is_revoked else None,
    )
    text, digest = laid_out(part)
    return Entry(row[0], reference, "revoked" if is_revoked else "approved", digest, text)
