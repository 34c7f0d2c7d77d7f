"""Who may judge an inquiry: an engineer of another organisation who wrote none of it and has no interest in it."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.audit.queries import list_actors
from app.infra.errors import ConflictError, NotAllowedError, NotFoundError
from app.inquiries.tables import Inquiry
from app.reviews import queries
from app.reviews.queries import Case
from app.rules import workflow
from app.rules.workflow import Party, Role

OBSTACLES = {
    "role": "Only a sales engineer judges inquiries.",
    "organisation": "This inquiry is of your own organisation. Somebody else judges it.",
    "author": "You wrote part of this inquiry. Somebody else judges it.",
    "interest": "You declared an interest in this inquiry. Somebody else judges it.",
}


@dataclass(frozen=True, slots=True)
class Judge:
    """Somebody who might judge: the parts of a person that count for it."""

    id: int
    role: Role
    organisation_id: int | None


def obstacle(db: Session, judge: Judge, case: Case) -> str:
    """Return what keeps this person from judging, a word of OBSTACLES; "" where nothing does."""
    if judge.organisation_id == case.organisation_id:
        return "organisation"
    if judge.id in _writers(db, case):
        return "author"
    if workflow.party(judge.role, same_organisation=False) is not Party.OUTSIDE_ENGINEER:
        return "role"
    return "interest" if queries.find_interest(db, case.number, judge.id) else ""


def judged(db: Session, person: Person, reference: str) -> Case:
    """Return the inquiry for somebody who may judge it; say to its own people that they may not, to others nothing."""
    case = queries.find_case(db, reference)
    judge = judge_of(person)
    if case is None or judge is None:
        raise NotFoundError
    why = obstacle(db, judge, case)
    if why == "role":
        raise NotFoundError
    if why:
        raise NotAllowedError(OBSTACLES[why], code="may-not-judge")
    return case


def find_judged(db: Session, person: Person, reference: str) -> Case | None:
    """Return the inquiry where this person may judge it; None where it is not theirs to see."""
    case, judge = queries.find_case(db, reference), judge_of(person)
    return case if case and judge and not obstacle(db, judge, case) else None


def opened(db: Session, person: Person, reference: str, *, version: int) -> tuple[Inquiry, Case]:
    """Return the locked row and what was submitted, to be worked on; refuse who may not, and a version that is past."""
    row = queries.lock_inquiry(db, reference)
    if row is None:
        raise NotFoundError
    case = judged(db, person, reference)
    if case.version != version:
        raise ConflictError(
            f"Version {case.version} was submitted after you opened this page. Read it first; nothing was done.",
            code="stale-version",
            version=case.version,
        )
    return row, case


def judge_of(person: Person) -> Judge | None:
    """Return the person as one who might judge; a visitor never does."""
    if person.id is None or person.role is None:
        return None
    return Judge(person.id, person.role, person.organisation_id)


def _writers(db: Session, case: Case) -> frozenset[int]:
    """Return everybody who opened, changed or submitted any of it as a customer, whatever they are today."""
    written = list_actors(db, f"inquiry:{case.reference}", role=Role.CUSTOMER.value)
    return written | {case.submitted_by_id} | ({case.opened_by_id} if case.opened_by_id is not None else set())
