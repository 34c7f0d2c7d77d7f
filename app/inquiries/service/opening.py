"""Opening an inquiry once, keeping a visitor's draft until sign-in, letting go of what nobody came back for."""

import hashlib
import secrets
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import InvalidError, NotFoundError, SignInNeededError, TooManyError
from app.infra.files import Files
from app.inquiries import queries
from app.inquiries.queries import VISITORS_KEEP, reference_of
from app.inquiries.service import keys
from app.inquiries.service.deeds import note
from app.inquiries.service.drafts import SCHEMA, as_text, title_of
from app.inquiries.service.laws import pin_law
from app.inquiries.tables import Inquiry
from app.measurements.service import ask_anew, drop_unused
from app.registry.queries import load_facts
from app.rules.workflow import Role

MOST_DRAFTS = 50
LONGEST_KEY = 100


def open_inquiry(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, *, kind: str, form_key: str, now: datetime, document: dict[str, Any] | None = None
) -> str:
    """Open a draft and return its reference; the same form opens it once, however often it is sent."""
    if not form_key or len(form_key) > LONGEST_KEY:
        raise InvalidError("This form cannot be told from another one. Open the page again.", code="form-key")
    return _opened(db, person, (_opener(person), form_key), kind, document or {}, now=now)


def _opened(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, opened_as: tuple[str, str], kind: str, document: dict[str, Any], *, now: datetime
) -> str:
    known = queries.find_opened(db, *opened_as)
    if known is not None:
        return reference_of(known)
    if kind not in load_facts(db).kinds:
        raise InvalidError("There is no such kind of inquiry.", code="unknown-kind")
    if person.id is None and queries.count_drafts(db, person, now=now) >= MOST_DRAFTS:
        raise TooManyError(f"{MOST_DRAFTS} drafts are open already. Finish one of them, or sign in.")
    row = _row(person, opened_as, kind, {**document, "schema": SCHEMA, "kind": kind}, now=now)
    try:
        with db.begin_nested():
            db.add(row)
    except IntegrityError:
        return reference_of(queries.number_opened(db, *opened_as))  # the same form was a moment faster
    pin_law(db, row.id)
    note(db, person, "inquiry.open", row.id, now=now, kind=kind)
    return reference_of(row.id)


def open_by_program(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, *, kind: str, document: dict[str, Any], key: str, now: datetime
) -> str:
    """Open a draft for an API caller; a call repeated under the same key opens it once."""
    if person.organisation_id is None:
        raise NotFoundError
    request_digest = keys.digest_of("open", kind, document)
    before = keys.answered(db, person.organisation_id, key, request_digest)
    if before is not None:
        return reference_of(before.inquiry_id)
    # of the organisation, as the key is: whoever takes it a moment later waits here and gets the same inquiry
    form_key = hashlib.sha256(key.encode()).hexdigest() if key else secrets.token_hex(32)
    opened_as = (f"organisation-{person.organisation_id}", form_key)
    reference = _opened(db, person, opened_as, kind, document, now=now)
    if keys.answered(db, person.organisation_id, key, request_digest) is None:
        number = queries.number_of(reference) or 0
        keys.remember(db, person.organisation_id, key, request_digest, inquiry=number, number=None, now=now)
    return reference


def _opener(person: Person) -> str:
    if person.id is not None:
        return f"person-{person.id}"
    if not person.visitor:
        raise SignInNeededError
    return f"visitor-{person.visitor}"


def _row(person: Person, opened_as: tuple[str, str], kind: str, document: dict[str, Any], *, now: datetime) -> Inquiry:
    return Inquiry(
        kind=kind,
        title=title_of(document),
        organisation_id=person.organisation_id,
        visitor="" if person.organisation_id is not None else person.visitor,
        opener=opened_as[0],
        form_key=opened_as[1],
        document=as_text(document),
        opened_at=now,
        opened_by_id=person.id,
        saved_at=now,
    )


def adopt_drafts(db: Session, person: Person, *, now: datetime) -> None:
    """Move what this browser drafted before signing in to the organisation of who signed in."""
    if person.role is not Role.CUSTOMER or person.organisation_id is None or not person.visitor:
        return
    moved = queries.hand_over(db, person.visitor, person.organisation_id, since=now - VISITORS_KEEP)
    for number in moved:
        note(db, person, "inquiry.adopt", number, now=now)


def purge(db: Session, *, now: datetime, files: Files | None = None) -> None:
    """Delete visitors' drafts that nobody came back for, the files that only they named, and what was read of these.

    What an older reader read is asked for anew.
    """
    unnamed = queries.remove_old_drafts(db, before=now - VISITORS_KEEP)
    if files is not None:
        files.sweep(unnamed, now=now)
    drop_unused(db, queries.still_named, now=now)
    ask_anew(db, now=now)
