"""Decisions: one row, one move, one audit entry, one line of the story, in one transaction and only once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import InvalidError
from app.inquiries import service as inquiries
from app.inquiries.fields import SECTIONS
from app.inquiries.tables import Inquiry
from app.reviews import queries
from app.reviews.queries import Case
from app.reviews.service.keeping import looked, note, tell, tell_customer
from app.reviews.service.saying import sentence
from app.reviews.service.standing import opened
from app.reviews.service.stopping import note_obstacles
from app.reviews.tables import Decision
from app.rules.workflow import Action, Party

ASK = "ask"  # the kind of a line that asks for a change on one page of the form


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided, for whoever asked."""

    reference: str
    action: str
    state: str
    version: int
    digest: str
    seq: int


@dataclass(frozen=True, slots=True)
class Ground:
    """On what a decision stands; everything but the reason is JSON text and belongs to approvals."""

    reason: str
    asked_by_id: int | None = None
    granted: str = ""
    reasons: str = "{}"
    report: str = ""
    evidence: str = "[]"


def return_(  # noqa: PLR0913  db, person and now come with every deed
    db: Session,
    person: Person,
    reference: str,
    *,
    version: int,
    message: str,
    asks: Mapping[str, str] | None = None,
    now: datetime,
) -> Decided:
    """Give the inquiry back to its authors with a message, and what to change on which page of the form."""
    row, case = opened(db, person, reference, version=version)
    message = sentence(message, "Write what has to change; the customer reads it.")
    for place, text in (asks or {}).items():
        if place not in SECTIONS:
            raise InvalidError("One of the asks is about a page that the form does not have.", code="no-such-page")
        inquiries.insist_on_bounds(text)
        if text.strip():
            tell(db, person, case, ASK, text, now=now, place=place)
    note_obstacles(db, case, now=now)
    decided = decide(db, person, row, case, action=Action.RETURN, ground=Ground(message), now=now)
    quoted = "\n\n".join([message, *_asked_lines(asks or {})])
    tell_of(db, person, case, decided, words="was returned to you", quoted=quoted, now=now)
    return decided


def _asked_lines(asks: Mapping[str, str]) -> list[str]:
    """Return what is asked, each under the title of its page, in the order of the form."""
    return [
        f"{section.title}: {asks[section.id].strip()}"
        for section in SECTIONS.values()
        if asks.get(section.id, "").strip()
    ]


def decline(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, *, version: int, reason: str, now: datetime
) -> Decided:
    """End the inquiry without a pilot, and say why."""
    row, case = opened(db, person, reference, version=version)
    reason = sentence(reason, "Write why; the customer reads it.")
    decided = decide(db, person, row, case, action=Action.DECLINE, ground=Ground(reason), now=now)
    tell_of(db, person, case, decided, words="was declined", quoted=reason, now=now)
    return decided


def decide(  # noqa: PLR0913  who decides what, on what and on what ground
    db: Session,
    person: Person,
    row: Inquiry,
    case: Case,
    *,
    action: Action,
    ground: Ground,
    now: datetime,
    who: Party = Party.OUTSIDE_ENGINEER,
) -> Decided:
    """Move the locked inquiry and keep the decision; the table of moves refuses what is not legal."""
    inquiries.move(row, action, who, now=now)
    decision = Decision(
        seq=queries.next_seq(db),
        inquiry_id=case.number,
        version=case.version,
        digest=case.digest,
        action=str(action),
        at=now,
        actor_id=person.id,
        role=person.role_name,
        reason=ground.reason,
        asked_by_id=ground.asked_by_id,
        granted=ground.granted,
        reasons=ground.reasons,
        report=ground.report,
        evidence=ground.evidence,
    )
    db.add(decision)
    db.flush()
    review = queries.find_open_review(db, case.number)
    if review is not None:
        review.ended_at, review.ended_by = now, str(action)
    looked(db, person, case, now=now)
    tell(db, person, case, str(action), ground.reason, now=now, granted=ground.granted)
    note(db, person, f"decision.{action}", case, now=now, seq=decision.seq, reason=ground.reason)
    return Decided(case.reference, str(action), row.state, case.version, case.digest, decision.seq)


def tell_of(  # noqa: PLR0913  what, of what, to whom and by whom are one telling
    db: Session, person: Person, case: Case, decided: Decided, *, words: str, quoted: str, now: datetime
) -> None:
    """Send the organisation's people the decision."""
    tell_customer(
        db,
        person,
        case,
        event=f"decision/{decided.seq}",
        subject=words,
        body=f"Version {case.version} of this inquiry {words} by {person.name}, sales engineer.",
        quoted=quoted,
        now=now,
    )
