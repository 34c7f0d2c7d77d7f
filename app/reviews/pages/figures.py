"""The pages of figures as the desk sees them: those of the customer, of the answers as submitted."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.inquiries import queries as inquiry_queries
from app.inquiries import service as inquiries
from app.inquiries.pages.figures import (
    FiguresPage,
    Place,
    ReadingPage,
    Shown,
    basis_of,
    figures_page,
    found_in,
    reading_page,
)
from app.inquiries.pages.words import heading_of
from app.registry.queries import load_facts
from app.reviews import service
from app.reviews.pages.words import review_address


def show_figures(db: Session, person: Person, reference: str, *, page: str, now: datetime) -> FiguresPage:
    """Return a page of figures of a submitted version that this engineer may judge."""
    case = service.judged(db, person, reference)
    body = case.body
    document, address = body["document"], review_address(reference)
    reading = inquiries.find_reading(db, document, inquiry_queries.files_in(body))
    place = Place(reference, heading_of(document), address, (("Queue", "/queue"), (reference, address)))
    found = found_in(reading, inquiries.measured_then(db, body))
    basis = basis_of(place, document, found, today=inquiries.today_of(now), registry=load_facts(db))
    return figures_page(basis, page)


def show_reading(db: Session, person: Person, reference: str, upload: str, *, after: str) -> ReadingPage:
    """Return what was read from a file of a submitted version."""
    case = service.judged(db, person, reference)
    body = case.body
    file = next((file for file in inquiry_queries.files_in(body) if file.public_id == upload), None)
    if file is None:
        raise NotFoundError
    address = review_address(reference)
    shown = Shown(
        reference=reference,
        heading=heading_of(body["document"]),
        name=file.name,
        size=file.size,
        sha256=file.sha256,
        file=f"{address}/uploads/{upload}",
        base=address,
        back=(("Queue", "/queue"), (reference, address), ("Baseline in figures", f"{address}/baseline")),
        can_compare=False,
    )
    return reading_page(db, shown, inquiries.find_reading_of(db, body["document"], file), after=after)
