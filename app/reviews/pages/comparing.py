"""Any two submitted versions beside each other, for the desk."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, NotFoundError
from app.inquiries import queries as inquiries
from app.inquiries.forms import FieldView
from app.inquiries.pages.comparison import ONLY_ONE, pickers, versions_of
from app.inquiries.pages.difference import Compared, compare_snapshots
from app.inquiries.pages.words import heading_of
from app.registry.queries import load_facts
from app.reviews import service

LONGEST = 6  # digits of a version


@dataclass(frozen=True, slots=True)
class ComparePage:
    """What differs between two versions of one inquiry, and the choice of which two."""

    reference: str
    title: str
    chosen: tuple[FieldView, FieldView]
    change: Compared
    queue: str = "/queue"


def show_comparison(db: Session, person: Person, reference: str, *, before: str, after: str) -> ComparePage:
    """Return the page, by default for the last two versions; one that was never submitted is not there."""
    case = service.judged(db, person, reference)
    last = case.version
    if last == 1:
        raise ConflictError(ONLY_ONE, code="only-one-version")
    numbers = [_number(before, max(last - 1, 1)), _number(after, last)]
    texts = [inquiries.find_snapshot(db, case.number, number) for number in numbers]
    if texts[0] is None or texts[1] is None:
        raise NotFoundError
    choices = versions_of(inquiries.list_receipts(db, case.number))
    return ComparePage(
        reference=case.reference,
        title=heading_of(case.body["document"]),
        chosen=pickers(choices, *(str(number) for number in numbers)),
        change=compare_snapshots(texts[0], texts[1], load_facts(db)),
    )


def _number(text: str, usual: int) -> int:
    if not text:
        return usual
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST else 0
