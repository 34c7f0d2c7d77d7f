"""What may be waived, by how many, for how long: the conditions that every way to a waiver meets."""

from datetime import date, datetime, timedelta

from sqlalchemy.orm import Session

from app.infra.errors import ConflictError, InvalidError
from app.inquiries import queries as inquiries
from app.inquiries.fields.states import state_words
from app.inquiries.queries import Granted, Standing
from app.inquiries.service import too_long
from app.inquiries.tables import Waiver
from app.reviews.queries import Case
from app.reviews.service.approving import weighed
from app.rules.catalogue import CATALOGUE
from app.rules.finding import Finding, Gate, Severity, Status
from app.rules.rule import Rule
from app.rules.workflow import State

LONGEST = timedelta(days=365)
AT_THE_DESK = (State.SUBMITTED, State.IN_REVIEW)
RULES = {rule.id: rule for rule in CATALOGUE}

NO_REASON = "Write why; it stands wherever the finding does."
NO_DAY = "Enter the last day on which this holds, such as 2027-01-31."
PAST = "Enter a day that is still to come, or today."
TOO_FAR = "Enter a day within a year; a waiver that never ends is another rule."
NO_RULE = "Choose a rule."
NOT_OPEN = "This finding is not open on what was submitted. There is nothing to waive."
THERE_ALREADY = "This is waived already, or waits for a second engineer. See it in the list of waivers."


def waiver_faults(reason: str, until: date | None, today: date) -> dict[str, str]:
    """Say what is missing before something can be waived, by field of the form."""
    found = {}
    if not reason.strip():
        found["reason"] = NO_REASON
    elif lack := too_long(reason):
        found["reason"] = lack
    if until is None:
        found["until"] = NO_DAY
    elif until < today:
        found["until"] = PAST
    elif until > today + LONGEST:
        found["until"] = TOO_FAR
    return found


def insist_on_end(reason: str, until: date | None, today: date) -> date:
    """Return the last day of a waiver that says all it must say."""
    faults = waiver_faults(reason, until, today)
    if faults or until is None:
        errors = [{"field": field, "message": sentence} for field, sentence in faults.items()]
        raise InvalidError(" ".join(faults.values()), code="waiver-incomplete", errors=errors)
    return until


def needs_second(rule: Rule) -> bool:
    """Say whether one engineer is not enough: wherever the rule shuts a gate."""
    return Severity.BLOCK in (rule.submit, rule.commit)


def can_be_waived(finding: Finding) -> bool:
    """Say whether there is anything to lower: a note weighs nothing, and a doubt is answered for at approval."""
    return finding.status is Status.OPEN and finding.severity is not Severity.NOTE


def can_be_relaxed(rule: Rule) -> bool:
    """Say whether a rule weighs anything that could be lowered."""
    return rule.is_carried_out and any(rule.severity(gate) is not Severity.NOTE for gate in Gate)


def open_finding(db: Session, case: Case, rule: str, field: str, *, now: datetime) -> Finding:
    """Return a finding of the commit gate that can be waived now; refuse where there is none, or one is waived."""
    if case.state not in AT_THE_DESK:
        raise ConflictError(
            f"This inquiry is {state_words(case.state)}; a finding is waived while it is at the desk.", code="state"
        )
    granted = inquiries.list_waivers_on(db, case.number)
    if any((one.rule, one.field) == (rule, field) for one in living(granted, now.date())):
        raise ConflictError(THERE_ALREADY, code="waived-already")
    for finding in weighed(db, case, now=now).report.findings:
        if (finding.rule, finding.field) == (rule, field) and can_be_waived(finding):
            return finding
    raise ConflictError(NOT_OPEN, code="not-open")


def open_rule(db: Session, rule: str, *, now: datetime) -> Rule:
    """Return a rule that can be relaxed for all now; refuse where it weighs nothing, or is relaxed."""
    chosen = RULES.get(rule)
    if chosen is None or not can_be_relaxed(chosen):
        raise InvalidError(NO_RULE, code="no-such-rule", errors=[{"field": "rule", "message": NO_RULE}])
    granted = inquiries.list_waivers(db, Waiver.inquiry_id.is_(None), Waiver.rule == rule)
    if living(granted, now.date()):
        raise ConflictError(THERE_ALREADY, code="waived-already")
    return chosen


def living(granted: tuple[Granted, ...], today: date) -> tuple[Granted, ...]:
    """Return those that count or may yet."""
    return tuple(one for one in granted if one.standing(today) in (Standing.WAITING, Standing.IN_FORCE))
