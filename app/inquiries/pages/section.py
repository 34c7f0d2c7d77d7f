"""One page of the form: its questions, the answers so far, what the checklist says of them, what is usual."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.inquiries import forms, queries, service
from app.inquiries.fields import SECTIONS, anchor_of, label_of
from app.inquiries.forms import FieldView, posted
from app.inquiries.pages import states, words
from app.inquiries.pages.figures import link_beside
from app.inquiries.pages.following import Ask, asks_of
from app.inquiries.pages.stop_remarks import NONE, SECTION, StopRemarks, stop_remarks
from app.inquiries.pages.suggestions import Suggestion, suggestion_for
from app.inquiries.pages.words import Linked
from app.inquiries.queries import File
from app.inquiries.service import check_inquiry, today_of
from app.inquiries.service.loading import closed
from app.registry.queries import load_facts
from app.rules.finding import Finding, Report
from app.rules.workflow import EDITABLE

WITH_FILES = "baseline"
LONGEST = 4  # digits of a number of rows


@dataclass(frozen=True, slots=True)
class SectionPage:
    """The form of one section with all that helps to fill it in."""

    reference: str
    inquiry_title: str
    section: str
    title: str
    lead: str
    action: str
    fields: tuple[FieldView, ...]
    errors: Mapping[str, Sequence[str]]
    base_version: int
    saved: str
    is_held: bool
    token: str
    words: str
    findings: Linked
    problems: tuple[tuple[str, str], ...]
    without_findings: str
    suggestion: Suggestion | None
    has_files: bool
    files: tuple[File, ...]
    upload_action: str
    asks: tuple[Ask, ...]
    is_unreviewed: bool
    in_figures: tuple[str, str]
    stop_remarks: StopRemarks
    upload_error: str = ""
    refusal: str = ""


def show_section(  # noqa: PLR0913  db, person and now come with every deed
    db: Session,
    person: Person,
    reference: str,
    section: str,
    *,
    typed: posted.Pairs | None,
    add: str,
    now: datetime,
    upload_error: str = "",
    refusal: str = "",
) -> SectionPage:
    """Return one page of one's own draft; `typed` is text that was sent before and could not be saved.

    It could not because the session had ended, or because of the `refusal`.
    """
    if section not in SECTIONS:
        raise NotFoundError
    inquiry = service.load(db, person, reference, now=now)
    if inquiry.state not in EDITABLE:
        raise closed(reference, inquiry.state, inquiry.submissions)
    registry = load_facts(db)
    report = check_inquiry(db, inquiry, today=today_of(now), registry=registry, with_digest=False)
    found = states.by_section(report.findings, inquiry.document).get(section, [])
    token, said = states.state_of(SECTIONS[section], inquiry.document, found)
    asks = tuple(ask for ask in asks_of(db, inquiry) if ask.section == section)
    if any(not ask.is_answered for ask in asks):
        token, said = states.asked(token, said)
    errors = forms.errors_of(inquiry.document, section, found)
    typed_on = None if typed is None else posted.version_of(dict(typed).get("base_version", ""))
    return SectionPage(
        reference=reference,
        inquiry_title=words.heading_of(inquiry.document),
        section=section,
        title=SECTIONS[section].title,
        lead=SECTIONS[section].lead,
        action=words.section_address(reference, section),
        fields=forms.show(
            inquiry.document,
            section,
            typed or (),
            errors=errors,
            add=_added(add),
        ),
        errors=errors,
        base_version=inquiry.version if typed_on is None else typed_on,
        saved=words.saved_words(inquiry.saved_at, inquiry.version, today=now.date()),
        is_held=typed is not None and not refusal,
        refusal=refusal,
        token=token,
        words=said,
        findings=tuple((finding, f"#{anchor_of(finding.field)}") for finding in found),
        problems=tuple(_problems(found, errors)),
        without_findings=_without_findings(section, report),
        suggestion=suggestion_for(inquiry, section, registry),
        has_files=section == WITH_FILES,
        files=queries.list_uploads(db, inquiry.number) if section == WITH_FILES else (),
        upload_action=words.address_of(reference, "uploads"),
        upload_error=upload_error,
        asks=asks,
        is_unreviewed=section in service.unreviewed(db, inquiry.number),
        in_figures=link_beside(section, words.address_of(reference)),
        stop_remarks=stop_remarks(inquiry, report, here=True) if section == SECTION else NONE,
    )


def _problems(found: list[Finding], errors: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Yield what stands beside the questions with the way there: findings in short, and what cannot be read."""
    said = [finding for finding in found if finding.refuses and finding.field in errors]
    for finding in said:
        yield f"{label_of(finding.field)}: {finding.headline}", f"#{anchor_of(finding.field)}"
    for field in errors:
        if all(finding.field != field for finding in said):
            yield errors[field][0], f"#{anchor_of(field)}"


def _without_findings(section: str, report: Report) -> str:
    """Say what it means that the checklist says nothing of this page; silence is not always approval."""
    waiting_for = states.waiting_for(SECTIONS[section], report.findings)
    if waiting_for:
        return f"This page is judged once the page “{waiting_for}” is answered."
    return "Nothing on this page stands in the way."


def suggested_answers(db: Session, person: Person, reference: str, section: str, *, now: datetime) -> dict[str, Any]:
    """Return what the registry suggests for this page, by field id."""
    inquiry = service.load(db, person, reference, now=now)
    suggestion = suggestion_for(inquiry, section, load_facts(db))
    return dict(suggestion.answers) if suggestion else {}


def _added(add: str) -> dict[str, int]:
    """Read which repeating group is to show how many rows, at the least."""
    field, _, rows = add.partition(":")
    return {field: int(rows) if rows.isascii() and rows.isdigit() and len(rows) < LONGEST else 0} if field else {}


def same_place(reference: str, section: str, do: str, shown: str = "") -> tuple[str, str]:
    """Return the page, and the element on it, where the work with rows or a suggestion goes on.

    `shown` are the rows that stood on the page: one more than these is to be seen, even where they were blank.
    """
    here = words.section_address(reference, section)
    if do.startswith(posted.ADD):
        field = do.removeprefix(posted.ADD)
        known = field in {item.id for item in SECTIONS[section].fields}
        rows = len([number for number in shown.split(",") if number]) + 1
        return (f"{here}?add={field}:{rows}", f"#{field}-new") if known else (here, "")
    if do.startswith(posted.REMOVE):
        field = do.removeprefix(posted.REMOVE).rpartition(".")[0]
        return here, f"#{field}" if field in {item.id for item in SECTIONS[section].fields} else ""
    return here, ""


def next_section(section: str) -> str:
    """Return the page after this one; nothing after the last."""
    order = list(SECTIONS)
    place = order.index(section) + 1
    return order[place] if place < len(order) else ""
