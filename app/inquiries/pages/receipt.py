"""The receipt: what was submitted, when, under which digest, judged by which law and which registry."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.errors import NotFoundError
from app.infra.web import instant
from app.inquiries import queries, service
from app.inquiries.fields.states import STATE_WORDS
from app.inquiries.pages import words
from app.inquiries.pages.granted import Granted, granted_in
from app.inquiries.pages.promises import PromiseLine, promise_lines
from app.inquiries.pages.submitted import AnswersOf, submitted_answers
from app.inquiries.queries import Receipt
from app.registry.queries import load_facts
from app.rules.workflow import State

READING = (
    "A sales engineer reads this version. Submitted is not approved: no capacity is committed. If something must "
    "change, the inquiry comes back to you with what is asked, and this version stays as it is."
)
STANDS = {
    State.SUBMITTED: READING,
    State.IN_REVIEW: READING,
    State.RETURNED: "This version came back to you with what has to change, and stays as it is. What you change "
    "becomes a new version when you submit it.",
    State.APPROVED: "This version is approved, for what is granted here and no more.",
    State.DECLINED: "This version was declined. It stays as it is, and can be copied as a new inquiry.",
    State.WITHDRAWN: "The inquiry was withdrawn; nobody decides on it. This version stays as it is.",
    State.REVOKED: "The approval of this version was revoked: what was granted here no longer is.",
}


@dataclass(frozen=True, slots=True)
class ReceiptPage:
    """The latest submitted version, and the ones before it."""

    reference: str
    title: str
    state: str
    latest: Receipt
    earlier: tuple[Receipt, ...]
    granted: Granted | None
    stands: str
    facts: tuple[tuple[str, str, bool], ...]
    promises: tuple[PromiseLine, ...]
    answers: tuple[AnswersOf, ...]


def show_receipt(db: Session, person: Person, reference: str, *, now: datetime) -> ReceiptPage:
    """Return the receipt of one's own inquiry; there is none before it was submitted."""
    inquiry = service.load(db, person, reference, now=now)
    receipts = queries.list_receipts(db, inquiry.number)
    if not receipts:
        raise NotFoundError("This inquiry was not submitted yet.")
    today, registry = service.today_of(now), load_facts(db)
    snapshot = canonical.parse(service.latest_snapshot(db, person, reference, now=now))
    promised = service.promises_of(db, inquiry.number, inquiry.document, today=today, registry=registry)
    return ReceiptPage(
        reference=inquiry.reference,
        title=words.heading_of(inquiry.document),
        state=STATE_WORDS[inquiry.state],
        latest=receipts[0],
        earlier=receipts[1:],
        granted=granted_in(queries.list_story(db, inquiry.number, "customer"), inquiry.document),
        stands=STANDS.get(inquiry.state, ""),
        facts=_facts(inquiry.reference, STATE_WORDS[inquiry.state], receipts[0]),
        promises=promise_lines(promised, today),
        answers=submitted_answers(snapshot, registry),
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
