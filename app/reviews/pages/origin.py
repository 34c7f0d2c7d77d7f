"""Where a copied inquiry came from, and which copied pages nobody saved again before it was submitted."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.audit.queries import list_details
from app.inquiries import queries as inquiries
from app.inquiries.fields.states import state_words
from app.inquiries.pages.words import section_title
from app.inquiries.queries import reference_of
from app.reviews import service
from app.reviews.pages import words
from app.reviews.queries import Case


@dataclass(frozen=True, slots=True)
class Origin:
    """The inquiry that was copied; `href` is empty where this engineer may not see it."""

    reference: str
    href: str
    state: str
    confirmed_at: int
    confirmed: tuple[tuple[str, str], ...]


def origin_of(db: Session, person: Person, case: Case) -> Origin | None:
    """Return where the inquiry came from; None where it is no copy."""
    copy = inquiries.find_copy(db, case.number)
    if copy is None:
        return None
    source = service.find_judged(db, person, reference_of(copy.source_id))
    version, pages = _confirmed(db, case)
    return Origin(
        reference=source.reference if source else "",
        href=words.review_address(source.reference) if source else "",
        state=state_words(source.state) if source else "",
        confirmed_at=version,
        confirmed=tuple((section_title(page), f"#section-{page}") for page in pages),
    )


def _confirmed(db: Session, case: Case) -> tuple[int, tuple[str, ...]]:
    """Return the version that was submitted with copied pages only confirmed, and these pages; there is one at most."""
    for detail in list_details(db, f"inquiry:{case.reference}", verb="inquiry.submit"):
        if detail.get("confirmed"):
            return detail["version"], tuple(detail["confirmed"])
    return 0, ()
