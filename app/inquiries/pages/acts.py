"""The pages that ask once more before something is done: withdraw, copy, hand over."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, NotFoundError
from app.inquiries import queries, service
from app.inquiries.fields.states import state_words
from app.inquiries.forms import FieldView, posted
from app.inquiries.pages import words
from app.inquiries.pages.words import names_of
from app.notices import queries as people
from app.rules import workflow
from app.rules.workflow import Action, Party


@dataclass(frozen=True, slots=True)
class ActPage:
    """What will happen, who is told, and the button that does it."""

    reference: str
    title: str
    heading: str
    lead: tuple[str, ...]
    path: str
    field: FieldView | None
    hidden: tuple[tuple[str, str], ...]
    button: str
    button_kind: str
    told: str
    errors: tuple[tuple[str, str], ...] = ()


def show_withdrawal(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, *, typed: posted.Pairs | None, now: datetime, error: str = ""
) -> ActPage:
    """Return the page that asks whether an inquiry is to be withdrawn."""
    inquiry = service.load(db, person, reference, now=now)
    if Action.WITHDRAW not in workflow.actions(inquiry.state, Party.OWN_ORGANISATION):
        raise ConflictError(f"This inquiry is {state_words(inquiry.state)}; it cannot be withdrawn.")
    to = service.audience(db, person, inquiry.number, person.organisation_id)
    return ActPage(
        reference=reference,
        title=words.heading_of(inquiry.document),
        heading="Withdraw this inquiry",
        lead=(
            "It leaves the desk and nobody decides on it. Nothing is deleted: its answers, files and versions stay.",
            "You, or anyone of your organisation, can undo this for 24 hours. After that, copy it as a new inquiry.",
        ),
        path=words.address_of(reference, "withdraw"),
        field=FieldView(
            id="reason",
            name="reason",
            label="Why (optional)",
            control="textarea",
            hint="The desk reads it.",
            value=dict(typed or ()).get("reason", ""),
            errors=(error,) if error else (),
        ),
        hidden=(),
        button="Withdraw the inquiry",
        button_kind="danger",
        told=names_of((*to.own, *to.desk)) if inquiry.submissions else "",
        errors=((error, "#reason"),) if error else (),
    )


def show_copying(db: Session, person: Person, reference: str, *, now: datetime) -> ActPage:
    """Return the page that offers a copy."""
    inquiry = service.load(db, person, reference, now=now)
    return ActPage(
        reference=reference,
        title=words.heading_of(inquiry.document),
        heading="Copy as a new inquiry",
        lead=(
            "A new draft opens with the same answers and files. Decisions, comments and what was granted stay behind.",
            "It is judged by today's rules and registry.",
            "Each page that was answered is marked unreviewed until you have looked at it and saved it.",
        ),
        path=words.address_of(reference, "copy"),
        field=None,
        hidden=(("form_key", secrets.token_urlsafe(24)),),
        button="Make the copy",
        button_kind="primary",
        told="",
    )


def show_owner(db: Session, person: Person, reference: str, *, now: datetime) -> ActPage:
    """Return the page on which another person of the organisation is chosen."""
    inquiry = service.load(db, person, reference, now=now)
    if person.organisation_id is None:
        raise NotFoundError
    beside = queries.find_beside(db, inquiry.number)
    members = people.list_members(db, person.organisation_id)
    return ActPage(
        reference=reference,
        title=words.heading_of(inquiry.document),
        heading="Who answers for this inquiry",
        lead=(
            "Everybody of your organisation can read and change it; this is whom the desk asks.",
            "What was submitted does not change by it, and neither does its digest.",
        ),
        path=words.address_of(reference, "owner"),
        field=FieldView(
            id="owner",
            name="owner",
            label="The person who answers for it",
            control="select",
            value=str(beside.owner_id or beside.opened_by_id or ""),
            choices=tuple((str(each.id), f"{each.who}, {each.email}") for each in members),
        ),
        hidden=(),
        button="Save",
        button_kind="primary",
        told="",
    )
