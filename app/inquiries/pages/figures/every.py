"""The pages of figures by the name that their addresses bear, for the customer; the desk composes the same ones."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import queries, service
from app.inquiries.pages import words
from app.inquiries.pages.figures.baseline import baseline_parts
from app.inquiries.pages.figures.basis import Basis, Place, basis_of
from app.inquiries.pages.figures.budget import budget_parts
from app.inquiries.pages.figures.found import found_in
from app.inquiries.pages.figures.parts import FiguresPage, Part
from app.inquiries.pages.figures.verifier import verifier_parts
from app.registry.queries import load_facts
from app.rules.workflow import EDITABLE


@dataclass(frozen=True, slots=True)
class Kind:
    """One page of figures: what it is called, what it says, and on which page of the form its answers stand."""

    title: str
    lead: str
    section: str
    parts: Callable[[Basis], tuple[Part, ...]]


FIGURES = {
    "baseline": Kind(
        "Baseline in figures",
        "What the untuned run shows, what it leaves open, and what so many tasks can show later.",
        "baseline",
        baseline_parts,
    ),
    "verifier-audit": Kind(
        "Verifier put to the test",
        "What the cases show of the verifier, where they have gaps, and what a reward is worth then.",
        "cases",
        verifier_parts,
    ),
    "budget-lines": Kind(
        "Budget in figures",
        "Lines against the cap, the worst case against the dates, memory against the devices.",
        "budget",
        budget_parts,
    ),
}


def show_figures(db: Session, person: Person, reference: str, *, page: str, now: datetime) -> FiguresPage:
    """Return a page of figures of one's own inquiry."""
    inquiry = service.load(db, person, reference, now=now)
    address = words.address_of(reference)
    heading = words.heading_of(inquiry.document)
    back = (("My inquiries", "/inquiries"), (heading, address))
    place = Place(reference, heading, address, back, is_editable=inquiry.state in EDITABLE)
    files = queries.list_uploads(db, inquiry.number)
    found = found_in(service.find_reading(db, inquiry.document, files), service.measured_of(db, inquiry))
    basis = basis_of(place, inquiry.document, found, today=service.today_of(now), registry=load_facts(db))
    return figures_page(basis, page)


def figures_page(basis: Basis, page: str) -> FiguresPage:
    """Compose the page, for whoever may see the document."""
    kind, place = FIGURES[page], basis.place
    mend = (words.section_title(kind.section), f"{place.base}/sections/{kind.section}")
    return FiguresPage(
        page=page,
        reference=place.reference,
        title=kind.title,
        heading=place.heading,
        lead=kind.lead,
        back=place.back,
        parts=kind.parts(basis),
        base=place.base,
        beside=tuple((other.title, f"{place.base}/{name}") for name, other in FIGURES.items() if name != page),
        mend=mend if place.is_editable else ("", ""),
        waiting=basis.waiting,
    )


def links_to(base: str) -> tuple[tuple[str, str], ...]:
    """Return the titles of the pages with their addresses."""
    return tuple((kind.title, f"{base}/{name}") for name, kind in FIGURES.items())


def link_beside(section: str, base: str) -> tuple[str, str]:
    """Return the page of figures that a page of the form feeds; empty words where there is none."""
    found = [name for name, kind in FIGURES.items() if kind.section == section]
    return (FIGURES[found[0]].title, f"{base}/{found[0]}") if found else ("", "")
