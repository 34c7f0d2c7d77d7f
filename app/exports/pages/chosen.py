"""What became of each scope that was ticked in the list, where not all of them can be exported."""

from dataclasses import dataclass
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.exports import queries
from app.exports.forms import Chosen
from app.exports.service import Bundle, spanned


@dataclass(frozen=True, slots=True)
class ChosenPage:
    """Result by result, and the export of those that are there."""

    found: tuple[str, ...]
    missing: tuple[str, ...]
    bundle: Bundle
    href: str
    back: str


def show_chosen(db: Session, _person: Person, chosen: Chosen) -> ChosenPage:
    """Return which of the references are scopes."""
    span = spanned(db, 0)
    found = tuple(entry.reference for entry in queries.find_entries(db, span, chosen.references))
    pairs = [("as", str(chosen.kind)), *(("reference", reference) for reference in found)]
    return ChosenPage(
        found=found,
        missing=tuple(reference for reference in chosen.references if reference not in found),
        bundle=Bundle(span, chosen.kind, references=found),
        href=f"/scopes/chosen?{urlencode(pairs)}" if found else "",
        back=chosen.back.address(before=chosen.back.before),
    )
