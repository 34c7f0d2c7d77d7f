"""The list of waivers for the desk and for ops, the page of one, and what of them stands beside a finding."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import or_
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.web import day, instant
from app.inquiries import queries as inquiries
from app.inquiries.fields import label_of
from app.inquiries.queries import Granted, Standing
from app.inquiries.queries.waivers import MOST
from app.inquiries.tables import Waiver
from app.reviews import queries, service
from app.reviews.pages.waiving import rule_words
from app.reviews.pages.words import review_address
from app.reviews.queries import Case
from app.rules.finding import Finding, Report, Status
from app.rules.workflow import Role

STANDING = {
    Standing.WAITING: ("in-progress", "Waits for a second engineer"),
    Standing.IN_FORCE: ("waived", "In force"),
    Standing.ENDED: ("not-started", "Ended"),
    Standing.WITHDRAWN: ("not-started", "Withdrawn"),
}
EVERYTHING = "all"
VIEWS = (("In force or waiting", ""), ("All that there ever were", EVERYTHING))
Beside = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class WaiverLine:
    """One waiver in the list: of what, why, by whom, until when, and how it stands."""

    href: str
    rule: str
    about: str
    review: tuple[str, str]
    reason: str
    who: tuple[str, ...]
    until: date
    mark: str
    state: str


@dataclass(frozen=True, slots=True)
class WaiversPage:
    """The list, and which part of it is shown."""

    lines: tuple[WaiverLine, ...]
    views: tuple[tuple[str, str, bool], ...]
    is_cut: bool
    may_relax: bool


@dataclass(frozen=True, slots=True)
class WaiverPage:
    """One waiver with what can be done about it."""

    path: str
    heading: str
    line: WaiverLine
    finding: str
    facts: tuple[tuple[str, str], ...]
    may_confirm: bool
    may_withdraw: bool
    is_ones_own: bool


def show_waivers(db: Session, person: Person, show: str, *, now: datetime) -> WaiversPage:
    """Return the list: for ops all of it, for an engineer what they may judge."""
    chosen = show if show == EVERYTHING else ""
    found = _found(db, person, chosen, now)
    return WaiversPage(
        lines=tuple(_line(one, person, now.date()) for one in found),
        views=tuple(
            (words, f"/waivers?show={value}" if value else "/waivers", value == chosen) for words, value in VIEWS
        ),
        is_cut=len(found) == MOST,
        may_relax=person.role is Role.ENGINEER,
    )


def show_waiver(db: Session, person: Person, waiver_id: int, *, now: datetime) -> WaiverPage:
    """Return the page of one waiver."""
    granted = service.seen_waiver(db, person, waiver_id)
    standing = granted.standing(now.date())
    is_engineer = person.role is Role.ENGINEER
    is_waiting = standing is Standing.WAITING
    is_ones_own = granted.asked_by_id == person.id
    return WaiverPage(
        path=f"/waivers/{granted.id}",
        heading=f"Waiver of {granted.reference}" if granted.reference else f"Rule {granted.rule} for all inquiries",
        line=_line(granted, person, now.date()),
        finding=granted.finding if is_engineer else "",
        facts=_facts(granted),
        may_confirm=is_engineer and is_waiting and not is_ones_own,
        may_withdraw=is_engineer and (is_waiting or standing is Standing.IN_FORCE),
        is_ones_own=is_ones_own and is_waiting,
    )


def list_for_programs(db: Session, person: Person, show: str, *, now: datetime) -> list[dict[str, Any]]:
    """Return the list as programs read it."""
    return [waiver_as_json(one, now.date()) for one in _found(db, person, show, now)]


def waiver_as_json(one: Granted, today: date) -> dict[str, Any]:
    """Return one waiver as programs read it; without an inquiry it is the relaxation of a rule for all of them."""
    return {
        "id": one.id,
        "inquiry": one.reference or None,
        "version": one.version or None,
        "rule": one.rule,
        "field": one.field,
        "reason": one.reason,
        "until": one.until.isoformat(),
        "state": str(one.standing(today)),
        "needs_second": one.needs_second,
        "asked": {"by": one.asked_by, "at": one.asked_at.isoformat()},
        "confirmed": _deed(one.confirmed_by, one.confirmed_at),
        "withdrawn": _deed(one.withdrawn_by, one.withdrawn_at),
    }


def _deed(who: str | None, at: datetime | None) -> dict[str, str] | None:
    return None if at is None else {"by": who or "", "at": at.isoformat()}


def _found(db: Session, person: Person, show: str, now: datetime) -> tuple[Granted, ...]:
    which = [] if show == EVERYTHING else [Waiver.withdrawn_at.is_(None), Waiver.until >= now.date()]
    if person.role is Role.ENGINEER:
        which.append(or_(Waiver.inquiry_id.is_(None), queries.may_be_judged(person)))
    return inquiries.list_waivers(db, *which)


def beside(db: Session, case: Case, report: Report, *, now: datetime) -> Beside:
    """Return what stands beside each finding, by its name: the way to waive it, or to the waiver that there is."""
    today = now.date()
    found = (*inquiries.list_confirmed(db, None), *inquiries.list_waivers_on(db, case.number))
    known = [one for one in found if one.standing(today) in (Standing.WAITING, Standing.IN_FORCE)]
    links = ((service.key_of(finding), _link(case, finding, known, today)) for finding in report.findings)
    return {key: link for key, link in links if link is not None}


def _link(case: Case, finding: Finding, known: Iterable[Granted], today: date) -> tuple[str, str] | None:
    wanted = Standing.IN_FORCE if finding.status is Status.WAIVED else Standing.WAITING
    for one in known:
        is_of_this = one.rule == finding.rule and one.field in ("", finding.field)
        if is_of_this and one.standing(today) is wanted and (one.reference or wanted is Standing.IN_FORCE):
            words = "See the waiver" if wanted is Standing.IN_FORCE else "A waiver waits for a second engineer"
            return words, f"/waivers/{one.id}"
    if case.state in service.AT_THE_DESK and service.can_be_waived(finding):
        asked = urlencode({"rule": finding.rule, "field": finding.field})
        return "Waive…", f"{review_address(case.reference, 'waive')}?{asked}"
    return None


def _line(one: Granted, person: Person, today: date) -> WaiverLine:
    mark, state = STANDING[one.standing(today)]
    has_review = bool(one.reference) and person.role is Role.ENGINEER
    rule = service.RULES.get(one.rule)
    return WaiverLine(
        href=f"/waivers/{one.id}",
        rule=rule_words(rule) if rule else one.rule,
        about=f"{one.reference}: {label_of(one.field)}"
        if one.reference
        else "All inquiries, wherever the rule finds it",
        review=("Open the review", review_address(one.reference)) if has_review else ("", ""),
        reason=one.reason,
        who=_who(one),
        until=one.until,
        mark=mark,
        state=state,
    )


def _who(one: Granted) -> tuple[str, ...]:
    confirmed = () if one.confirmed_by is None else (f"Confirmed by {one.confirmed_by}",)
    withdrawn = () if one.withdrawn_by is None else (f"Withdrawn by {one.withdrawn_by}",)
    return (f"Asked for by {one.asked_by}", *confirmed, *withdrawn)


def _facts(one: Granted) -> tuple[tuple[str, str], ...]:
    """Return who did what when; an empty value says that nobody did yet."""
    confirmed = "" if one.confirmed_at is None else f"{one.confirmed_by}, {instant(one.confirmed_at)}"
    facts = [
        ("Why", one.reason),
        ("Until", f"{day(one.until)}, that day included"),
        ("Asked for by", f"{one.asked_by}, {instant(one.asked_at)}"),
        ("Confirmed by", confirmed if one.needs_second else "One engineer is enough: the rule does not block"),
    ]
    if one.version:
        facts.append(("Found on", f"version {one.version}"))
    if one.withdrawn_at is not None:
        facts.append(("Withdrawn by", f"{one.withdrawn_by}, {instant(one.withdrawn_at)}"))
    return tuple(facts)
