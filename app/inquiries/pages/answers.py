"""Check answers: everything as the server has it, the verdict on it, and the digest of what would be submitted."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import forms, service
from app.inquiries.fields import SECTIONS, label_of
from app.inquiries.forms import FieldView, Grid, Names
from app.inquiries.pages import states, words
from app.inquiries.pages.stop_remarks import StopRemarks, stop_remarks
from app.inquiries.pages.tasks import sort_out
from app.inquiries.pages.words import Linked
from app.inquiries.queries import File
from app.inquiries.service import Review
from app.rules.workflow import EDITABLE, Role

Row = tuple[str, str | Grid, str, str]
REFUSED, CHANGED, UNCONFIRMED = "refused", "changed", "unconfirmed"
REVIEWED = "reviewed"
CONFIRM = "Confirm that you have read the copied pages, or open each of them and save it."
TROUBLE = {
    REFUSED: "Not submitted: these answers stand in the way",
    CHANGED: "Not submitted: this is not what you looked at",
    UNCONFIRMED: "Not submitted: copied pages were not looked at",
}


@dataclass(frozen=True, slots=True)
class SectionAnswers:
    """What was answered on one page of the form, and what was not, each with the address where it is changed."""

    id: str
    title: str
    href: str
    rows: tuple[Row, ...]
    unanswered: tuple[tuple[str, str], ...]
    is_unreviewed: bool
    is_unchanged: bool


@dataclass(frozen=True, slots=True)
class ItemAnswers:
    """The answers under one checklist item."""

    title: str
    sections: tuple[SectionAnswers, ...]


@dataclass(frozen=True, slots=True)
class AnswersPage:
    """All answers, what still stands in the way, and the button where nothing does."""

    reference: str
    title: str
    saved: str
    items: tuple[ItemAnswers, ...]
    files: tuple[File, ...]
    refusing: Linked
    promised: Linked
    waived: Linked
    warnings: Linked
    cannot_tell: Linked
    notes: Linked
    not_checked: str
    stop_remarks: StopRemarks
    digest: str
    number: int
    passes: bool
    is_editable: bool
    is_visitor: bool
    may_submit: bool
    trouble: str
    trouble_title: str
    errors: tuple[tuple[str, str], ...]
    sign_in_href: str
    sign_up_href: str
    told: str
    unreviewed: tuple[tuple[str, str], ...]
    confirming: FieldView
    unchanged: tuple[tuple[str, str, str], ...]


def show_answers(db: Session, person: Person, reference: str, *, now: datetime) -> AnswersPage:
    """Return the page for one's own inquiry, from what the server has and nothing else."""
    return answers_page(service.review(db, person, reference, now=now), person, now=now)


def answers_page(
    review: Review, person: Person, *, now: datetime, trouble: str = "", is_confirmed: bool = False
) -> AnswersPage:
    """Return the page; `trouble` is `refused`, `changed` or `unconfirmed` after a submit that was not carried out.

    `is_confirmed` says that whoever tried it had said to have read the copied pages.
    """
    inquiry, report = review.inquiry, review.report
    is_editable = inquiry.state in EDITABLE
    sorted_out = sort_out(report, inquiry)
    names = Names({file.public_id: file.name for file in review.files}, words.claims_of(review.registry))
    here = words.address_of(inquiry.reference, "check-answers")
    return AnswersPage(
        reference=inquiry.reference,
        title=words.heading_of(inquiry.document),
        saved=words.latest_words(inquiry, today=now.date()),
        items=_items(review, names),
        files=review.files,
        not_checked=words.not_checked_words(report.not_checked),
        stop_remarks=stop_remarks(inquiry, report),
        digest=review.snapshot.digest,
        number=review.snapshot.number,
        passes=report.passes,
        is_editable=is_editable,
        is_visitor=person.id is None,
        may_submit=is_editable and report.passes and person.role is Role.CUSTOMER,
        trouble=trouble,
        trouble_title=TROUBLE.get(trouble, ""),
        errors=_errors(trouble, sorted_out["refusing"]),
        sign_in_href=f"/sign-in?next={here}",
        sign_up_href=f"/sign-up?next={here}",
        told=words.names_of((*review.told.desk, *review.told.own)),
        unreviewed=_unreviewed(review),
        confirming=_confirming(len(review.unreviewed), trouble, is_confirmed=is_confirmed),
        unchanged=_unchanged(review),
        **sorted_out,
    )


def _errors(trouble: str, refusing: Linked) -> tuple[tuple[str, str], ...]:
    if trouble == CHANGED:
        return (("The answers, the rules or the registry changed after you looked. Read this page again.", "#submit"),)
    if trouble == UNCONFIRMED:
        return ((CONFIRM, f"#{REVIEWED}"),)
    return tuple((f"{label_of(finding.field)}: {finding.message}", href) for finding, href in refusing)


def _unreviewed(review: Review) -> tuple[tuple[str, str], ...]:
    """Return the copied pages that nobody has saved since, in the order of the form; none where nothing can change."""
    if review.inquiry.state not in EDITABLE:
        return ()
    titles = {section.id: section.title for section in SECTIONS.values() if section.id in review.unreviewed}
    return tuple((title, words.section_address(review.inquiry.reference, name)) for name, title in titles.items())


def _unchanged(review: Review) -> tuple[tuple[str, str, str], ...]:
    """Return the pages on which a change was asked for and nothing is other than in the version that came back."""
    return tuple(
        (SECTIONS[ask.section].title, words.section_address(review.inquiry.reference, ask.section), ask.text)
        for ask in review.asked
        if ask.section in review.unchanged
    )


def _confirming(count: int, trouble: str, *, is_confirmed: bool) -> FieldView:
    said = (
        "I have read the copied page, and it holds" if count == 1 else f"I have read these {count} pages, and they hold"
    )
    return FieldView(
        id=REVIEWED,
        name=REVIEWED,
        label="Copied pages",
        control="checkboxes",
        choices=(("yes", f"{said} for this inquiry"),),
        values=("yes",) if is_confirmed else (),
        errors=(CONFIRM,) if trouble == UNCONFIRMED else (),
    )


def _items(review: Review, names: Names) -> tuple[ItemAnswers, ...]:
    return tuple(
        ItemAnswers(
            title=f"{number}. {words.ITEM_TITLES[item]}",
            sections=tuple(_section(review, section.id, section.title, names) for section in sections),
        )
        for number, (item, sections) in enumerate(states.SECTIONS_BY_ITEM.items(), start=1)
    )


def _section(review: Review, section: str, title: str, names: Names) -> SectionAnswers:
    inquiry = review.inquiry
    href = words.section_address(inquiry.reference, section) if inquiry.state in EDITABLE else ""
    said = forms.answers(inquiry.document, section, names)
    return SectionAnswers(
        id=section,
        title=title,
        href=href,
        rows=tuple(
            (label, answer, f"{href}#{anchor}" if href else "", label) for label, answer, anchor in said if answer
        ),
        unanswered=tuple((label, f"{href}#{anchor}" if href else "") for label, answer, anchor in said if not answer),
        is_unreviewed=bool(href) and section in review.unreviewed,
        is_unchanged=section in review.unchanged,
    )
