"""The approval page: what blocks, what has to be answered for, and what is granted beside what was asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError
from app.inquiries.fields import FIELDS, label_of, section_of
from app.inquiries.fields.money import minor_digits, to_major
from app.inquiries.forms import FieldView, said
from app.inquiries.pages.words import Linked, heading_of, not_checked_words
from app.reviews import service
from app.reviews.forms import REASON
from app.reviews.pages.words import DESK_WORDS, review_address
from app.reviews.service import Weighed, key_of
from app.rules import workflow
from app.rules.finding import Finding, Status
from app.rules.workflow import Action, Party

Typed = Mapping[str, str]


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
    needed: tuple[Answering, ...]
    waived: Linked
    asked: tuple[tuple[str, str], ...]
    fields: tuple[FieldView, ...]
    note: FieldView
    not_checked: str
    is_open: bool
    errors: tuple[tuple[str, str], ...]


def show_approval(db: Session, person: Person, reference: str, *, typed: Typed, now: datetime) -> ApprovalPage:
    """Return the page, or refuse it where the inquiry is past that."""
    basis = service.weigh(db, person, reference, now=now)
    if workflow.target(basis.case.state, Action.APPROVE, Party.OUTSIDE_ENGINEER) is None:
        words = DESK_WORDS[basis.case.state].lower()
        raise ConflictError(f"The state of this inquiry is: {words}. It cannot be approved now.", code="state")
    return approval_page(basis, typed=typed, errors=())


def approval_page(basis: Weighed, *, typed: Typed, errors: tuple[tuple[str, str], ...]) -> ApprovalPage:
    """Return the page; what was typed stands in it again."""
    case, document, by_field = basis.case, basis.document, dict(errors)
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
        needed=tuple(_answering(basis, finding, typed, by_field) for finding in basis.needed),
        waived=tuple((one, _place(basis, one)) for one in basis.report.findings if one.status is Status.WAIVED),
        asked=_asked(basis),
        fields=_fields(basis, typed, by_field),
        note=FieldView("note", "note", "A note on this approval (optional)", "textarea", value=typed.get("note", "")),
        not_checked=not_checked_words(basis.report.not_checked),
        is_open=basis.report.passes,
        errors=tuple(summary),
    )


def _answering(basis: Weighed, finding: Finding, typed: Typed, errors: Mapping[str, str]) -> Answering:
    name = REASON + key_of(finding)
    kind = "doubt" if finding.status is Status.CANNOT_TELL else "warning"
    field = FieldView(
        name,
        name,
        f"Why approve all the same: {label_of(finding.field)}, {kind} of rule {finding.rule}",
        "textarea",
        value=typed.get(name, ""),
        errors=(errors[name],) if name in errors else (),
    )
    return Answering(finding, _place(basis, finding), field)


def _place(basis: Weighed, finding: Finding) -> str:
    """Return where the answer stands on the review page."""
    section = section_of(finding.field, basis.document)
    return f"{review_address(basis.case.reference)}#section-{section}"


def _asked(basis: Weighed) -> tuple[tuple[str, str], ...]:
    names = ("budget.cap", "budget.minimum", "budget.maximum", "timing.earliest_start", "timing.latest_start")
    return tuple((FIELDS[name].label, said(FIELDS[name], basis.asked(name), basis.document)) for name in names)


def _fields(basis: Weighed, typed: Typed, errors: Mapping[str, str]) -> tuple[FieldView, ...]:
    return (
        FieldView(
            "cap",
            "cap",
            "Cap that is granted",
            "text_input",
            value=typed.get("cap", _cap(basis)),
            unit=basis.currency,
            width="10",
            errors=(errors["cap"],) if "cap" in errors else (),
        ),
        FieldView(
            "earliest_start",
            "earliest_start",
            "Earliest start that is granted",
            "date_input",
            hint="Year, month and day, such as 2027-01-31.",
            value=typed.get("earliest_start", _start(basis)),
            width="10",
            errors=(errors["earliest_start"],) if "earliest_start" in errors else (),
        ),
        FieldView(
            "conditions",
            "conditions",
            "Conditions",
            "textarea",
            hint="They travel with the scope. Leave empty where there are none.",
            value=typed.get("conditions", ""),
        ),
    )


def _cap(basis: Weighed) -> str:
    asked, digits = basis.asked("budget.cap"), minor_digits(basis.currency)
    if not isinstance(asked, int) or isinstance(asked, bool) or digits is None:
        return ""
    return to_major(asked, digits)


def _start(basis: Weighed) -> str:
    asked = basis.asked("timing.earliest_start")
    return asked if isinstance(asked, str) else ""
