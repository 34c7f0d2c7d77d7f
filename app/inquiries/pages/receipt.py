"""The receipt: what was submitted, when, under which digest, judged by which law and which registry."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.infra.web import instant
from app.inquiries import queries, service
from app.inquiries.pages import words
from app.inquiries.pages.promises import PromiseLine, promise_lines
from app.inquiries.queries import Receipt
from app.registry.queries import load_facts


@dataclass(frozen=True, slots=True)
class ReceiptPage:
    """The latest submitted version, and the ones before it."""

    reference: str
    title: str
    state: str
    latest: Receipt
    earlier: tuple[Receipt, ...]
    facts: tuple[tuple[str, str, bool], ...]
    promises: tuple[PromiseLine, ...]


def show_receipt(db: Session, person: Person, reference: str, *, now: datetime) -> ReceiptPage:
    """Return the receipt of one's own inquiry; there is none before it was submitted."""
    inquiry = service.load(db, person, reference, now=now)
    receipts = queries.list_receipts(db, inquiry.number)
    if not receipts:
        raise NotFoundError("This inquiry was not submitted yet.")
    today = service.today_of(now)
    promised = service.promises_of(db, inquiry.number, inquiry.document, today=today, registry=load_facts(db))
    return ReceiptPage(
        reference=inquiry.reference,
        title=words.heading_of(inquiry.document),
        state=words.STATE_WORDS[inquiry.state],
        latest=receipts[0],
        earlier=receipts[1:],
        facts=_facts(inquiry.reference, words.STATE_WORDS[inquiry.state], receipts[0]),
        promises=promise_lines(promised, today),
    )


def _facts(reference: str, state: str, receipt: Receipt) -> tuple[tuple[str, str, bool], ...]:
    return (
        ("Reference", reference, True),
        ("Submitted version", str(receipt.number), False),
        ("Submitted", instant(receipt.submitted_at), False),
        ("State now", state, False),
        ("Digest of what was submitted", receipt.digest, True),
        ("Rule set", receipt.ruleset_version, False),
        ("Digest of the rule set", receipt.ruleset_digest, True),
        ("Revision of the registry", receipt.registry_revision, True),
    )
