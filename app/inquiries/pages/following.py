"""What followed an inquiry's first draft, for its task list: what was said, what changed, what can be done now."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import queries, service
from app.inquiries.fields import SECTIONS
from app.inquiries.pages import words
from app.inquiries.pages.granted import Granted, granted_in
from app.inquiries.pages.lawful import LawNews, law_news
from app.inquiries.pages.timeline import who_of
from app.inquiries.queries import Beside, Law, Standing, Stored, Told, reference_of
from app.inquiries.service.audience import TOLD_TO_THE_DESK
from app.notices import pages as notices
from app.rules import workflow
from app.rules.checklist import RULESET
from app.rules.workflow import EDITABLE, UNDO_WITHIN, Action, Party, Role, State

DECISIONS = {State.RETURNED: "return", State.APPROVED: "approve", State.DECLINED: "decline", State.REVOKED: "revoke"}


@dataclass(frozen=True, slots=True)
class Heard:
    """What the desk said when it decided."""

    who: str
    at: datetime
    version: int
    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """What the desk wants changed on one page of the form."""

    title: str
    section: str
    href: str
    text: str
    is_answered: bool


@dataclass(frozen=True, slots=True)
class Following:
    """Everything that stands beside the task list because the inquiry has a past."""

    heard: Heard | None
    granted: Granted | None
    asks: tuple[Ask, ...]
    comments: tuple[Heard, ...]
    waived: tuple[tuple[str, str], ...]
    law: LawNews | None
    source: str
    source_words: str
    unreviewed: frozenset[str]
    owner: str
    undo_until: datetime | None
    may_withdraw: bool
    is_customer: bool
    told: notices.Told | None
    did_some: bool


def following_of(db: Session, person: Person, inquiry: Stored, *, revision: str, now: datetime) -> Following:
    """Return what followed; a visitor's draft has no past but the rules that moved on."""
    beside = queries.find_beside(db, inquiry.number)
    story = queries.list_story(db, inquiry.number, "customer")
    is_customer = person.role is Role.CUSTOMER
    return Following(
        heard=_heard(story, inquiry.state),
        granted=granted_in(story, inquiry.document),
        asks=asks_of(db, inquiry),
        comments=_comments(story, inquiry.submissions),
        waived=_waived(db, inquiry, now),
        law=_law(beside, inquiry),
        source=reference_of(beside.source_id) if beside.source_id else "",
        source_words=_source_words(beside, revision),
        unreviewed=frozenset(json.loads(beside.unreviewed)),
        owner=beside.owner or beside.opened_by,
        undo_until=_undo_until(beside, inquiry.state, now),
        may_withdraw=is_customer and Action.WITHDRAW in workflow.actions(inquiry.state, Party.OWN_ORGANISATION),
        is_customer=is_customer,
        told=_told(db, person, inquiry) if is_customer and inquiry.submissions else None,
        did_some=any(one.actor_id == person.id and one.kind in TOLD_TO_THE_DESK for one in story),
    )


def _told(db: Session, person: Person, inquiry: Stored) -> notices.Told:
    return notices.told(db, inquiry.reference, organisation_id=person.organisation_id, told_desk=TOLD_TO_THE_DESK)


def asks_of(db: Session, inquiry: Stored) -> tuple[Ask, ...]:
    """Return what was asked when the inquiry came back; nothing once it is on its way again."""
    return tuple(
        Ask(
            title=SECTIONS[one.section].title,
            section=one.section,
            href=words.section_address(inquiry.reference, one.section),
            text=one.text,
            is_answered=one.is_answered,
        )
        for one in service.asked_of(db, inquiry)
    )


def _heard(story: Sequence[Told], state: State) -> Heard | None:
    kind = DECISIONS.get(state)
    said = [one for one in story if one.kind == kind]
    return _said(said[-1]) if said else None


def _comments(story: Sequence[Told], version: int) -> tuple[Heard, ...]:
    """Return what the desk remarked on the version that it has, or had last."""
    return tuple(_said(one) for one in story if one.kind == "comment" and one.version == version)


def _waived(db: Session, inquiry: Stored, now: datetime) -> tuple[tuple[str, str], ...]:
    """Return what of this inquiry is waived today: what was found, and who waived it, until when and why."""
    if not inquiry.submissions:
        return ()
    granted = queries.list_waivers_on(db, inquiry.number)
    return tuple((one.finding, one.words) for one in granted if one.standing(now.date()) is Standing.IN_FORCE)


def _said(one: Told) -> Heard:
    return Heard(who=who_of(one), at=one.shared_at or one.at, version=one.version, text=one.text)


def _law(beside: Beside, inquiry: Stored) -> LawNews | None:
    if inquiry.state not in EDITABLE or beside.law_digest in {"", RULESET.digest}:
        return None
    return law_news(Law(beside.law_version, beside.law_rules))


def _source_words(beside: Beside, revision: str) -> str:
    if not beside.source_id:
        return ""
    version = f"version {beside.source_version}" if beside.source_version else "a draft"
    same = "the same revision of the registry" if beside.source_revision == revision else "another one"
    return f"{version}, which was judged by registry {beside.source_revision[:19]}…; now it is {same}"


def _undo_until(beside: Beside, state: State, now: datetime) -> datetime | None:
    if state is not State.WITHDRAWN or beside.withdrawn_at is None:
        return None
    until = beside.withdrawn_at + UNDO_WITHIN
    return until if now <= until else None
