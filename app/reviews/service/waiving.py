"""Waiving a finding of one inquiry, or a rule for all: by an engineer with a reason and an end; what blocks, by two."""

from datetime import date, datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, NotAllowedError, NotFoundError
from app.inquiries import queries as inquiries
from app.inquiries.fields.states import state_words
from app.inquiries.queries import Granted, Standing
from app.inquiries.tables import Waiver
from app.reviews import queries
from app.reviews.queries import Case
from app.reviews.service.standing import judge_of, judged, opened
from app.reviews.service.waivable import AT_THE_DESK, RULES, insist_on_end, needs_second, open_finding, open_rule
from app.reviews.service.waiver_words import tell_of_asking, tell_of_confirming, tell_of_withdrawing
from app.rules import workflow
from app.rules.finding import Finding
from app.rules.rule import Rule
from app.rules.workflow import Party, Role, State

LIVING = (*AT_THE_DESK, State.RETURNED)
SAME_PERSON = "You asked for this waiver yourself; another engineer has to confirm it."
NOT_WAITING = "This waiver does not wait for anybody."
OVER = "This waiver is over already."


def waivable(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, *, rule: str, field: str, now: datetime
) -> tuple[Case, Finding]:
    """Return an open finding that this person may waive."""
    case = judged(db, person, reference)
    return case, open_finding(db, case, rule, field, now=now)


def waive(  # noqa: PLR0913  db, person and now come with every deed
    db: Session,
    person: Person,
    reference: str,
    *,
    version: int,
    rule: str,
    field: str,
    reason: str,
    until: date | None,
    now: datetime,
) -> Granted:
    """Waive one finding of what was submitted; one that blocks waits for a second engineer."""
    _, case = opened(db, person, reference, version=version)
    finding = open_finding(db, case, rule, field, now=now)
    row = _row(person, RULES[rule], reason, insist_on_end(reason, until, now.date()), now)
    row.inquiry_id, row.version, row.field, row.finding = case.number, case.version, field, finding.message
    granted = _kept(db, row)
    tell_of_asking(db, person, granted, case, now=now)
    return granted


def relax(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, *, rule: str, reason: str, until: date | None, now: datetime
) -> Granted:
    """Lower a rule for all inquiries but those of one's own side; one that blocks waits for a second engineer."""
    insist_on_engineer(person)
    chosen = open_rule(db, rule, now=now)
    granted = _kept(db, _row(person, chosen, reason, insist_on_end(reason, until, now.date()), now))
    tell_of_asking(db, person, granted, None, now=now)
    return granted


def confirm_waiver(db: Session, person: Person, waiver_id: int, *, now: datetime) -> Granted:
    """Take it upon oneself too; whoever asked cannot. From then on it counts."""
    row, case = _locked(db, person, waiver_id)
    granted = _found(db, waiver_id)
    if granted.standing(now.date()) is not Standing.WAITING:
        raise ConflictError(NOT_WAITING, code="not-waiting")
    if case is not None and case.state not in LIVING:
        raise ConflictError(
            f"This inquiry is {state_words(case.state)}; nothing of it is waived any more.", code="state"
        )
    if row.asked_by_id == person.id:
        raise NotAllowedError(SAME_PERSON, code="second-needed")
    row.confirmed_by_id, row.confirmed_at = person.id, now
    db.flush()
    granted = _found(db, waiver_id)
    tell_of_confirming(db, person, granted, case, now=now)
    return granted


def withdraw_waiver(db: Session, person: Person, waiver_id: int, *, now: datetime) -> Granted:
    """Take a waiver back; the rule counts again from now on."""
    row, case = _locked(db, person, waiver_id)
    before = _found(db, waiver_id).standing(now.date())
    if before not in (Standing.WAITING, Standing.IN_FORCE):
        raise ConflictError(OVER, code="over")
    row.withdrawn_by_id, row.withdrawn_at = person.id, now
    db.flush()
    granted = _found(db, waiver_id)
    tell_of_withdrawing(db, person, granted, case, counted=before is Standing.IN_FORCE, now=now)
    return granted


def seen_waiver(db: Session, person: Person, waiver_id: int) -> Granted:
    """Return a waiver for ops, or for an engineer who may judge what it is about; to others there is none."""
    granted = _found(db, waiver_id)
    if person.role is Role.OPS:
        return granted
    insist_on_engineer(person)
    if granted.reference:
        judged(db, person, granted.reference)
    return granted


def insist_on_engineer(person: Person) -> None:
    """Refuse whoever is no engineer, as for something that is not there."""
    judge = judge_of(person)
    if judge is None or workflow.party(judge.role, same_organisation=False) is not Party.OUTSIDE_ENGINEER:
        raise NotFoundError


def _row(person: Person, rule: Rule, reason: str, until: date, now: datetime) -> Waiver:
    return Waiver(
        version=0,
        rule=rule.id,
        field="",
        finding="",
        reason=reason.strip(),
        until=until,
        needs_second=needs_second(rule),
        asked_by_id=person.id,
        asked_at=now,
    )


def _kept(db: Session, row: Waiver) -> Granted:
    db.add(row)
    db.flush()
    return _found(db, row.id)


def _found(db: Session, waiver_id: int) -> Granted:
    granted = inquiries.find_waiver(db, waiver_id)
    if granted is None:
        raise NotFoundError
    return granted


def _locked(db: Session, person: Person, waiver_id: int) -> tuple[Waiver, Case | None]:
    """Return the row and what it is about, locked in the order in which every deed locks: the inquiry first."""
    granted = _found(db, waiver_id)
    insist_on_engineer(person)
    case = None
    if granted.reference:
        queries.lock_inquiry(db, granted.reference)
        case = judged(db, person, granted.reference)
    row = inquiries.lock_waiver(db, waiver_id)
    if row is None:
        raise NotFoundError
    return row, case
