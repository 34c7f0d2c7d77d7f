"""Who hears of what a customer does: the organisation's other people, and the engineers outside it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import queries
from app.inquiries.queries import reference_of
from app.inquiries.tables import Inquiry
from app.notices import queries as people
from app.notices import service as notices
from app.notices.queries import Recipient

STEPPED_BACK = "interest"  # the kind of a line by which an engineer leaves an inquiry for good


TOLD_TO_THE_DESK = ("submit", "withdraw", "undo", "message")  # what its author may see that the desk was told of


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is told, apart by the side on which they stand; never the one who acts."""

    own: tuple[Recipient, ...]
    desk: tuple[Recipient, ...]


def audience(
    db: Session, person: Person, number: int, organisation_id: int | None, *, is_for_all: bool = False
) -> Audience:
    """Return who will be told: of a submission every engineer, of the rest those who worked on it, if anyone did."""
    if organisation_id is None:
        return Audience((), ())
    told = queries.list_story(db, number, "internal")
    gone = {line.actor_id for line in told if line.kind == STEPPED_BACK}
    engineers = [
        each for each in people.list_engineers(db, outside=organisation_id) if each.id not in gone | {person.id}
    ]
    at_it = [each for each in engineers if each.id in {line.actor_id for line in told}]
    own = tuple(each for each in people.list_members(db, organisation_id) if each.id != person.id)
    return Audience(own, tuple(engineers if is_for_all or not at_it else at_it))


def called(db: Session, number: int) -> str:
    """Return the title by which both sides know an inquiry: that of what was submitted, before it was the draft's."""
    row = db.get(Inquiry, number)
    return "" if row is None else row.submitted_title or row.title


def announce(  # noqa: PLR0913  what, of what, to whom, by whom and when are one telling
    db: Session,
    person: Person,
    number: int,
    to: Audience,
    *,
    event: str,
    words: str,
    body: str,
    quoted: str = "",
    now: datetime,
) -> None:
    """Tell both sides, each with the way to the page that is theirs."""
    reference, title = reference_of(number), called(db, number)
    sides = (("customer", f"/inquiries/{reference}", to.own), ("desk", f"/reviews/{reference}", to.desk))
    for template, path, side in sides:
        notices.tell(
            db,
            event=f"{reference}/{event}",
            template=template,
            reference=reference,
            path=path,
            subject=f"{reference}: {words}",
            body=body,
            quoted=quoted,
            title=title,
            to=[each.id for each in side],
            actor_id=person.id,
            now=now,
        )
