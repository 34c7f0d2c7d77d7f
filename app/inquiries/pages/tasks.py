"""One inquiry as a task list: every page of the form under its checklist item, and what stands in the way."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import service
from app.inquiries.fields import SECTIONS
from app.inquiries.fields.states import STATE_WORDS
from app.inquiries.forms import summary
from app.inquiries.pages import states, words
from app.inquiries.pages.figures import links_to
from app.inquiries.pages.following import Following, following_of
from app.inquiries.pages.promises import PromiseLine, promise_lines
from app.inquiries.pages.words import Linked
from app.inquiries.queries import Stored
from app.inquiries.service import check_inquiry, today_of
from app.registry.queries import load_facts
from app.rules.finding import Finding, Report, Severity, Status
from app.rules.workflow import EDITABLE, State

FIRST_FINDINGS = 6
PILES = ("refusing", "promised", "waived", "warnings", "cannot_tell", "notes")


@dataclass(frozen=True, slots=True)
class Task:
    """One page of the form in the list."""

    id: str
    label: str
    href: str
    hint: str
    token: str
    words: str


@dataclass(frozen=True, slots=True)
class Group:
    """The pages of one checklist item."""

    title: str
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class TaskPage:
    """The task list with the verdict beside it."""

    reference: str
    title: str
    kind: str
    state: str
    state_mark: str
    saved: str
    saved_at: datetime
    asks: tuple[int, int]
    groups: tuple[Group, ...]
    refusing: Linked
    first_findings: int
    further_words: str
    promised: Linked
    waived: Linked
    warnings: Linked
    cannot_tell: Linked
    notes: Linked
    not_checked: str
    is_editable: bool
    is_revoked: bool
    submissions: int
    is_visitor: bool
    promises: tuple[PromiseLine, ...]
    following: Following
    figures: tuple[tuple[str, str], ...]


def show_tasks(db: Session, person: Person, reference: str, *, now: datetime) -> TaskPage:
    """Return the task list of one's own inquiry."""
    inquiry = service.load(db, person, reference, now=now)
    registry = load_facts(db)
    report = check_inquiry(db, inquiry, today=today_of(now), registry=registry, with_digest=False)
    sorted_out = sort_out(report, inquiry)
    following = following_of(db, person, inquiry, revision=registry.revision, now=now)
    return TaskPage(
        reference=inquiry.reference,
        title=words.heading_of(inquiry.document),
        kind=words.kind_words(inquiry.kind, registry),
        state=STATE_WORDS[inquiry.state],
        state_mark=words.STATE_MARKS[inquiry.state],
        saved=words.latest_words(inquiry, today=now.date()),
        saved_at=inquiry.saved_at,
        asks=states.asks_answered(report.findings),
        groups=_groups(inquiry, report, following),
        not_checked=words.not_checked_words(report.not_checked),
        is_editable=inquiry.state in EDITABLE,
        is_revoked=inquiry.state is State.REVOKED,
        submissions=inquiry.submissions,
        is_visitor=person.id is None,
        promises=promise_lines(
            service.promises_of(db, inquiry.number, inquiry.document, today=today_of(now), registry=registry),
            today_of(now),
        ),
        following=following,
        figures=links_to(words.address_of(inquiry.reference)),
        first_findings=FIRST_FINDINGS,
        further_words=_further_words(len(sorted_out["refusing"])),
        **sorted_out,
    )


def _further_words(count: int) -> str:
    """Name what is folded away: a new draft has more findings than anyone reads at once."""
    further = count - FIRST_FINDINGS
    if further <= 0:
        return ""
    return "One more thing stands in the way" if further == 1 else f"{further} more things stand in the way"


def sort_out(report: Report, inquiry: Stored) -> dict[str, Linked]:
    """Return the findings by what they mean for submission, each with its address; none is left out."""
    return {name: words.linked(pile, inquiry) for name, pile in in_piles(report).items()}


def in_piles(report: Report) -> dict[str, tuple[Finding, ...]]:
    """Return the findings by what they mean for submission; none is left out."""
    return {name: tuple(finding for finding in report.findings if _pile(finding) == name) for name in PILES}


def _pile(finding: Finding) -> str:
    if finding.refuses:
        return "refusing"
    if finding.status is Status.CANNOT_TELL:
        return "cannot_tell"
    if finding.status in (Status.PROMISED, Status.WAIVED):
        return str(finding.status)
    return "warnings" if finding.severity is Severity.WARN else "notes"


def _groups(inquiry: Stored, report: Report, following: Following) -> tuple[Group, ...]:
    found = states.by_section(report.findings, inquiry.document)
    return tuple(
        Group(
            title=f"{number}. {words.ITEM_TITLES[item]}",
            tasks=tuple(_task(section.id, inquiry, found.get(section.id, []), following) for section in sections),
        )
        for number, (item, sections) in enumerate(states.SECTIONS_BY_ITEM.items(), start=1)
    )


def _task(section_id: str, inquiry: Stored, findings: list[Finding], following: Following) -> Task:
    section = SECTIONS[section_id]
    token, said = states.state_of(section, inquiry.document, findings)
    if section_id in following.unreviewed and inquiry.state in EDITABLE:
        token, said = states.unreviewed(token, said)
    if any(ask.section == section_id and not ask.is_answered for ask in following.asks):
        token, said = states.asked(token, said)
    return Task(
        id=section_id,
        label=section.title,
        href=words.section_address(inquiry.reference, section_id) if inquiry.state in EDITABLE else "",
        hint=summary(inquiry.document, section_id),
        token=token,
        words=said,
    )
