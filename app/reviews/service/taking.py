"""Taking an inquiry, saying that one has read it, and stepping back from it."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, NotFoundError
from app.inquiries import service as inquiries
from app.inquiries.service.audience import called
from app.notices import queries as people
from app.notices import service as notices
from app.reviews import queries
from app.reviews.queries import Case
from app.reviews.service.keeping import looked, note, tell
from app.reviews.service.saying import sentence
from app.reviews.service.standing import OBSTACLES, Judge, judge_of, obstacle, opened
from app.reviews.tables import Interest, Review
from app.rules.workflow import Action, Party, Role, State


def take(db: Session, person: Person, reference: str, *, version: int, now: datetime) -> None:
    """Begin the review of this version, or go on with one that nobody works on any more."""
    row, case = opened(db, person, reference, version=version)
    current = queries.find_open_review(db, case.number)
    if current is not None and case.state is State.IN_REVIEW:
        raise ConflictError("Somebody took this inquiry before you. Nothing was done.", code="taken")
    if case.state is not State.IN_REVIEW:  # else whoever had it stepped back: the state stays
        inquiries.move(row, Action.TAKE, Party.OUTSIDE_ENGINEER, now=now)
    if current is not None:  # of a version that was withdrawn meanwhile
        current.ended_at, current.ended_by = now, "overtaken"
        db.flush()
    db.add(Review(inquiry_id=case.number, version=case.version, engineer_id=person.id, taken_at=now))
    tell(db, person, case, "take", "", now=now)
    note(db, person, "review.take", case, now=now)


def read(db: Session, person: Person, reference: str, *, version: int, now: datetime) -> None:
    """Keep that this person has read this version, so that the next one shows what changed since."""
    _, case = opened(db, person, reference, version=version)
    looked(db, person, case, now=now)
    note(db, person, "review.read", case, now=now)


def declare_interest(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, *, version: int, reason: str, now: datetime
) -> None:
    """Step back for good, free the inquiry for others, and tell them."""
    _, case = opened(db, person, reference, version=version)
    reason = sentence(reason, "Say what your interest is; only the desk reads it.")
    db.add(Interest(inquiry_id=case.number, engineer_id=person.id, reason=reason, at=now))
    review = queries.find_open_review(db, case.number)
    is_freed = review is not None and review.engineer_id == person.id
    if review is not None and is_freed:
        review.ended_at, review.ended_by = now, "interest"
    tell(db, person, case, "interest", reason, now=now, is_internal=True)
    note(db, person, "review.interest", case, now=now, freed=is_freed)
    _tell_others(db, person, case, is_freed=is_freed, now=now)


def _tell_others(db: Session, person: Person, case: Case, *, is_freed: bool, now: datetime) -> None:
    step = "Nobody reviews it now." if is_freed else "Its review goes on without them."
    notices.tell(
        db,
        event=f"{case.reference}/interest/{person.id}",
        template="desk",
        reference=case.reference,
        path=f"/reviews/{case.reference}",
        subject=f"{case.reference}: {'needs another engineer' if is_freed else 'an engineer stepped back'}",
        body=f"{person.name} declared an interest in this inquiry. {step}",
        title=called(db, case.number),
        to=[engineer.id for engineer in people.list_engineers(db, outside=case.organisation_id)],
        actor_id=person.id,
        now=now,
    )


def conflict(db: Session, person: Person, reference: str, engineer_id: int | None = None) -> tuple[int, str]:
    """Return who was asked about, by default who asks, and what keeps them from judging this; "" where nothing does."""
    asking = judge_of(person)
    case = queries.find_case(db, reference)
    if case is None or asking is None or obstacle(db, asking, case) == "role":
        raise NotFoundError
    if engineer_id in (None, asking.id):
        word = obstacle(db, asking, case)
        return asking.id, OBSTACLES[word] if word else ""
    user = queries.find_user(db, engineer_id or 0)
    if user is None:
        raise NotFoundError
    word = obstacle(db, Judge(user.id, Role(user.role), user.organisation_id), case)
    return user.id, OBSTACLES[word].replace("your own", "their own").replace("You ", "They ") if word else ""
