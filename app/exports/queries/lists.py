"""Lists of scopes for people: the latest first, a page at a time, without what makes a scope large."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session, aliased

from app.accounts.tables import Organisation, User
from app.infra import canonical
from app.infra.folding import contains
from app.inquiries.queries import number_of, number_sought, reference_of
from app.inquiries.tables import Inquiry
from app.reviews.tables import Decision

PAGE = 25
STATES = {"approved": "approve", "revoked": "revoke"}

_Latest = aliased(Decision, name="latest")
_Later = aliased(Decision, name="later")
_Approval = aliased(Decision, name="approval")


@dataclass(frozen=True, slots=True)
class Shown:
    """What of the list is asked for; nothing chosen means everything."""

    state: str = ""
    kind: str = ""
    text: str = ""
    before: int | None = None


class ScopeLine(NamedTuple):
    """One scope of a list."""

    seq: int
    reference: str
    version: int
    title: str
    kind: str
    organisation: str
    state: str
    approved_at: datetime
    decided_at: datetime
    reason: str
    granted: Any
    approved_by: str


_LINE: tuple[Any, ...] = (
    _Latest.seq,
    Inquiry.id,
    _Approval.version,
    Inquiry.title,
    Inquiry.kind,
    Organisation.name,
    _Latest.action,
    _Approval.at,
    _Latest.at,
    _Latest.reason,
    _Approval.granted,
    User.name,
)
_OVERTAKEN = select(_Later.id).where(_Later.inquiry_id == _Latest.inquiry_id, _Later.action == "revoke").exists()
_LINES = (
    select(*_LINE)
    .select_from(_Latest)
    .join(_Approval, and_(_Approval.inquiry_id == _Latest.inquiry_id, _Approval.action == "approve"))
    .join(Inquiry, Inquiry.id == _Latest.inquiry_id)
    .join(Organisation, Organisation.id == Inquiry.organisation_id)
    .join(User, User.id == _Approval.actor_id)
    .where(or_(_Latest.action == "revoke", and_(_Latest.action == "approve", ~_OVERTAKEN)))
)


def list_lines(db: Session, shown: Shown) -> tuple[ScopeLine, ...]:
    """Return one page, and one line more where there is another."""
    wanted = _LINES.order_by(_Latest.seq.desc()).limit(PAGE + 1)
    if shown.state:
        wanted = wanted.where(_Latest.action == STATES[shown.state])
    if shown.kind:
        wanted = wanted.where(Inquiry.kind == shown.kind)
    if shown.text:
        number = number_sought(shown.text)
        found = contains(shown.text, Inquiry.title, Organisation.name)
        wanted = wanted.where(found if number is None else or_(found, Inquiry.id == number))
    if shown.before is not None:
        wanted = wanted.where(_Latest.seq < shown.before)
    return tuple(_line(row) for row in db.execute(wanted))


def find_line(db: Session, reference: str) -> ScopeLine | None:
    """Return one scope as it stands in lists."""
    row = db.execute(_LINES.where(_Latest.inquiry_id == number_of(reference))).one_or_none()
    return None if row is None else _line(row)


def _line(row: Any) -> ScopeLine:  # noqa: ANN401  a row of _LINE
    return ScopeLine(
        seq=row[0],
        reference=reference_of(row[1]),
        version=row[2],
        title=row[3],
        kind=row[4],
        organisation=row[5],
        state="revoked" if row[6] == "revoke" else "approved",
        approved_at=row[7],
        decided_at=row[8],
        reason=row[9],
        granted=canonical.parse(row[10]),
        approved_by=row[11],
    )
