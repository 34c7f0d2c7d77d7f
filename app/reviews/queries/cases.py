"""One submitted inquiry as the desk sees it: its latest submitted version and nothing of a draft."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.tables import Organisation, User
from app.infra import canonical
from app.inquiries.queries import number_of, reference_of
from app.inquiries.tables import Inquiry, InquiryEvent, InquiryVersion
from app.reviews.tables import Decision, Interest, Look, Review, RevocationRequest
from app.rules.workflow import State

EARLIER = 20
READ_TITLE = func.coalesce(
    Inquiry.submitted_title, Inquiry.title
)  # what its author changes since is none of the desk's


@dataclass(frozen=True, slots=True)
class Case:
    """The latest submitted version of one inquiry; `snapshot` is the text that `digest` was made of."""

    number: int
    kind: str
    state: State
    organisation_id: int
    organisation: str
    version: int
    digest: str
    snapshot: str
    submitted_at: datetime
    opened_by_id: int | None
    submitted_by_id: int

    @property
    def reference(self) -> str:
        """What people call this inquiry."""
        return reference_of(self.number)

    @property
    def body(self) -> dict[str, Any]:
        """The snapshot, parsed."""
        body: dict[str, Any] = canonical.parse(self.snapshot)
        return body


class Reviewed(NamedTuple):
    """One engineer's work on one version."""

    version: int
    engineer_id: int
    engineer: str
    taken_at: datetime
    ended_at: datetime | None
    ended_by: str


class Seen(NamedTuple):
    """Versions that somebody has seen, 0 for none: read, worked on before this one, and this one if worked on."""

    read: int
    before: int
    now: int


class Ended(NamedTuple):
    """One decision, without its snapshot."""

    seq: int
    version: int
    action: str
    at: datetime
    actor: str
    role: str
    reason: str
    granted: str
    reasons: str


class Earlier(NamedTuple):
    """Another inquiry of the same organisation, and what was granted for it, if anything was."""

    number: int
    kind: str
    title: str
    state: str
    submitted_at: datetime
    granted: str | None


_CASE: tuple[Any, ...] = (
    Inquiry.id,
    Inquiry.kind,
    Inquiry.state,
    Inquiry.organisation_id,
    Organisation.name,
    InquiryVersion.number,
    InquiryVersion.digest,
    InquiryVersion.snapshot,
    InquiryVersion.submitted_at,
    Inquiry.opened_by_id,
    InquiryVersion.submitted_by_id,
)


def find_case(db: Session, reference: str) -> Case | None:
    """Return what was submitted last under that reference; None where nothing was."""
    wanted = (
        select(*_CASE)
        .join(Organisation, Organisation.id == Inquiry.organisation_id)
        .join(
            InquiryVersion,
            (InquiryVersion.inquiry_id == Inquiry.id) & (InquiryVersion.number == Inquiry.submissions),
        )
        .where(Inquiry.id == number_of(reference))
    )
    row = db.execute(wanted).one_or_none()
    return None if row is None else Case(row[0], row[1], State(row[2]), *row[3:])


def lock_inquiry(db: Session, reference: str) -> Inquiry | None:
    """Return the inquiry as a row that nobody else changes until this transaction ends."""
    wanted = select(Inquiry).where(Inquiry.id == number_of(reference), Inquiry.submissions > 0)
    return db.scalars(wanted.with_for_update().execution_options(populate_existing=True)).one_or_none()


def find_interest(db: Session, number: int, engineer_id: int) -> Interest | None:
    """Return what this engineer said of why they should not judge this inquiry."""
    wanted = select(Interest).where(Interest.inquiry_id == number, Interest.engineer_id == engineer_id)
    return db.scalars(wanted).one_or_none()


def find_open_review(db: Session, number: int) -> Review | None:
    """Return the review that is under way."""
    return db.scalars(select(Review).where(Review.inquiry_id == number, Review.ended_at.is_(None))).one_or_none()


