"""The review page: answers on the left; findings, evidence, the organisation and the decision on the right."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.web import instant
from app.inquiries import forms
from app.inquiries import queries as inquiries
from app.inquiries.fields import section_of
from app.inquiries.fields.states import STATE_WORDS
from app.inquiries.forms import FieldView, Grid, Names
from app.inquiries.pages import states
from app.inquiries.pages.difference import Compared, compare_snapshots
from app.inquiries.pages.figures import links_to
from app.inquiries.pages.promises import PromiseLine, promise_lines
from app.inquiries.pages.submitted import names_in
from app.inquiries.pages.tasks import in_piles
from app.inquiries.pages.words import ITEM_TITLES, Linked, heading_of, kind_words, not_checked_words
from app.inquiries.queries import reference_of
from app.inquiries.service import judged_promises
from app.inquiries.service.frozen import report_of
from app.notices.pages import Told, told
from app.registry.queries import load_facts
from app.reviews import queries, service
from app.reviews.forms import ANY, QueueFilter
from app.reviews.pages import words
from app.reviews.pages.acting import comment_fields, new_key
from app.reviews.pages.evidence import EvidenceLine, evidence_lines
from app.reviews.pages.lost import lost_lines
from app.reviews.pages.origin import Origin, origin_of
from app.reviews.pages.story import DecidedLine, ReviewedLine, StoryLine, decided_lines, reviewed_lines, story_lines
from app.reviews.pages.waivers import Beside, beside
from app.reviews.queries import Case, Seen
from app.rules.finding import Finding, Report
from app.rules.records import RegistryFacts
from app.rules.workflow import Action, Party, State, actions

WEIGHED = (State.SUBMITTED, State.IN_REVIEW)


@dataclass(frozen=True, slots=True)
class SectionRead:
    """What was answered on one page of the form."""

    id: str
    title: str
    rows: tuple[tuple[str, str | Grid, str, str], ...]
    unanswered: tuple[str, ...]
    short: str
    has_finding: bool


@dataclass(frozen=True, slots=True)
class ItemRead:
    """The answers under one checklist item."""

    id: str
    title: str
    sections: tuple[SectionRead, ...]


@dataclass(frozen=True, slots=True)
class EarlierLine:
    """Another inquiry of the organisation, and what came of it."""

    reference: str
    href: str
    title: str
    mark: str
    state: str
    decided: str
    submitted_at: datetime
    granted: str


@dataclass(frozen=True, slots=True)
class Revocation:
    """That one engineer asked to revoke, and another one has to agree."""

    words: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """Everything that one engineer needs to judge one submitted version."""

    reference: str
    title: str
    kind: str
    organisation: str
    version: int
    digest: str
    state: str
    mark: str
    submitted_at: datetime
    waited: str
    engineer: str
    last_read: int
    is_read: bool
    look: str
    origin: Origin | None
    change: Compared | None
    is_first_look: bool
    other_versions: tuple[tuple[str, str], ...]
    items: tuple[ItemRead, ...]
    files: tuple[tuple[str, str, str], ...]
    figures: tuple[tuple[str, str], ...]
    evidence: tuple[EvidenceLine, ...]
    gate: str
    passes: bool
    needed: int
    refusing: Linked
    promised: Linked
    waived: Linked
    warnings: Linked
    cannot_tell: Linked
    notes: Linked
    not_checked: str
    waivers: Beside
    promises: tuple[PromiseLine, ...]
    earlier: tuple[EarlierLine, ...]
    all_of_organisation: str
    story: tuple[StoryLine, ...]
    reviews: tuple[ReviewedLine, ...]
    decisions: tuple[DecidedLine, ...]
    actions: frozenset[str]
    revocation: Revocation | None
    told: Told
    late: tuple[tuple[str, str], ...]
    comment: tuple[FieldView, ...]
    comment_key: str
    queue: str


def show_review(db: Session, person: Person, reference: str, *, now: datetime) -> ReviewPage:
    """Return the page for somebody who may judge it."""
    case = service.judged(db, person, reference)
    body = case.body
    document = body["document"]
    registry = load_facts(db)
    basis = service.weighed(db, case, now=now)
    is_weighed = case.state in WEIGHED
    report = basis.report if is_weighed else report_of(case.snapshot)
    names = names_in(body, registry)
    done = queries.list_reviews(db, case.number)
    open_review = next((one for one in done if one.ended_at is None), None)
    decided = queries.list_decided(db, case.number)
    seen = queries.find_seen(db, case.number, person.id or 0, case.version)
    earlier = queries.list_earlier(db, case)
    deciders = queries.list_deciders(db, [one.number for one in earlier])
    return ReviewPage(
        reference=case.reference,
        title=heading_of(document),
        kind=kind_words(case.kind, registry),
        organisation=case.organisation,
        version=case.version,
        digest=case.digest,
        state=STATE_WORDS[case.state],
        mark=words.MARKS[case.state],
        submitted_at=case.submitted_at,
        waited=words.waited(case.submitted_at, now) if is_weighed else "",
        engineer="" if open_review is None else open_review.engineer,
        last_read=_last_look(seen, case.version),
        is_read=seen.read == case.version,
        look=_look_words(seen, case.version),
        origin=origin_of(db, person, case),
        change=_changed(db, case, seen, registry),
        is_first_look=not _last_look(seen, case.version),
        other_versions=_other_versions(case),
        items=_items(document, report, names),
        files=_files(case, body),
        figures=links_to(words.review_address(case.reference)),
        evidence=evidence_lines(basis.evidence, now=now),
        gate="What approval would find today" if is_weighed else "What the checklist said at submission",
        passes=report.passes,
        needed=len(basis.needed) if is_weighed else 0,
        not_checked=not_checked_words(report.not_checked),
        waivers=beside(db, case, report, now=now) if is_weighed else {},
        promises=promise_lines(
            judged_promises(document, basis.report, today=now.date(), registry=registry), now.date()
        ),
        all_of_organisation=QueueFilter(state=ANY, organisation=str(case.organisation_id)).address(),
        earlier=tuple(_earlier(one, deciders.get(one.number)) for one in earlier),
        story=story_lines(inquiries.list_story(db, case.number, "internal"), case),
        reviews=reviewed_lines(done, decided, case.version),
        decisions=decided_lines(decided),
        actions=_actions(case, is_free=open_review is None),
        revocation=_revocation(db, person, case),
        told=told(db, case.reference, for_staff=True),
        late=(),
        comment=comment_fields({}, {}),
        comment_key=new_key(),
        queue="/queue",
        **_sorted(report, document),
    )


def _actions(case: Case, *, is_free: bool) -> frozenset[str]:
    """Return what can be done now; an inquiry in review that nobody works on any more can be taken again."""
    found = {str(action) for action in actions(case.state, Party.OUTSIDE_ENGINEER)}
    found |= {str(action) for action in actions(case.state, Party.TWO_OUTSIDE_ENGINEERS)}
    if case.state is State.IN_REVIEW and is_free:
        found.add(str(Action.TAKE))
    return frozenset(found)


def _sorted(report: Report, document: Mapping[str, Any]) -> dict[str, Linked]:
    """Return the findings by weight, each with the place on this page where its answer stands."""
    return {
        name: tuple((finding, f"#section-{section_of(finding.field, document)}") for finding in pile)
        for name, pile in in_piles(report).items()
    }


def show_late_review(  # noqa: PLR0913  what was refused to whom, and of which version
    db: Session, person: Person, reference: str, *, seen: int, refusal: str, now: datetime
) -> ReviewPage:
    """Return the page for somebody whose button came too late."""
    page = show_review(db, person, reference, now=now)
    case = service.judged(db, person, reference)
    return replace(page, late=lost_lines(db, person, case, refusal, seen=seen, kept=""))


def _revocation(db: Session, person: Person, case: Case) -> Revocation | None:
    found = queries.find_request(db, case.number) if case.state is State.APPROVED else None
    if found is None:
        return None
    request, asked_by = found
    is_mine = request.engineer_id == person.id
    who = "You" if is_mine else asked_by
    return Revocation(f"{who} asked to revoke this approval, {instant(request.at)}.", is_mine)


def _last_look(seen: Seen, version: int) -> int:
    """Return the version that this engineer read or did anything on last, other than this one unless it is read."""
    return version if seen.read == version else max(seen.read, seen.before)


def _look_words(seen: Seen, version: int) -> str:
    if seen.read == version:
        return f"You have read version {version}."
    last = _last_look(seen, version)
    if last:
        return f"Your last look was at version {last}."
    return "You are at work on it." if seen.now else "You have done nothing with it yet."


def _changed(db: Session, case: Case, seen: Seen, registry: RegistryFacts) -> Compared | None:
    """Return what changed since the last look; for who never looked, since the version before this one."""
    last = _last_look(seen, case.version) or case.version - 1
    if not 0 < last < case.version:
        return None
    before = inquiries.find_snapshot(db, case.number, last)
    return None if before is None else compare_snapshots(before, case.snapshot, registry)


def _other_versions(case: Case) -> tuple[tuple[str, str], ...]:
    address = words.review_address(case.reference, "compare")
    return tuple(
        (f"Version {number} against version {case.version}", f"{address}?from={number}&to={case.version}")
        for number in range(case.version - 1, 0, -1)
    )


def _items(document: Mapping[str, Any], report: Report, names: Names) -> tuple[ItemRead, ...]:
    found = states.by_section(report.findings, document)
    return tuple(
        ItemRead(
            id=f"item-{item}",
            title=f"{number}. {ITEM_TITLES[item]}",
            sections=tuple(_section(document, section.id, section.title, found, names) for section in sections),
        )
        for number, (item, sections) in enumerate(states.SECTIONS_BY_ITEM.items(), start=1)
    )


def _section(
    document: Mapping[str, Any], section: str, title: str, found: Mapping[str, list[Finding]], names: Names
) -> SectionRead:
    said = forms.answers(document, section, names)
    rows = tuple((label, answer, "", label) for label, answer, _ in said if answer)
    findings = found.get(section, [])
    return SectionRead(
        id=section,
        title=title,
        rows=rows,
        unanswered=tuple(label for label, answer, _ in said if not answer),
        short=words.short_of(section, len(rows), len(said), len(findings)),
        has_finding=bool(findings),
    )


def _files(case: Case, body: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (file["name"], words.review_address(case.reference, f"uploads/{file['id']}"), f"sha256:{file['sha256']}")
        for file in body["uploads"]
    )


def _earlier(one: queries.Earlier, decided: tuple[str, str] | None) -> EarlierLine:
    state, reference = State(one.state), reference_of(one.number)
    return EarlierLine(
        reference=reference,
        href=words.review_address(reference),
        title=one.title or "Inquiry without a title",
        mark=words.MARKS[state],
        state=STATE_WORDS[state],
        decided=words.decided_by(state, decided),
        submitted_at=one.submitted_at,
        granted=service.granted_words(canonical.parse(one.granted)) if one.granted else "",
    )
