"""The timeline: what happened to an inquiry, as far as its own people may read it."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import queries, service
from app.inquiries.fields import SECTIONS
from app.inquiries.forms import FieldView, posted
from app.inquiries.pages import words
from app.inquiries.pages.granted import Granted, granted_of
from app.inquiries.queries import Stored, Told
from app.rules.workflow import Role

DID = {
    "submit": "submitted version {version}",
    "take": "began the review",
    "comment": "commented",
    "message": "wrote to the desk",
    "ask": "asked for a change",
    "return": "returned it",
    "approve": "approved it",
    "decline": "declined it",
    "revoke": "revoked the approval",
    "withdraw": "withdrew it",
    "undo": "undid the withdrawal",
    "waive": "waived a finding",
    "end-waiver": "withdrew a waiver",
    "copy": "copied it from another inquiry",
    "owner": "made another person answer for it",
}
OF_ONE_VERSION = frozenset({"take", "comment", "ask", "return", "approve", "decline", "revoke", "waive", "end-waiver"})
DESK = {Role.ENGINEER: "sales engineer", Role.OPS: "capacity operations", Role.ADMIN: "administrator"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: who did what when, on which version, what was said, and which page of the form it is about."""

    who: str
    did: str
    at: datetime
    version: str
    text: str
    about: str
    href: str
    granted: Granted | None


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """Everything so far, the latest first, and the form that writes to the desk."""

    reference: str
    title: str
    entries: tuple[Entry, ...]
    opened_by: str
    opened_at: datetime
    may_write: bool
    field: FieldView
    form_key: str
    errors: tuple[tuple[str, str], ...]
    told: str


def show_timeline(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, *, typed: posted.Pairs | None, error: str = "", now: datetime
) -> TimelinePage:
    """Return the timeline of one's own inquiry; lines of the desk alone are never asked for."""
    inquiry = service.load(db, person, reference, now=now)
    told = queries.list_story(db, inquiry.number, "customer")
    beside = queries.find_beside(db, inquiry.number)
    to = service.audience(db, person, inquiry.number, person.organisation_id)
    return TimelinePage(
        reference=reference,
        title=words.heading_of(inquiry.document),
        entries=entries_of(told, inquiry),
        opened_by=beside.opened_by or "A visitor",
        opened_at=beside.opened_at,
        may_write=inquiry.submissions > 0,
        field=FieldView(
            id="text",
            name="text",
            label="Write to the desk",
            control="textarea",
            hint="The sales engineers and everybody of your organisation can read it.",
            value=dict(typed or ()).get("text", ""),
            errors=(error,) if error else (),
        ),
        form_key=dict(typed or ()).get("form_key") or secrets.token_urlsafe(24),
        errors=((error, "#text"),) if error else (),
        told=words.names_of((*to.own, *to.desk)),
    )


def entries_of(told: Sequence[Told], inquiry: Stored) -> tuple[Entry, ...]:
    """Return the lines, the latest first."""
    return tuple(_entry(one, inquiry) for one in reversed(told))


def _entry(one: Told, inquiry: Stored) -> Entry:
    is_elsewhere = one.kind == "copy"
    return Entry(
        who=who_of(one),
        did=DID.get(one.kind, one.kind).format(version=one.version),
        at=one.shared_at or one.at,
        version=f"on version {one.version}" if one.kind in OF_ONE_VERSION else "",
        text="" if is_elsewhere else one.text,
        about=one.text if is_elsewhere else SECTIONS[one.place].title if one.place in SECTIONS else "",
        href=words.address_of(one.text) if is_elsewhere else words.section_address(inquiry.reference, one.place),
        granted=granted_of(one, inquiry.document) if one.granted else None,
    )


def who_of(one: Told) -> str:
    """Say who it was, and for the desk's people what they are."""
    name = one.name or "Somebody"
    role = DESK.get(Role(one.role)) if one.role else None
    return f"{name}, {role}" if role else name
