"""Approving: the commit gate on what was submitted, judged today; a written reason for whatever it leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.inquiries import service as inquiries
from app.inquiries.fields import FIELDS
from app.inquiries.forms.words import said
from app.registry.queries import load_facts
from app.reviews.queries import Case
from app.reviews.service.deciding import Decided, Ground, decide, tell_of
from app.reviews.service.evidence import Cited, cited
from app.reviews.service.standing import judged, opened
from app.rules.finding import Finding, Gate, Report, Severity, Status
from app.rules.workflow import Action

MORE_THAN_ASKED = "This is more than was asked for; a higher cap needs a new version of the inquiry."
NO_CAP = "Enter the most that may be spent."
NO_START = "Enter the day from which capacity is granted."


@dataclass(frozen=True, slots=True)
class Grant:
    """What is granted, beside what was asked: a cap in minor units, the earliest start, and conditions."""

    cap: int | None
    earliest_start: date | None
    conditions: str = ""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What approval would rest on today: the commit gate's report, what must be explained, and the evidence."""

    case: Case
    document: Mapping[str, Any]
    report: Report
    needed: tuple[Finding, ...]
    evidence: tuple[Cited, ...]

    @property
    def currency(self) -> str:
        """The currency of the document's budget, "" where none can be read."""
        budget = self.document.get("budget")
        currency = budget.get("currency") if isinstance(budget, dict) else None
        return currency.strip() if isinstance(currency, str) else ""

    def asked(self, field: str) -> object:
        """Return what the document says in that field of its budget or timing."""
        part, _, name = field.partition(".")
        values = self.document.get(part)
        return values.get(name) if isinstance(values, dict) else None


@dataclass(frozen=True, slots=True)
class NotApproved:
    """Not approved: something blocks, or something that has to be said is not said. By field of the form."""

    weighed: Weighed
    errors: tuple[tuple[str, str], ...]


def key_of(finding: Finding) -> str:
    """Return the name under which a finding is answered for: its rule and its field."""
    return f"{finding.rule}|{finding.field}"


def needs_reason(finding: Finding) -> bool:
    """Say whether approval must answer for it: an open warning, or a *cannot tell* of a rule that blocks."""
    if finding.status is Status.CANNOT_TELL:
        return finding.severity is Severity.BLOCK
    return finding.status is Status.OPEN and finding.severity is Severity.WARN


def weigh(db: Session, person: Person, reference: str, *, now: datetime) -> Weighed:
    """Return what approval would rest on now, for somebody who may judge it."""
    return weighed(db, judged(db, person, reference), now=now)


def weighed(db: Session, case: Case, *, now: datetime) -> Weighed:
    """Judge what was submitted at the commit gate, with today's date and today's registry."""
    document = case.body["document"]
    registry, today = load_facts(db), inquiries.today_of(now)
    report = inquiries.check_document(document, Gate.COMMIT, today, registry, inquiries.waivers_of(db, case.number))
    needed = tuple(finding for finding in report.findings if needs_reason(finding))
    return Weighed(case, document, report, needed, cited(document, registry, today))


def approve(  # noqa: PLR0913  db, person and now come with every deed
    db: Session,
    person: Person,
    reference: str,
    *,
    version: int,
    reasons: Mapping[str, str],
    grant: Grant,
    now: datetime,
    note: str = "",
) -> Decided | NotApproved:
    """Approve this version, if nothing blocks and everything that is left open is answered for."""
    row, case = opened(db, person, reference, version=version)
    basis = weighed(db, case, now=now)
    errors = (*_unsaid(basis, reasons), *_ungranted(basis, grant))
    if not basis.report.passes or errors:
        inquiries.note_stops(db, case.number, case.version, basis.report, now=now)
        return NotApproved(basis, errors)
    ground = Ground(
        reason=note.strip(),
        granted=_text(_granted(basis, grant)),
        reasons=_text({key_of(finding): reasons[key_of(finding)].strip() for finding in basis.needed}),
        report=_text(basis.report.as_json()),
        evidence=_text([one.as_json() for one in basis.evidence]),
    )
    decided = decide(db, person, row, case, action=Action.APPROVE, ground=ground, now=now)
    tell_of(db, person, case, decided, words="was approved", quoted=granted_words(_granted(basis, grant)), now=now)
    return decided


def granted_words(granted: Mapping[str, Any]) -> str:
    """Say in words what was granted."""
    amount = said(FIELDS["budget.cap"], granted["cap"], {"budget": {"currency": granted["currency"]}})
    words = f"Granted: at most {amount}, not before {granted['earliest_start']}."
    return f"{words} Conditions: {granted['conditions']}" if granted["conditions"] else words


def _unsaid(basis: Weighed, reasons: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (f"reason.{key_of(finding)}", f"Write why approval is right although: {finding.message}")
        for finding in basis.needed
        if not reasons.get(key_of(finding), "").strip()
    )


def _ungranted(basis: Weighed, grant: Grant) -> list[tuple[str, str]]:
    errors = []
    asked = basis.asked("budget.cap")
    if grant.cap is None or grant.cap <= 0:
        errors.append(("cap", NO_CAP))
    elif isinstance(asked, int) and not isinstance(asked, bool) and grant.cap > asked:
        errors.append(("cap", MORE_THAN_ASKED))
    if grant.earliest_start is None:
        errors.append(("earliest_start", NO_START))
    return errors


def _granted(basis: Weighed, grant: Grant) -> dict[str, Any]:
    start = "" if grant.earliest_start is None else grant.earliest_start.isoformat()
    return {
        "cap": grant.cap,
        "currency": basis.currency,
        "earliest_start": start,
        "conditions": grant.conditions.strip(),
    }


def _text(value: object) -> str:
    return canonical.canonical(value).decode()
