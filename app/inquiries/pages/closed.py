"""A page that came too late, because the inquiry is past being changed: what was typed is shown, and was not saved."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import Links, NotFoundError
from app.inquiries import forms, service
from app.inquiries.fields import SECTIONS
from app.inquiries.forms import posted
from app.inquiries.pages import words
from app.inquiries.service.loading import closed


@dataclass(frozen=True, slots=True)
class ClosedPage:
    """What was typed into one page of the form and differs from what stands there now, to be copied away."""

    reference: str
    title: str
    section: str
    sentence: str
    links: Links
    typed: tuple[tuple[str, str], ...]


def show_closed(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, section: str, *, typed: posted.Pairs, now: datetime
) -> ClosedPage:
    """Return the page."""
    inquiry = service.load(db, person, reference, now=now)
    if section not in SECTIONS:
        raise NotFoundError
    after = posted.changed(dict(inquiry.document), section=section, pairs=typed, suggested={})
    refusal = closed(reference, inquiry.state, inquiry.submissions)
    return ClosedPage(
        reference=reference,
        title=words.heading_of(inquiry.document),
        section=words.section_title(section),
        sentence=refusal.sentence,
        links=refusal.links,
        typed=tuple((one.label, one.after_words) for one in forms.differences(inquiry.document, after)),
    )
