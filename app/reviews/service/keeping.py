"""What every deed of this room leaves behind: an audit entry, a line of the story, a message, and that it was read."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.audit import service as audit
from app.inquiries import service as inquiries
from app.inquiries.service.audience import called
from app.notices import queries as people
from app.notices import service as notices
from app.reviews import queries
from app.reviews.queries import Case
from app.reviews.tables import Look


def note(db: Session, person: Person, verb: str, case: Case, *, now: datetime, **detail: object) -> None:
    """Record who did it; without this the deed is not done either."""
    audit.record(
        db,
        at=now,
        actor_id=person.id,
        role=person.role_name,
        verb=verb,
        subject=f"inquiry:{case.reference}",
        detail={"version": case.version, "digest": case.digest, **detail},
    )


def tell(  # noqa: PLR0913  one line has this many parts
    db: Session,
    person: Person,
    case: Case,
    kind: str,
    text: str,
    *,
    now: datetime,
    is_internal: bool = False,
    place: str = "",
    granted: str = "",
    once: str = "",
) -> int:
    """Add a line to the story of the inquiry, on the version that was judged."""
    return inquiries.tell_story(
        db,
        inquiry_id=case.number,
        version=case.version,
        kind=kind,
        text=text,
        visibility="internal" if is_internal else "customer",
        actor_id=person.id,
        now=now,
        place=place,
        granted=granted,
        once=once,
    )


def tell_customer(  # noqa: PLR0913  what, to whom and by whom are one telling
    db: Session, person: Person, case: Case, *, event: str, subject: str, body: str, quoted: str, now: datetime
) -> None:
    """Send the organisation's people a message about their inquiry."""
    notices.tell(
        db,
        event=f"{case.reference}/{event}",
        template="customer",
        reference=case.reference,
        path=f"/inquiries/{case.reference}",
        subject=f"{case.reference}: {subject}",
        body=body,
        quoted=quoted,
        title=called(db, case.number),
        to=[member.id for member in people.list_members(db, case.organisation_id)],
        actor_id=person.id,
        now=now,
    )


def looked(db: Session, person: Person, case: Case, *, now: datetime) -> None:
    """Keep that this person has read this version."""
    if person.id is None:
        return
    row = queries.find_look(db, case.number, person.id)
    if row is None:
        db.add(Look(inquiry_id=case.number, person_id=person.id, version=case.version, at=now))
    else:
        row.version, row.at = case.version, now
    db.flush()
