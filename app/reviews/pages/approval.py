"""The approval page: what blocks, what has to be answered for, and what is granted beside what was asked."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError
from app.infra.web import day
from app.inquiries.fields import FIELDS, label_of, section_of
from app.inquiries.fields.money import minor_digits, to_major
from app.inquiries.fields.states import state_words
from app.inquiries.forms import FieldView, said
from app.inquiries.pages.words import Linked, heading_of, not_checked_words
from app.reviews import service
from app.reviews.forms import REASON
from app.reviews.pages.acting import KEPT
from app.reviews.pages.acts import FOR_THE_CUSTOMER
from app.reviews.pages.lost import lost_lines
from app.reviews.pages.words import review_address
from app.reviews.service import Asked, Weighed, key_of
from app.rules import workflow
from app.rules.finding import Finding, Status
from app.rules.workflow import Action, Party

Typed = Mapping[str, str]
Errors = Mapping[str, tuple[str, ...]]
STAYS = "What you wrote is kept below, to be copied; it can no longer be sent."


@dataclass(frozen=True, slots=True)
class Answering:
    """One finding that approval must answer for, with the place for the answer."""

    finding: Finding
    href: str
    field: FieldView


@dataclass(frozen=True, slots=True)
class ApprovalPage:
    """Everything that approving this version asks for."""

    reference: str
    title: str
    organisation: str
    version: int
    path: str
    hidden: tuple[tuple[str, str], ...]
    refusing: Linked
    reasons_hint: str
    needed: tuple[Answering, ...]
    waived: Linked
    asked: tuple[tuple[str, str], ...]
    fields: tuple[FieldView, ...]
    note: FieldView
    not_checked: str
    is_open: bool
    errors: tuple[tuple[str, str], ...]
    queue: str = "/queue"


def show_approval(db: Session, person: Person, reference: str, *, typed: Typed, now: datetime) -> ApprovalPage:
    """Return the page, or refuse it where the inquiry is past that."""
    basis = service.weigh(db, person, reference, now=now)
    if workflow.target(basis.case.state, Action.APPROVE, Party.OUTSIDE_ENGINEER) is None:
        words = state_words(basis.case.state)
        raise ConflictError(f"The state of this inquiry is: {words}. It cannot be approved now.", code="state")
    return approval_page(basis, typed=typed, errors=(), today=now.date())


def show_lost_approval(  # noqa: PLR0913  for whom, with what was typed and why it is refused
    db: Session, person: Person, reference: str, *, typed: Typed, seen: int, refusal: str, now: datetime
) -> ApprovalPage:
    """Return the page again for somebody who came too late; it can be sent again only if that is still possible."""
    basis = service.weigh(db, person, reference, now=now)
    is_possible = workflow.target(basis.case.state, Action.APPROVE, Party.OUTSIDE_ENGINEER) is not None
    now_on = {**typed, "version": str(basis.case.version)}
    page = approval_page(basis, typed=now_on, errors=(), today=now.date())
    lines = lost_lines(db, person, basis.case, refusal, seen=seen, kept=KEPT if is_possible else STAYS)
    return replace(page, is_open=page.is_open and is_possible, errors=lines)


def approval_page(basis: Weighed, *, typed: Typed, errors: tuple[tuple[str, str], ...], today: date) -> ApprovalPage:
    """Return the page; what was typed stands in it again."""
    case, document = basis.case, basis.document
    by_field: dict[str, tuple[str, ...]] = {}
    for field, sentence in errors:
        by_field[field] = (*by_field.get(field, ()), sentence)
    address = review_address(case.reference)
    blocked = [finding for finding in basis.report.findings if finding.refuses]
    summary = [(sentence, f"#{field}") for field, sentence in errors]
    if blocked and typed:
        summary.insert(0, ("Something blocks approval; it has to be returned first.", "#blocks"))
    return ApprovalPage(
        reference=case.reference,
        title=heading_of(document),
        organisation=case.organisation,
        version=case.version,
        path=f"{address}/approve",
        hidden=(("version", typed.get("version") or str(case.version)),),
        refusing=tuple((finding, _place(basis, finding)) for finding in blocked),
        reasons_hint=service.AT_LEAST,
        needed=tuple(_answering(basis, finding, typed, by_field) for finding in basis.needed),
        waived=tuple((one, _place(basis, one)) for one in basis.report.findings if one.status is Status.WAIVED),
        asked=_asked(basis),
        fields=_fields(basis, typed, by_field, today),
        note=FieldView(
            id="note",
            name="note",
            label="A note on this approval (optional)",
            control="textarea",
            hint=FOR_THE_CUSTOMER,
            value=typed.get("note", ""),
            errors=by_field.get("note", ()),
        ),
        not_checked=not_checked_words(basis.report.not_checked),
        is_open=basis.report.passes,
        errors=tuple(summary),
    )


def _answering(basis: Weighed, finding: Finding, typed: Typed, errors: Errors) -> Answering:
    name = REASON + key_of(finding)
    kind = "doubt" if finding.status is Status.CANNOT_TELL else "warning"
    field = FieldView(
        name,
        name,
        f"Why approve all the same: {label_of(finding.field)}, {kind} of rule {finding.rule}",
        "textarea",
        hint="The desk and capacity operations read this.",
        value=typed.get(name, ""),
        errors=errors.get(name, ()),
    )
    return Answering(finding, _place(basis, finding), field)


def _place(basis: Weighed, finding: Finding) -> str:
    """Return where the answer stands on the review page."""
    section = section_of(finding.field, basis.document)
    return f"{review_address(basis.case.reference)}#section-{section}"


def _asked(basis: Weighed) -> tuple[tuple[str, str], ...]:
    names = (
        "budget.cap",
        "budget.minimum",
        "budget.maximum",
        "timing.earliest_start",
        "timing.latest_start",
        "timing.finish_by",
    )
    return tuple((FIELDS[name].label, said(FIELDS[name], basis.asked(name), basis.document)) for name in names)


def _fields(basis: Weighed, typed: Typed, errors: Errors, today: date) -> tuple[FieldView, ...]:
    limits = basis.limits
    return (
        FieldView(
            "cap",
            "cap",
            "Cap that is granted",
            "text_input",
            hint=_cap_hint(limits),
            value=typed.get("cap", _cap(basis)),
            unit=basis.currency,
            width="10",
            errors=errors.get("cap", ()),
        ),
        FieldView(
            "earliest_start",
            "earliest_start",
            "Earliest start that is granted",
            "date_input",
            hint=_start_hint(limits),
            value=typed.get("earliest_start", _start(basis, today)),
            width="10",
            errors=errors.get("earliest_start", ()),
        ),
        FieldView(
            "conditions",
            "conditions",
            "Conditions",
            "textarea",
            hint=f"{FOR_THE_CUSTOMER} It travels with the scope. Leave it empty where there are none.",
            value=typed.get("conditions", ""),
            errors=errors.get("conditions", ()),
        ),
    )


def _cap_hint(limits: Asked) -> str:
    most = "" if limits.cap is None else f"At most {limits.money(limits.cap)}, which was asked for."
    if limits.lowest is None:
        return most
    return f"{most} Below {limits.money(limits.lowest)}, the lowest budget asked for, say why under Conditions.".strip()


def _start_hint(limits: Asked) -> str:
    last = limits.last_start
    until = "" if last is None else f" From today until {day(last)}."
    first = limits.earliest_start
    early = "" if first is None else f" Before {day(first)}, which was asked for, say why under Conditions."
    return f"Year, month and day, such as 2027-01-31.{until}{early}"


def _cap(basis: Weighed) -> str:
    asked, digits = basis.asked("budget.cap"), minor_digits(basis.currency)
    if not isinstance(asked, int) or isinstance(asked, bool) or digits is None:
        return ""
    return to_major(asked, digits)


def _start(basis: Weighed, today: date) -> str:
    """Return what was asked for, as long as that has not passed."""
    asked = basis.limits.earliest_start
    return "" if asked is None else max(asked, today).isoformat()
