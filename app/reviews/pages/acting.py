"""The pages on which somebody says something about an inquiry: comment, return, decline, revoke, step back, share."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError
from app.inquiries.fields import SECTIONS
from app.inquiries.forms import FieldView
from app.inquiries.pages.words import heading_of
from app.reviews import queries, service
from app.reviews.forms import ASK
from app.reviews.pages.words import DESK_WORDS, READERS, review_address
from app.reviews.queries import Case
from app.reviews.tables import RevocationRequest
from app.rules import workflow
from app.rules.workflow import Action, Party

PROMISES = "promise-"
Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Act:
    """What is said on one of these pages, and to whom."""

    name: str
    heading: str
    lead: str
    button: str
    kind: str = "primary"
    text: str = "text"
    label: str = ""
    missing: str = ""
    action: Action | None = None
    party: Party = Party.OUTSIDE_ENGINEER


ACTS = {
    act.name: act
    for act in (
        Act(
            "comment",
            "Comment",
            "A comment decides nothing. Choose each time who can read it.",
            "Add the comment",
            label="Comment",
            missing="Write the comment first.",
        ),
        Act(
            "return",
            "Ask for changes",
            "The customer reads what you write, changes the inquiry and submits it as a new version.",
            "Return the inquiry",
            text="message",
            label="What has to change",
            missing="Write what has to change; the customer reads it.",
            action=Action.RETURN,
        ),
        Act(
            "decline",
            "Decline",
            "This ends the inquiry. It can be copied as a new one, and nothing else can be done with it.",
            "Decline the inquiry",
            kind="danger",
            text="reason",
            label="Why it is declined",
            missing="Write why; the customer reads it.",
            action=Action.DECLINE,
        ),
        Act(
            "interest",
            "Declare an interest",
            "You will not see this inquiry any more, and you cannot take that back. Other engineers are told.",
            "Step back from this inquiry",
            kind="danger",
            text="reason",
            label="What your interest is",
            missing="Say what your interest is; only the desk reads it.",
        ),
        Act(
            "revoke",
            "Revoke the approval",
            "Two engineers revoke an approval: you ask, another one agrees. Nothing happens until then.",
            "Ask another engineer to agree",
            kind="danger",
            text="reason",
            label="Why the approval has to be revoked",
            missing="Write why the approval should be revoked.",
            action=Action.REVOKE,
            party=Party.TWO_OUTSIDE_ENGINEERS,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class ActPage:
    """One of these pages; what was typed stands in it again where something is missing."""

    reference: str
    title: str
    organisation: str
    version: int
    heading: str
    lead: str
    path: str
    hidden: tuple[tuple[str, str], ...]
    fields: tuple[FieldView, ...]
    more: tuple[FieldView, ...]
    quoted: str
    people: tuple[str, ...]
    button: str
    button_kind: str
    errors: tuple[tuple[str, str], ...]


def missing(name: str, typed: Typed) -> dict[str, str]:
    """Say what has to be written before this can be done, by field."""
    act = ACTS[name]
    found = {} if typed.get(act.text, "").strip() else {act.text: act.missing}
    if name == "comment" and typed.get("visibility") not in service.VISIBILITIES:
        found["visibility"] = "Choose who can read the comment."
    return found


def show_act(  # noqa: PLR0913  which page, for whom, with what was typed and what is wrong with it
    db: Session, person: Person, reference: str, name: str, *, typed: Typed, errors: Mapping[str, str]
) -> ActPage:
    """Return the page, or refuse it where the inquiry is past that."""
    act = ACTS[name]
    case = service.judged(db, person, reference)
    if act.action is not None and workflow.target(case.state, act.action, act.party) is None:
        said = DESK_WORDS[case.state].lower()
        raise ConflictError(f"The state of this inquiry is: {said}. This cannot be done now.", code="state")
    if name == "revoke":
        found = queries.find_request(db, case.number)
        if found is not None:
            return _agreeing(case, person, *found)
    return _page(case, act, _fields(act, typed, errors), typed=typed, errors=errors)


def show_sharing(db: Session, person: Person, reference: str, line: int) -> ActPage:
    """Return the page that lists who will be told before the customer may read a comment."""
    case, text, people = service.readers(db, person, reference, line)
    act = Act(
        f"comments/{line}/share",
        "Let the customer read this comment",
        "Everybody listed here is told once, and nobody can take that back.",
        "Let the customer read it",
    )
    page = _page(case, act, (), typed={}, errors={})
    names = tuple(f"{one.name}, {one.email}" for one in people)
    return replace(page, quoted=text, people=names)


def comment_fields(typed: Typed, errors: Mapping[str, str]) -> tuple[FieldView, ...]:
    """Return the two questions of a comment: what, and who can read it; nothing is chosen beforehand."""
    return _fields(ACTS["comment"], typed, errors)


def new_key() -> str:
    """Return the key of a form that says something once."""
    return secrets.token_urlsafe(24)


def _agreeing(case: Case, person: Person, request: RevocationRequest, asked_by: str) -> ActPage:
    if request.engineer_id == person.id:
        raise ConflictError("You asked for this. Another engineer has to agree; they have been told.", code="asked")
    act = Act(
        "revoke",
        "Agree to revoke the approval",
        f"{asked_by} asks to revoke the approval of version {case.version}. If you agree, it is revoked at once.",
        "Revoke the approval",
        kind="danger",
    )
    page = _page(case, act, (), typed={}, errors={})
    return replace(page, quoted=request.reason, hidden=(*page.hidden, ("request", str(request.id))))


def _page(case: Case, act: Act, fields: tuple[FieldView, ...], *, typed: Typed, errors: Mapping[str, str]) -> ActPage:
    return ActPage(
        reference=case.reference,
        title=heading_of(case.body["document"]),
        organisation=case.organisation,
        version=case.version,
        heading=act.heading,
        lead=act.lead,
        path=review_address(case.reference, act.name),
        hidden=(
            ("version", typed.get("version") or str(case.version)),
            *((("form_key", typed.get("form_key") or new_key()),) if act.name == "comment" else ()),
        ),
        fields=fields,
        more=_asks(typed) if act.name == "return" else (),
        quoted="",
        people=(),
        button=act.button,
        button_kind=act.kind,
        errors=tuple((sentence, f"#{field}") for field, sentence in errors.items()),
    )


def _fields(act: Act, typed: Typed, errors: Mapping[str, str]) -> tuple[FieldView, ...]:
    text = FieldView(
        act.text, act.text, act.label, "textarea", value=typed.get(act.text, ""), errors=_said(errors, act.text)
    )
    if act.name != "comment":
        return (text,)
    readers = FieldView(
        "visibility",
        "visibility",
        "Who can read this comment?",
        "radios",
        value=typed.get("visibility", ""),
        choices=tuple(READERS.items()),
        errors=_said(errors, "visibility"),
    )
    return (text, readers)


def _asks(typed: Typed) -> tuple[FieldView, ...]:
    return tuple(
        FieldView(
            f"{ASK}{section.id}", f"{ASK}{section.id}", section.title, "textarea", value=typed.get(ASK + section.id, "")
        )
        for section in SECTIONS.values()
        if not section.id.startswith(PROMISES)
    )


def _said(errors: Mapping[str, str], field: str) -> tuple[str, ...]:
    return (errors[field],) if field in errors else ()
