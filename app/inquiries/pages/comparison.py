"""Two versions of one's own inquiry beside each other: any two that were submitted, or one and the draft."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, NotFoundError
from app.inquiries import queries, service
from app.inquiries.forms import FieldView
from app.inquiries.pages import words
from app.inquiries.pages.difference import Compared, compare_snapshots
from app.inquiries.queries import Receipt, Stored
from app.registry.queries import load_facts
from app.rules.workflow import EDITABLE

DRAFT = "draft"
ONLY_ONE = "This inquiry has one version; there is nothing to compare it with."
LONGEST = 6  # digits of a version


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """What differs, and the choice of which two."""

    reference: str
    title: str
    before: str
    after: str
    chosen: tuple[FieldView, FieldView]
    change: Compared


def show_comparison(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, *, before: str, after: str, now: datetime
) -> ComparisonPage:
    """Return the page; without a choice, the latest two. A version that was never submitted is not there."""
    inquiry = service.load(db, person, reference, now=now)
    receipts = queries.list_receipts(db, inquiry.number)
    if not receipts:
        sentence = "This inquiry was not submitted yet; there is nothing to compare it with."
        raise ConflictError(sentence, code="not-with-the-desk")
    choices = _choices(receipts, inquiry)
    if len(choices) == 1:
        raise ConflictError(ONLY_ONE, code="only-one-version")
    after = after or choices[0][0]
    before = before or choices[min(1, len(choices) - 1)][0]
    said = dict(choices)
    if before not in said or after not in said:
        raise NotFoundError
    texts = (_snapshot(db, person, inquiry, before, now), _snapshot(db, person, inquiry, after, now))
    return ComparisonPage(
        reference=reference,
        title=words.heading_of(inquiry.document),
        before=name_of(before),
        after=name_of(after),
        chosen=pickers(choices, before, after),
        change=compare_snapshots(*texts, load_facts(db)),
    )


def name_of(version: str) -> str:
    """Return what a version is called in a heading."""
    return "the draft" if version == DRAFT else f"version {version}"


def _choices(receipts: tuple[Receipt, ...], inquiry: Stored) -> tuple[tuple[str, str], ...]:
    draft = ((DRAFT, "The draft as of now"),) if inquiry.state in EDITABLE else ()
    return (*draft, *versions_of(receipts))


def versions_of(receipts: tuple[Receipt, ...]) -> tuple[tuple[str, str], ...]:
    """Return the submitted versions as choices, the latest first."""
    return tuple((str(each.number), f"Version {each.number}, {each.submitted_at:%d %b %Y}") for each in receipts)


def pickers(choices: tuple[tuple[str, str], ...], before: str, after: str) -> tuple[FieldView, FieldView]:
    """Return the two questions of which versions to compare."""
    return (
        FieldView("from", "from", "From", "select", value=before, choices=choices),
        FieldView("to", "to", "To", "select", value=after, choices=choices),
    )


def _snapshot(db: Session, person: Person, inquiry: Stored, version: str, now: datetime) -> str:
    if version == DRAFT:
        return service.review(db, person, inquiry.reference, now=now).snapshot.text
    text = queries.find_snapshot(db, inquiry.number, int(version)) if len(version) <= LONGEST else None
    if text is None:
        raise NotFoundError
    return text