def find_look(db: Session, number: int, person_id: int) -> Look | None:
    """Return when this person read which version last."""
    return db.scalars(select(Look).where(Look.inquiry_id == number, Look.person_id == person_id)).one_or_none()


def find_seen(db: Session, number: int, person_id: int, version: int) -> Seen:
    """Return what this person has seen of an inquiry: what they said they have read, and what they did anything on."""
    read = select(Look.version).where(Look.inquiry_id == number, Look.person_id == person_id).scalar_subquery()
    acted = InquiryEvent.inquiry_id == number, InquiryEvent.actor_id == person_id
    before = select(func.max(InquiryEvent.version)).where(*acted, InquiryEvent.version < version).scalar_subquery()
    now = select(func.max(InquiryEvent.version)).where(*acted, InquiryEvent.version == version).scalar_subquery()
    row = db.execute(select(read, before, now)).one()
    return Seen(row[0] or 0, row[1] or 0, row[2] or 0)


def find_request(db: Session, number: int) -> tuple[RevocationRequest, str] | None:
    """Return the request to revoke, with the name of who asked."""
    wanted = select(RevocationRequest, User.name).join(User, User.id == RevocationRequest.engineer_id)
    row = db.execute(wanted.where(RevocationRequest.inquiry_id == number)).one_or_none()
    return None if row is None else (row[0], row[1])


def list_reviews(db: Session, number: int) -> tuple[Reviewed, ...]:
    """Return who worked on which version, in order."""
    wanted = (
        select(Review.version, Review.engineer_id, User.name, Review.taken_at, Review.ended_at, Review.ended_by)
        .join(User, User.id == Review.engineer_id)
        .where(Review.inquiry_id == number)
        .order_by(Review.id)
    )
    return tuple(Reviewed(*row) for row in db.execute(wanted))


_ENDED: tuple[Any, ...] = (
    Decision.seq,
    Decision.version,
    Decision.action,
    Decision.at,
    User.name,
    Decision.role,
    Decision.reason,
    Decision.granted,
    Decision.reasons,
)


def list_decided(db: Session, number: int) -> tuple[Ended, ...]:
    """Return what was decided on one inquiry, in order."""
    wanted = select(*_ENDED).join(User, User.id == Decision.actor_id).where(Decision.inquiry_id == number)
    return tuple(Ended(*row) for row in db.execute(wanted.order_by(Decision.seq)))


def list_deciders(db: Session, numbers: Collection[int]) -> Mapping[int, tuple[str, str]]:
    """Return what was decided last and by whom, by inquiry."""
    if not numbers:
        return {}
    latest = select(func.max(Decision.id)).where(Decision.inquiry_id.in_(numbers)).group_by(Decision.inquiry_id)
    wanted = select(Decision.inquiry_id, Decision.action, User.name).join(User, User.id == Decision.actor_id)
    return {row[0]: (row[1], row[2]) for row in db.execute(wanted.where(Decision.id.in_(latest)))}


def find_user(db: Session, user_id: int) -> User | None:
    """Return that person, unless they may not sign in."""
    return db.scalars(select(User).where(User.id == user_id, User.disabled_at.is_(None))).one_or_none()


_EARLIER: tuple[Any, ...] = (
    Inquiry.id,
    Inquiry.kind,
    READ_TITLE,
    Inquiry.state,
    Inquiry.submitted_at,
    Decision.granted,
)


def list_earlier(db: Session, case: Case) -> tuple[Earlier, ...]:
    """Return the inquiries that the organisation opened before this one, the latest first, with what was granted."""
    wanted = (
        select(*_EARLIER)
        .outerjoin(Decision, (Decision.inquiry_id == Inquiry.id) & (Decision.action == "approve"))
        .where(
            Inquiry.organisation_id == case.organisation_id,
            Inquiry.submissions > 0,
            Inquiry.id < case.number,
        )
        .order_by(Inquiry.id.desc())
        .limit(EARLIER)
    )
    return tuple(Earlier(*row) for row in db.execute(wanted))
