"""What a customer writes to the desk beside the answers."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, InvalidError, SignInNeededError
from app.inquiries.fields.scalars import is_blank
from app.inquiries.queries import reference_of
from app.inquiries.service.audience import announce, audience
from app.inquiries.service.bounds import insist_on_bounds
from app.inquiries.service.deeds import note
from app.inquiries.service.loading import lock
from app.inquiries.service.story import is_said, mark_of, tell_story

MESSAGE = "message"


def write_message(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, *, text: str, now: datetime, form_key: str = ""
) -> None:
    """Send the desk a message about what was submitted; everybody on both sides can read it.

    The same form says it once, however often it is sent.
    """
    if person.id is None:
        raise SignInNeededError
    row = lock(db, person, reference, now=now)
    if not row.submissions:
        raise ConflictError("The desk does not see this inquiry before it is submitted.", code="not-with-the-desk")
    if is_blank(text):
        raise InvalidError("Write the message first.", code="text-missing")
    insist_on_bounds(text)
    mark = mark_of(person, form_key, MESSAGE, text)
    if is_said(db, row.id, mark):
        return
    line = tell_story(
        db,
        inquiry_id=row.id,
        version=row.submissions,
        kind=MESSAGE,
        text=text,
        visibility="customer",
        actor_id=person.id,
        now=now,
        once=mark,
    )
    note(db, person, "inquiry.message", row.id, now=now, line=line)
    to = audience(db, person, row.id, row.organisation_id)
    body = f"{person.name} wrote about {reference_of(row.id)}:"
    announce(db, person, row.id, to, event=f"message/{line}", words="a message", body=body, quoted=text, now=now)
