"""Decisions as they were made, in the order in which they were committed."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select, update
from sqlalchemy.orm import Session

from app.accounts.tables import Organisation, User
from app.infra import canonical
from app.inquiries.queries import reference_of
from app.inquiries.tables import Inquiry, InquiryVersion
from app.reviews.tables import Decision, DecisionCounter

ACTIONS = ("return", "approve", "decline", "revoke")


class DecisionRow(NamedTuple):
    """One decision with the snapshot that it is about.

    `granted` is what an approval granted, else None. `reasons` are the written reasons by `rule|field`. `report` is the
    one of the commit gate at approval, else None. `evidence` are the verdicts on what the document cites, as they were
    at approval. `snapshot_text` is the canonical JSON of the version that `digest` was made of.
    """

    seq: int
    id: int
    inquiry_id: int
    reference: str
    kind: str
    organisation_id: int
    organisation: str
    version: int
    digest: str
    action: str
    at: datetime
    actor_id: int
    actor: str
    role: str
    reason: str
    granted: Mapping[str, Any] | None
    reasons: Mapping[str, str]
    report: Mapping[str, Any] | None
    evidence: Sequence[Mapping[str, Any]]
    snapshot_text: str


_DECISION: tuple[Any, ...] = (
    Decision.seq,
    Decision.id,
    Decision.inquiry_id,
    Inquiry.kind,
    Inquiry.organisation_id,
    Organisation.name,
    Decision.version,
    Decision.digest,
    Decision.action,
    Decision.at,
    Decision.actor_id,
    User.name,
    Decision.role,
    Decision.reason,
    Decision.granted,
    Decision.reasons,
    Decision.report,
    Decision.evidence,
    InquiryVersion.snapshot,
)


def select_decisions() -> Select[*tuple[Any, ...]]:
    """Return the question for decisions with all that belongs to them, to be narrowed by whoever asks."""
    return (
        select(*_DECISION)
        .join(Inquiry, Inquiry.id == Decision.inquiry_id)
        .join(Organisation, Organisation.id == Inquiry.organisation_id)
        .join(User, User.id == Decision.actor_id)
        .join(
            InquiryVersion,
            (InquiryVersion.inquiry_id == Decision.inquiry_id) & (InquiryVersion.number == Decision.version),
        )
    )


def decision_row(row: Sequence[Any]) -> DecisionRow:
    """Return one row of `select_decisions` with its JSON read."""
    return DecisionRow(
        seq=row[0],
        id=row[1],
        inquiry_id=row[2],
        reference=reference_of(row[2]),
        kind=row[3],
        organisation_id=row[4],
        organisation=row[5],
        version=row[6],
        digest=row[7],
        action=row[8],
        at=row[9],
        actor_id=row[10],
        actor=row[11],
        role=row[12],
        reason=row[13],
        granted=canonical.parse(row[14]) if row[14] else None,
        reasons=canonical.parse(row[15]),
        report=canonical.parse(row[16]) if row[16] else None,
        evidence=canonical.parse(row[17]),
        snapshot_text=row[18],
    )


def list_decisions(
    db: Session, *, after: int, limit: int, actions: Collection[str] = ACTIONS
) -> tuple[DecisionRow, ...]:
    """Return at most so many decisions that were committed after that `seq`, in order."""
    wanted = select_decisions().where(Decision.seq > after, Decision.action.in_(actions))
    return tuple(decision_row(row) for row in db.execute(wanted.order_by(Decision.seq).limit(limit)))


def last_seq(db: Session) -> int:
    """Return the number of the latest decision, 0 before the first."""
    return db.scalar(select(func.max(Decision.seq))) or 0


def next_seq(db: Session) -> int:
    """Give out the next number; until this transaction ends, nobody else gets one."""
    wanted = (
        update(DecisionCounter)
        .where(DecisionCounter.id == 1)
        .values(value=DecisionCounter.value + 1)
        .returning(DecisionCounter.value)
    )
    return db.execute(wanted).scalar_one()
