"""Promises of what was submitted: their days are kept for the worker, and each is judged at the commit gate."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from app.infra import jobs
from app.inquiries.fields import facts_of, read
from app.inquiries.service.checking import check_document
from app.inquiries.service.measuring import measured_now
from app.inquiries.service.waived import waivers_of
from app.inquiries.tables import Promise
from app.rules.finding import Gate, Report
from app.rules.promises import Commitment, commitments_in
from app.rules.records import RegistryFacts

PROMISES = "promises"  # the kind of job that looks at their days, and the key that there is one of at a time


def keep_promises(db: Session, number: int, version: int, document: Mapping[str, Any], *, now: datetime) -> None:
    """Keep the days of a version that is being submitted, and have somebody look at them from now on."""
    rows = read(document).answers.rows("commitments")
    days = {(row.text("item"), row.day("due")) for row in rows}
    kept = [(item, due) for item, due in days if item and due is not None]
    for item, due in sorted(kept):
        db.add(Promise(inquiry_id=number, version=version, item=item, due=due))
    if kept:
        db.flush()
        jobs.enqueue(db, PROMISES, {}, now=now, unique_key=PROMISES)


def promises_of(
    db: Session, number: int, document: Mapping[str, Any], *, today: date, registry: RegistryFacts
) -> tuple[Commitment, ...]:
    """Return the commitments of a document with what became of each; it is judged only where there is one."""
    if not document.get("commitments"):
        return ()
    measured = measured_now(db, number, document)
    report = check_document(document, Gate.COMMIT, today, registry, waivers_of(db, number), measured=measured)
    return judged_promises(document, report, today=today, registry=registry)


def judged_promises(
    document: Mapping[str, Any], report: Report, *, today: date, registry: RegistryFacts
) -> tuple[Commitment, ...]:
    """Return the commitments of a document by a report on it that there is already."""
    return commitments_in(facts_of(document, gate=Gate.COMMIT, today=today, registry=registry).answers, report)
