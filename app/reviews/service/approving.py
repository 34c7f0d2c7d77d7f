"""Approving: the commit gate on what was submitted, judged today; a written reason for whatever it leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.errors import ConflictError
from app.inquiries import service as inquiries
from app.inquiries.fields.states import state_words
from app.registry.queries import load_facts
from app.reviews.queries import Case
from app.reviews.service.deciding import Decided, Ground, decide, tell_of
from app.reviews.service.evidence import Cited, cited
from app.reviews.service.granting import Asked, Grant, granted_of, granted_words, misgranted
from app.reviews.service.saying import lack_of
from app.reviews.service.standing import judged, opened
from app.rules import workflow
from app.rules.finding import Finding, Gate, Report, Severity, Status
from app.rules.workflow import Action, Party


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
        return self.limits.currency

    @property
    def limits(self) -> Asked:
        """What was asked, which a grant keeps to."""
        return Asked.of(self.document)

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
    body = case.body
    document, measured = body["document"], inquiries.measured_then(db, body)
    registry, today, waivers = load_facts(db), inquiries.today_of(now), inquiries.waivers_of(db, case.number)
    report = inquiries.check_document(document, Gate.COMMIT, today, registry, waivers, measured=measured)
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
    if workflow.target(case.state, Action.APPROVE, Party.OUTSIDE_ENGINEER) is None:
        raise ConflictError(f"This inquiry is {state_words(case.state)}; that can no longer be done.", code="state")
    basis = weighed(db, case, now=now)
    errors = (
        *_unsaid(basis, reasons),
        *misgranted(basis.limits, grant, today=inquiries.today_of(now)),
        *((("note", lack),) if (lack := inquiries.too_long(note)) else ()),
    )
    if not basis.report.passes or errors:
        inquiries.note_stops(db, case.number, case.version, basis.report, now=now)
        return NotApproved(basis, errors)
    granted = granted_of(basis.limits, grant)
    ground = Ground(
        reason=note.strip(),
        granted=_text(granted),
        reasons=_text({key_of(finding): reasons[key_of(finding)].strip() for finding in basis.needed}),
        report=_text(basis.report.as_json()),
        evidence=_text([one.as_json() for one in basis.evidence]),
    )
    decided = decide(db, person, row, case, action=Action.APPROVE, ground=ground, now=now)
    tell_of(db, person, case, decided, words="was approved", quoted=granted_words(granted), now=now)
    return decided


def _unsaid(basis: Weighed, reasons: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    lacks = [
        (
            key_of(finding),
            lack_of(reasons.get(key_of(finding), ""), f"Write why approval is right although: {finding.message}"),
        )
        for finding in basis.needed
    ]
    return tuple((f"reason.{key}", lack) for key, lack in lacks if lack)


def _text(value: object) -> str:
    return canonical.canonical(value).decode()
