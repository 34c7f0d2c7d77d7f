"""The pages of figures as the desk sees them: those of the customer, of the answers as submitted."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.inquiries import queries as inquiry_queries
from app.inquiries import service as inquiries
from app.inquiries.pages.figures import (
    FiguresPage,
    Place,
    ReadingPage,
    RunsPage,
    Shown,
    Table,
    basis_of,
    figures_page,
    found_in,
    reading_page,
    runs_page,
    tasks_of,
)
from app.inquiries.pages.words import heading_of
from app.inquiries.service.measuring import FileLike
from app.registry.queries import load_facts
from app.reviews import service
from app.reviews.pages.words import review_address


def show_figures(db: Session, person: Person, reference: str, *, page: str, now: datetime) -> FiguresPage:
    """Return a page of figures of a submitted version that this engineer may judge."""
    body = service.judged(db, person, reference).body
    document = body["document"]
    reading = inquiries.find_reading(db, document, inquiry_queries.files_in(body))
    found = found_in(reading, inquiries.measured_then(db, body))
    place, today = _place(reference, document), inquiries.today_of(now)
    return figures_page(basis_of(place, document, found, today=today, registry=load_facts(db)), page)


def show_runs(db: Session, person: Person, reference: str, *, a: str, b: str) -> RunsPage:
    """Return the comparison of two files of a submitted version."""
    body = service.judged(db, person, reference).body
    document = body["document"]
    return runs_page(db, _place(reference, document), document, inquiry_queries.files_in(body), (a, b))


def show_reading(db: Session, person: Person, reference: str, upload: str, *, after: str) -> ReadingPage:
    """Return what was read from a file of a submitted version."""
    body = service.judged(db, person, reference).body
    file = _file(body, upload)
    place = _place(reference, body["document"])
    shown = Shown(
        reference=reference,
        heading=place.heading,
        name=file.name,
        size=file.size,
        sha256=file.sha256,
        file=f"{place.base}/uploads/{upload}",
        base=place.base,
        back=(*place.back, ("Baseline in figures", f"{place.base}/baseline")),
    )
    return reading_page(db, shown, inquiries.find_reading_of(db, body["document"], file), after=after)


def all_tasks(db: Session, person: Person, reference: str, upload: str) -> Table:
    """Return what became of every task of a file of a submitted version."""
    body = service.judged(db, person, reference).body
    return tasks_of(db, inquiries.find_reading_of(db, body["document"], _file(body, upload)))


def _place(reference: str, document: Mapping[str, Any]) -> Place:
    address = review_address(reference)
    return Place(reference, heading_of(document), address, (("Queue", "/queue"), (reference, address)))


def _file(body: Mapping[str, Any], upload: str) -> FileLike:
    found = next((file for file in inquiry_queries.files_in(body) if file.public_id == upload), None)
    if found is None:
        raise NotFoundError
    return found
