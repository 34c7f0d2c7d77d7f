"""The queue: submitted inquiries of other organisations, the one that waits longest first, a page at a time."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.accounts.tables import Organisation, User
from app.infra.folding import contains
from app.inquiries.queries import number_sought
from app.inquiries.tables import Inquiry, InquiryEvent
from app.reviews.queries.cases import READ_TITLE
from app.reviews.tables import Decision, Interest, Review, RevocationRequest

PAGE = 25


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the queue is asked for; nothing chosen means everything."""

    states: tuple[str, ...] = ()
    kind: str = ""
    organisation_id: int | None = None
    is_mine: bool = False
    text: str = ""
    after: tuple[datetime, int] | None = None


class QueueLine(NamedTuple):
    """One inquiry of the queue."""

    number: int
    kind: str
    title: str
    state: str
    version: int
    organisation_id: int
    organisation: str
    submitted_at: datetime
    engineer_id: int | None
    engineer: str | None


_LINE: tuple[Any, ...] = (
    Inquiry.id,
    Inquiry.kind,
    READ_TITLE,
    Inquiry.state,
    Inquiry.submissions,
    Inquiry.organisation_id,
    Organisation.name,
    Inquiry.submitted_at,
    Review.engineer_id,
    User.name,
)


def list_queue(db: Session, person: Person, wanted: Wanted) -> tuple[QueueLine, ...]:
    """Return one page, and one line more where there is another."""
    question = (
        select(*_LINE)
        .join(Organisation, Organisation.id == Inquiry.organisation_id)
        .outerjoin(Review, and_(Review.inquiry_id == Inquiry.id, Review.ended_at.is_(None)))
        .outerjoin(User, User.id == Review.engineer_id)
        .where(may_be_judged(person), *_chosen(person, wanted))
        .order_by(Inquiry.submitted_at, Inquiry.id)
        .limit(PAGE + 1)
    )
    if wanted.after is not None:
        moment, number = wanted.after
        later = and_(Inquiry.submitted_at == moment, Inquiry.id > number)
        question = question.where(Inquiry.submitted_at >= moment, or_(Inquiry.submitted_at > moment, later))
    return tuple(QueueLine(*row) for row in db.execute(question))


def find_organisation(db: Session, organisation_id: int) -> str:
    """Return the name of an organisation that has submitted something, "" for any other."""
    has_submitted = select(Inquiry.id).where(Inquiry.organisation_id == organisation_id, Inquiry.submissions > 0)
    wanted = select(Organisation.name).where(Organisation.id == organisation_id, has_submitted.exists())
    return db.scalar(wanted) or ""


def may_be_judged(person: Person) -> ColumnElement[bool]:
    """Say which inquiries this engineer may be shown: submitted ones of others, none in which they have an interest."""
    declared = select(Interest.id).where(Interest.inquiry_id == Inquiry.id, Interest.engineer_id == person.id)
    is_others = Inquiry.organisation_id != (-1 if person.organisation_id is None else person.organisation_id)
    return and_(Inquiry.submissions > 0, is_others, ~declared.exists())


def _chosen(person: Person, wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.states:
        found.append(Inquiry.state.in_(wanted.states))
    if wanted.kind:
        found.append(Inquiry.kind == wanted.kind)
    if wanted.organisation_id is not None:
        found.append(Inquiry.organisation_id == wanted.organisation_id)
    if wanted.is_mine:
        found.append(_is_mine(person))
    if wanted.text:
        found.append(_holds(wanted.text))
    return found


def _is_mine(person: Person) -> ColumnElement[bool]:
    """Whatever this engineer ever worked on stays theirs, whatever its author does next."""
    return or_(
        Inquiry.id.in_(select(Review.inquiry_id).where(Review.engineer_id == person.id)),
        Inquiry.id.in_(select(Decision.inquiry_id).where(Decision.actor_id == person.id)),
        Inquiry.id.in_(select(RevocationRequest.inquiry_id).where(RevocationRequest.engineer_id == person.id)),
        Inquiry.id.in_(select(InquiryEvent.inquiry_id).where(InquiryEvent.actor_id == person.id)),
    )


def _holds(text: str) -> ColumnElement[bool]:
    """Look into what the desk may see in a list: title, organisation, reference."""
    found = contains(text, READ_TITLE, Organisation.name)
    number = number_sought(text)
    return found if number is None else or_(found, Inquiry.id == number)
