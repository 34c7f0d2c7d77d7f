"""The page on which one finding is waived, and the one on which a rule is relaxed for all inquiries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries.forms import FieldView
from app.inquiries.pages.words import heading_of
from app.reviews import service
from app.reviews.pages.words import review_address
from app.rules.finding import Finding
from app.rules.rule import Rule

Typed = Mapping[str, str]

NEVER_PASSED = "It will read waived, never passed. On the day after its last day the rule counts again, by itself."
BY_TWO = "It blocks, so another engineer has to confirm it before it counts. Nothing changes until then."
BY_ONE = "It does not block, so it counts at once."
CUSTOMER_IS_TOLD = "The people of {organisation} are told once it counts, with your name and your reason."
NOT_ONES_OWN = "It never holds for inquiries of your own organisation, nor for what you wrote part of."
BY_TWO_WHERE_IT_BLOCKS = "A rule that blocks at either gate needs another engineer to confirm it before it counts."


@dataclass(frozen=True, slots=True)
class WaivingPage:
    """What will be waived, what that means, and the form; what was typed stands in it again."""

    heading: str
    about: str
    trail: tuple[tuple[str, str], ...]
    lead: tuple[str, ...]
    finding: Finding | None
    path: str
    hidden: tuple[tuple[str, str], ...]
    fields: tuple[FieldView, ...]
    button: str
    back: tuple[str, str]
    errors: tuple[tuple[str, str], ...]


def show_waiving(  # noqa: PLR0913  for whom, of what, with what was typed and what is wrong with it
    db: Session,
    person: Person,
    reference: str,
    *,
    rule: str,
    field: str,
    typed: Typed,
    errors: Mapping[str, str],
    now: datetime,
) -> WaivingPage:
    """Return the page of one finding, or refuse it where there is nothing to waive."""
    case, finding = service.waivable(db, person, reference, rule=rule, field=field, now=now)
    needs_second = service.needs_second(service.RULES[rule])
    told = CUSTOMER_IS_TOLD.format(organisation=case.organisation)
    review = review_address(case.reference)
    return WaivingPage(
        heading="Waive a finding",
        about=f"{heading_of(case.body['document'])}, {case.organisation}, version {case.version}.",
        trail=(("Queue", "/queue"), (case.reference, review)),
        lead=(BY_TWO if needs_second else BY_ONE, NEVER_PASSED, told),
        finding=finding,
        path=review_address(case.reference, "waive"),
        hidden=(
            ("version", typed.get("version") or str(case.version)),
            ("rule", finding.rule),
            ("field", finding.field),
        ),
        fields=_fields(typed, errors),
        button="Ask another engineer to confirm" if needs_second else "Waive this finding",
        back=("Back to the review", review),
        errors=_summary(errors),
    )


def show_relaxing(_db: Session, person: Person, *, typed: Typed, errors: Mapping[str, str]) -> WaivingPage:
    """Return the page on which a rule is chosen and relaxed for all inquiries."""
    service.insist_on_engineer(person)
    rules = [rule for rule in service.RULES.values() if service.can_be_relaxed(rule)]
    chosen = FieldView(
        "rule",
        "rule",
        "Rule",
        "select",
        value=typed.get("rule", ""),
        choices=tuple((rule.id, rule_words(rule)) for rule in rules),
        errors=_said(errors, "rule"),
    )
    return WaivingPage(
        heading="Relax a rule for all inquiries",
        about="For when a rule asks for what nobody can answer just now.",
        trail=(("Waivers", "/waivers"),),
        lead=(BY_TWO_WHERE_IT_BLOCKS, NEVER_PASSED, NOT_ONES_OWN),
        finding=None,
        path="/waivers/new",
        hidden=(),
        fields=(chosen, *_fields(typed, errors)),
        button="Relax this rule",
        back=("Back to the list", "/waivers"),
        errors=_summary(errors),
    )


def rule_words(rule: Rule) -> str:
    """Return what a rule is called: its number, and what it asks for."""
    return f"{rule.id}, {rule.title}" if rule.title else rule.id


def _fields(typed: Typed, errors: Mapping[str, str]) -> tuple[FieldView, ...]:
    return (
        FieldView(
            "reason",
            "reason",
            "Why",
            "textarea",
            hint="The customer and capacity operations read it too.",
            value=typed.get("reason", ""),
            errors=_said(errors, "reason"),
        ),
        FieldView(
            "until",
            "until",
            "Last day on which it holds",
            "date_input",
            hint="Year, month and day, such as 2027-01-31. At most a year from today.",
            value=typed.get("until", ""),
            width="10",
            errors=_said(errors, "until"),
        ),
    )


def _summary(errors: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((sentence, f"#{field}") for field, sentence in errors.items())


def _said(errors: Mapping[str, str], field: str) -> tuple[str, ...]:
    return (errors[field],) if field in errors else ()
