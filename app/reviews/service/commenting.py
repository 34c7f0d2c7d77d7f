"""Comments: for the customer or for the desk alone, and the step from one to the other, which nobody can take back."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, InvalidError, NotFoundError
from app.inquiries import queries as stories
from app.inquiries import service as inquiries
from app.inquiries.service.story import is_said, mark_of
from app.notices import queries as people
from app.notices.queries import Recipient
from app.reviews.queries import Case
from app.reviews.service.keeping import note, tell, tell_customer
from app.reviews.service.standing import judged, opened

COMMENT = "comment"
CUSTOMER, INTERNAL = "customer", "internal"
VISIBILITIES = (CUSTOMER, INTERNAL)


def comment(  # noqa: PLR0913  db, person and now come with every deed
    db: Session,
    person: Person,
    reference: str,
    *,
    version: int,
    text: str,
    visibility: str,
    now: datetime,
    form_key: str = "",
) -> None:
    """Say something about this version; who can read it is chosen each time.

    The same form says it once, however often it is sent.
    """
    _, case = opened(db, person, reference, version=version)
    if not text.strip():
        raise InvalidError("Write the comment first.", code="text-missing")
    inquiries.insist_on_bounds(text)
    if visibility not in VISIBILITIES:
        raise InvalidError("Choose who can read the comment.", code="visibility-missing")
    mark = mark_of(person, form_key, COMMENT, visibility, text)
    if is_said(db, case.number, mark):
        return
    is_internal = visibility == INTERNAL
    line = tell(db, person, case, COMMENT, text, now=now, is_internal=is_internal, once=mark)
    note(db, person, "review.comment", case, now=now, line=line, visibility=visibility)
    if not is_internal:
        _tell_of(db, person, case, line, text=text, now=now)


def readers(db: Session, person: Person, reference: str, line: int) -> tuple[Case, str, tuple[Recipient, ...]]:
    """Return an internal comment, and who would be told if the customer may read it."""
    case = judged(db, person, reference)
    for told in stories.list_story(db, case.number, "internal"):
        if told.id == line and told.kind == COMMENT:
            if told.visibility == CUSTOMER:
                raise ConflictError("The customer can read this comment already.", code="shared")
            return case, told.text, people.list_members(db, case.organisation_id)
    raise NotFoundError


def share(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, line: int, *, version: int, now: datetime
) -> None:
    """Let the customer read an internal comment, and tell them once."""
    _, case = opened(db, person, reference, version=version)
    _, text, _ = readers(db, person, reference, line)
    inquiries.share_story(db, case.number, line, now=now)
    note(db, person, "review.share", case, now=now, line=line)
    _tell_of(db, person, case, line, text=text, now=now)


def _tell_of(  # noqa: PLR0913  what, of what and by whom are one telling
    db: Session, person: Person, case: Case, line: int, *, text: str, now: datetime
) -> None:
    tell_customer(
        db,
        person,
        case,
        event=f"comment/{line}",
        subject="a comment of the desk",
        body=f"{person.name} wrote about version {case.version} of this inquiry:",
        quoted=text,
        now=now,
    )
