"""The pages on which somebody says something about an inquiry: comment, return, decline, revoke, step back, share."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError
from app.inquiries.fields import SECTIONS
from app.inquiries.fields.states import state_words
from app.inquiries.forms import FieldView
from app.inquiries.pages.words import heading_of
from app.inquiries.service import too_long
from app.notices import queries as people
from app.notices.queries import Recipient
from app.reviews import queries, service
from app.reviews.forms import ASK
from app.reviews.pages.acts import ACTS, Act, agreeing, sharing
from app.reviews.pages.lost import lost_lines
from app.reviews.pages.words import READERS, review_address
from app.reviews.queries import Case
from app.reviews.tables import RevocationRequest
from app.rules import workflow

PROMISES = "promise-"
NOBODY = "Nobody: there is no one else who can sign in."
KEPT = "What you wrote is kept below; send it again if it still holds."
KEPT_AS_COMMENT = "What you wrote is kept below. It can no longer be sent as that; you can add it as a comment."
Typed = Mapping[str, str]
Listed = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ActPage:
    """One of these pages; what was typed stands in it again where something is missing, or where it came too late."""

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
    people: tuple[Listed, ...]
    button: str
    button_kind: str
    may_send: bool
    errors: tuple[tuple[str, str], ...]
    queue: str = "/queue"


def missing(name: str, typed: Typed) -> dict[str, str]:
    """Say what has to be written before this can be done, by field."""
    act, text = ACTS[name], typed.get(ACTS[name].text, "")
    if name != "comment":
        lack = service.lack_of(text, act.missing)
        return {**({act.text: lack} if lack else {}), **_too_long_asks(name, typed)}
    lack = too_long(text) if text.strip() else act.missing
    found = {act.text: lack} if lack else {}
    if typed.get("visibility") not in service.VISIBILITIES:
        found["visibility"] = "Choose who can read the comment."
    return found


def _too_long_asks(name: str, typed: Typed) -> dict[str, str]:
    asks = {field: too_long(text) for field, text in typed.items() if name == "return" and field.startswith(ASK)}
    return {field: lack for field, lack in asks.items() if lack}


def show_act(  # noqa: PLR0913  which page, for whom, with what was typed and what is wrong with it
    db: Session, person: Person, reference: str, name: str, *, typed: Typed, errors: Mapping[str, str]
) -> ActPage:
    """Return the page, or refuse it where the inquiry is past that."""
    act = ACTS[name]
    case = service.judged(db, person, reference)
    if not _is_possible(case, act):
        said = state_words(case.state)
        raise ConflictError(f"The state of this inquiry is: {said}. This cannot be done now.", code="state")
    found = queries.find_request(db, case.number) if name == "revoke" else None
    if found is not None:
        if found[0].engineer_id == person.id:
            raise ConflictError("You asked for this. Another engineer has to agree; they have been told.", code="asked")
        return _agreeing(db, case, *found)
    page = _page(case, act, _fields(act, typed, errors), typed=typed, errors=errors)
    return replace(page, people=_heard_of_revoking(db, person, case)) if name == "revoke" else page


def show_lost(  # noqa: PLR0913  which page, for whom, with what was typed and why it is refused
    db: Session, person: Person, reference: str, name: str, *, typed: Typed, seen: int, refusal: str
) -> ActPage:
    """Return the page again for somebody who came too late: what they typed, what happened, and where to go on."""
    act, case = ACTS[name], service.judged(db, person, reference)
    if name == "revoke" and "request" in typed:  # an agreement: nothing was typed
        lines = lost_lines(db, person, case, refusal, seen=seen, kept="")
        act = agreeing("Another engineer", case.version)
        return replace(_page(case, act, (), typed={}, errors={}), lead="", may_send=False, errors=lines)
    is_asked = name == "revoke" and queries.find_request(db, case.number) is not None
    if _is_possible(case, act) and not is_asked:
        now_on = {**typed, "version": str(case.version)}
        page, kept = _page(case, act, _fields(act, typed, {}), typed=now_on, errors={}), KEPT
    else:
        page, kept = _as_comment(case, act, typed), KEPT_AS_COMMENT
    return replace(page, errors=lost_lines(db, person, case, refusal, seen=seen, kept=kept))


def show_sharing(db: Session, person: Person, reference: str, line: int) -> ActPage:
    """Return the page that lists who will be told before the customer may read a comment."""
    case, text, members = service.readers(db, person, reference, line)
    page = _page(case, sharing(line), (), typed={}, errors={})
    return replace(page, quoted=text, people=(("Who will be told", _names(members)),))


def comment_fields(typed: Typed, errors: Mapping[str, str]) -> tuple[FieldView, ...]:
    """Return the two questions of a comment: what, and who can read it; nothing is chosen beforehand."""
    return _fields(ACTS["comment"], typed, errors)


def new_key() -> str:
    """Return the key of a form that says something once."""
    return secrets.token_urlsafe(24)


def _is_possible(case: Case, act: Act) -> bool:
    return act.action is None or workflow.target(case.state, act.action, act.party) is not None


def _as_comment(case: Case, act: Act, typed: Typed) -> ActPage:
    """Return what was typed for a deed that can no longer be done, to be added as a comment by who wants that."""
    asks = [f"{field.label}: {field.value}" for field in _asks(typed, {}) if field.value.strip()]
    text = "\n\n".join(part for part in (typed.get(act.text, ""), *asks) if part.strip())
    comment = ACTS["comment"]
    page = _page(case, comment, _fields(comment, {"text": text}, {}), typed={}, errors={})
    return replace(
        page, heading=f"Not done: {act.heading.lower()}", lead="", button="Add it as a comment", button_kind="plain"
    )


def _agreeing(db: Session, case: Case, request: RevocationRequest, asked_by: str) -> ActPage:
    page = _page(case, agreeing(asked_by, case.version), (), typed={}, errors={})
    return replace(
        page,
        quoted=request.reason,
        people=(("Who will be told if you agree", _names(people.list_members(db, case.organisation_id))),),
        hidden=(*page.hidden, ("request", str(request.id))),
    )


def _heard_of_revoking(db: Session, person: Person, case: Case) -> tuple[Listed, ...]:
    others = [one for one in people.list_engineers(db, outside=case.organisation_id) if one.id != person.id]
    return (
        ("Who will be told now", tuple(one.who for one in others) or (NOBODY,)),
        ("Who will be told when another engineer agrees", _names(people.list_members(db, case.organisation_id))),
    )


def _names(members: tuple[Recipient, ...]) -> tuple[str, ...]:
    return tuple(f"{one.name}, {one.email}" for one in members) or (NOBODY,)


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
        more=_asks(typed, errors) if act.name == "return" else (),
        quoted="",
        people=(),
        button=act.button,
        button_kind=act.kind,
        may_send=True,
        errors=tuple((sentence, f"#{field}") for field, sentence in errors.items()),
    )


def _fields(act: Act, typed: Typed, errors: Mapping[str, str]) -> tuple[FieldView, ...]:
    text = FieldView(
        act.text,
        act.text,
        act.label,
        "textarea",
        hint=act.hint,
        value=typed.get(act.text, ""),
        errors=_said(errors, act.text),
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


def _asks(typed: Typed, errors: Mapping[str, str]) -> tuple[FieldView, ...]:
    return tuple(
        FieldView(
            id=f"{ASK}{section.id}",
            name=f"{ASK}{section.id}",
            label=section.title,
            control="textarea",
            value=typed.get(ASK + section.id, ""),
            errors=_said(errors, ASK + section.id),
        )
        for section in SECTIONS.values()
        if not section.id.startswith(PROMISES)
    )


def _said(errors: Mapping[str, str], field: str) -> tuple[str, ...]:
    return (errors[field],) if field in errors else ()
