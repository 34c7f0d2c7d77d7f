"""What would open approval, as the desk sees it: the page of the customer, with links into the review."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import service as inquiries
from app.inquiries.fields import section_of
from app.inquiries.pages.way_out import WayOutPage, page_of
from app.registry.queries import load_facts
from app.reviews import service
from app.reviews.pages.words import review_address
from app.rules.finding import Gate


def show_way_to_approval(db: Session, person: Person, reference: str, *, now: datetime) -> WayOutPage:
    """Return the page for a submitted version that this engineer may judge."""
    case = service.judged(db, person, reference)
    body = case.body
    document, address = body["document"], review_address(reference)
    ahead = inquiries.look_ahead(
        document,
        (Gate.COMMIT,),
        inquiries.today_of(now),
        load_facts(db),
        inquiries.waivers_of(db, case.number),
        measured=inquiries.measured_then(db, body),
    )

    def place(field: str) -> str:
        return f"{address}#section-{section_of(field, document)}"

    return page_of(reference, document, ahead, (("Queue", "/queue"), (reference, address)), place)
