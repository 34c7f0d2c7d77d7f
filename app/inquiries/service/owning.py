"""Who answers for an inquiry. It changes hands at any time, and what was submitted stays as it is."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import InvalidError, NotFoundError
from app.inquiries import queries
from app.inquiries.service.audience import Audience, announce
from app.inquiries.service.deeds import note
from app.inquiries.service.loading import lock
from app.inquiries.service.story import tell_story
from app.inquiries.tables import Owner
from app.notices import queries as people

OWNER = "owner"


def hand_to(db: Session, person: Person, reference: str, *, owner_id: int, now: datetime) -> str:
    """Let another person of the organisation answer for it; returns their name."""
    row = lock(db, person, reference, now=now)
    if row.organisation_id is None:
        raise NotFoundError
    chosen = next((each for each in people.list_members(db, row.organisation_id) if each.id == owner_id), None)
    if chosen is None:
        raise InvalidError("Choose one of the people of your organisation.", code="no-such-person")
    found = queries.find_owner(db, row.id)
    if found is None:
        db.add(Owner(inquiry_id=row.id, person_id=chosen.id, since=now))
    elif found.person_id == chosen.id:
        return chosen.who
    else:
        found.person_id, found.since = chosen.id, now
    line = tell_story(
        db,
        inquiry_id=row.id,
        version=row.submissions,
        kind=OWNER,
        text=chosen.who,
        visibility="customer",
        actor_id=person.id,
        now=now,
    )
    note(db, person, "inquiry.owner", row.id, now=now, owner=chosen.id)
    body = f"{person.name} made you the one who answers for this inquiry."
    to = Audience((chosen,), ())
    announce(db, person, row.id, to, event=f"owner/{line}", words="you answer for it now", body=body, now=now)
    return chosen.who
