"""What a waiver leaves behind: an audit entry, a line of the story, and messages to the desk and to the customer."""

from datetime import date, datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.audit import service as audit
from app.inquiries.queries import Granted
from app.inquiries.service.audience import called
from app.notices import queries as people
from app.notices import service as notices
from app.reviews import queries
from app.reviews.queries import Case
from app.reviews.service.keeping import note, tell, tell_customer

ASKED, WAIVED, WAIVED_NO_MORE = "ask-waiver", "waive", "end-waiver"
FOR_ALL = "Waivers"  # what a message is about where it is about no inquiry


def day_words(day: date) -> str:
    """Say a day as people read it."""
    return f"{day.day} {day:%B %Y}"


def tell_of_asking(db: Session, person: Person, granted: Granted, case: Case | None, *, now: datetime) -> None:
    """Leave word of a new waiver: to the customer where it counts already, else to whoever may confirm it."""
    _audit(db, person, granted, case, "waiver.ask", now=now)
    if not granted.needs_second:
        _tell_customer(db, person, granted, case, now=now)
        return
    if case is not None:
        tell(db, person, case, ASKED, _said(granted), now=now, is_internal=True)
    what = "waive a finding" if case else f"relax rule {granted.rule} for all inquiries"
    _tell_desk(
        db,
        person,
        granted,
        case,
        event="ask",
        subject=f"a second engineer is needed to {what}",
        body=f"{person.name} asks to {what} until {day_words(granted.until)}:",
        to=_others(db, case),
        now=now,
    )


def tell_of_confirming(db: Session, person: Person, granted: Granted, case: Case | None, *, now: datetime) -> None:
    """Leave word that a second engineer confirmed it: from now on it counts."""
    _audit(db, person, granted, case, "waiver.confirm", now=now)
    _tell_customer(db, person, granted, case, now=now)
    _tell_desk(
        db,
        person,
        granted,
        case,
        event="confirm",
        subject="your waiver was confirmed",
        body=f"{person.name} confirmed what you asked for. It holds until {day_words(granted.until)}:",
        to=[granted.asked_by_id],
        now=now,
    )


def tell_of_withdrawing(  # noqa: PLR0913  what, of what, by whom and when are one telling
    db: Session, person: Person, granted: Granted, case: Case | None, *, counted: bool, now: datetime
) -> None:
    """Leave word that it is over before its day; to the customer where it had counted."""
    _audit(db, person, granted, case, "waiver.withdraw", now=now)
    if case is not None:
        tell(db, person, case, WAIVED_NO_MORE, granted.finding, now=now, is_internal=not counted)
    if case is not None and counted:
        tell_customer(
            db,
            person,
            case,
            event=f"waiver/{granted.id}/end",
            subject="a waiver was withdrawn",
            body=f"{person.name}, sales engineer, withdrew a waiver. This finding counts again: {granted.finding}",
            quoted="",
            now=now,
        )
    _tell_desk(
        db,
        person,
        granted,
        case,
        event="end",
        subject="a waiver was withdrawn",
        body=f"{person.name} withdrew a waiver that you stood for:",
        to=[each for each in (granted.asked_by_id, granted.confirmed_by_id) if each is not None],
        now=now,
    )


def _tell_customer(db: Session, person: Person, granted: Granted, case: Case | None, *, now: datetime) -> None:
    """Tell the organisation that a finding of theirs is waived; a rule that is relaxed for all is told to none."""
    if case is None:
        return
    tell(db, person, case, WAIVED, _said(granted), now=now)
    names = " and ".join(granted.people)
    roles = "sales engineer" if len(granted.people) == 1 else "sales engineers"
    tell_customer(
        db,
        person,
        case,
        event=f"waiver/{granted.id}",
        subject="a finding was waived",
        body=f"{names}, {roles}, waived a finding until {day_words(granted.until)}. It is not held against the"
        f" inquiry until then, and counts again afterwards: {granted.finding}",
        quoted=granted.reason,
        now=now,
    )


def _tell_desk(  # noqa: PLR0913  what, of what, to whom, by whom and when are one telling
    db: Session,
    person: Person,
    granted: Granted,
    case: Case | None,
    *,
    event: str,
    subject: str,
    body: str,
    to: list[int],
    now: datetime,
) -> None:
    reference = FOR_ALL if case is None else case.reference
    notices.tell(
        db,
        event=f"waiver/{granted.id}/{event}",
        template="desk",
        reference=reference,
        path=f"/waivers/{granted.id}",
        subject=f"{reference}: {subject}",
        body=body,
        quoted=_said(granted),
        title="" if case is None else called(db, case.number),
        to=to,
        actor_id=person.id,
        now=now,
    )


def _others(db: Session, case: Case | None) -> list[int]:
    """Return the engineers who may confirm it."""
    engineers = people.list_engineers(db, outside=None if case is None else case.organisation_id)
    return [each.id for each in engineers if case is None or queries.find_interest(db, case.number, each.id) is None]


def _said(granted: Granted) -> str:
    what = f"{granted.finding}\n" if granted.finding else ""
    return f"{what}Until {day_words(granted.until)}: {granted.reason}"


def _audit(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, granted: Granted, case: Case | None, verb: str, *, now: datetime
) -> None:
    detail: dict[str, object] = {
        "waiver": granted.id,
        "rule": granted.rule,
        "field": granted.field,
        "until": granted.until.isoformat(),
        "reason": granted.reason,
    }
    if case is not None:
        note(db, person, verb, case, now=now, **detail)
        return
    audit.record(
        db,
        at=now,
        actor_id=person.id,
        role=person.role_name,
        verb=verb,
        subject=f"rule:{granted.rule}",
        detail=detail,
    )
