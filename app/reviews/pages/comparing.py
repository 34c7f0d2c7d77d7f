"""Any two submitted versions beside each other, for the desk."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.inquiries import queries as inquiries
from app.inquiries.pages.difference import Compared, compare_snapshots
from app.inquiries.pages.words import heading_of
from app.reviews import service

LONGEST = 6  # digits of a version


@dataclass(frozen=True, slots=True)
class ComparePage:
    """What differs between two versions of one inquiry."""

    reference: str
    title: str
    change: Compared


def show_comparison(db: Session, person: Person, reference: str, *, before: str, after: str) -> ComparePage:
    """Return the page, by default for the last two versions; one that was never submitted is not there."""
    case = service.judged(db, person, reference)
    last = case.version
    numbers = [_number(before, max(last - 1, 1)), _number(after, last)]
    texts = [inquiries.find_snapshot(db, case.number, number) for number in numbers]
    if texts[0] is None or texts[1] is None:
        raise NotFoundError
    return ComparePage(case.reference, heading_of(case.body["document"]), compare_snapshots(texts[0], texts[1]))


def _number(text: str, usual: int) -> int:
    if not text:
        return usual
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST else 0
