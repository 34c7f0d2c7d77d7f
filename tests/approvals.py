"""Approved and revoked inquiries for tests, made through the services as people make them."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.reviews import service as reviews
from app.reviews.service import Decided, Grant
from app.rules.workflow import Role
from tests import drafts, factories

GRANT = Grant(cap=4_000_000, earliest_start=date(2027, 2, 8), conditions="Report after each week.")


def approved(
    db: Session, *, now: datetime, name: str = "qwen", answers: Mapping[str, Any] | None = None, grant: Grant = GRANT
) -> Decided:
    """Return an approval of one of the example documents, with other answers where they are given."""
    customer = factories.stored_person(db, now=now)
    engineer = factories.stored_person(db, Role.ENGINEER, now=now)
    document = {**drafts.document(name), **(answers or {})}
    reference = drafts.opened(db, customer, document, now=now, kind=drafts.KINDS[name])
    drafts.submitted(db, customer, reference, now=now)
    reviews.take(db, engineer, reference, version=1, now=now)
    return approve(db, engineer, reference, now=now, grant=grant)


def approve(db: Session, engineer: Person, reference: str, *, now: datetime, grant: Grant = GRANT) -> Decided:
    """Approve with a reason for whatever needs one."""
    weighed = reviews.weigh(db, engineer, reference, now=now)
    reasons = {reviews.key_of(finding): f"Looked at {finding.rule}." for finding in weighed.needed}
    done = reviews.approve(db, engineer, reference, version=1, reasons=reasons, grant=grant, now=now)
    assert isinstance(done, Decided), done.errors
    return done


def revoked(db: Session, reference: str, *, now: datetime) -> Decided:
    """Revoke an approval, by two engineers."""
    first, second = (factories.stored_person(db, Role.ENGINEER, now=now) for _ in range(2))
    later = now + timedelta(minutes=1)
    asked = reviews.ask_revocation(db, first, reference, version=1, reason="The licence changed.", now=now)
    return reviews.confirm_revocation(db, second, reference, version=1, request_id=asked, now=later)
