"""An inquiry as programs get it and send it: its JSON, its ETag, and what their bodies say."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.errors import ConflictError, InvalidError
from app.inquiries import queries, service
from app.inquiries.fields import read, unknown_members
from app.inquiries.queries import File, Receipt, Stored
from app.registry.queries import load_facts
from app.rules.finding import Gate, Report
from app.rules.workflow import EDITABLE

ANY_VERSION = "*"
TAG = re.compile(r'"([0-9]{1,9})-[0-9]{1,9}-[a-z-]{1,16}"')
MOVED_ON = "The inquiry is not as it was when you fetched it. Fetch it again."


@dataclass(frozen=True, slots=True)
class Shown:
    """The body of the answer and the tag of this very state."""

    body: dict[str, Any]
    etag: str


def show_inquiry(db: Session, person: Person, reference: str, *, now: datetime) -> Shown:
    """Return one's own inquiry."""
    inquiry = service.load(db, person, reference, now=now)
    receipts = queries.list_receipts(db, inquiry.number) if inquiry.submissions else ()
    copied = queries.find_copy(db, inquiry.number)
    body = {
        "reference": inquiry.reference,
        "kind": inquiry.kind,
        "state": str(inquiry.state),
        "version": inquiry.version,
        "saved_at": inquiry.saved_at.isoformat(),
        "document": inquiry.document,
        "warnings": _warnings(inquiry.document),
        "uploads": [file_as_json(file) for file in queries.list_uploads(db, inquiry.number)],
        "submitted": [_receipt_as_json(receipt) for receipt in receipts],
        "copied_from": None if copied is None else queries.reference_of(copied.source_id),
        "unreviewed": [] if copied is None else canonical.parse(copied.unreviewed),
    }
    return Shown(body=body, etag=etag_of(inquiry))


def _warnings(document: Mapping[str, Any]) -> list[dict[str, str]]:
    """Say what cannot be read and what is no answer at all; a draft is kept all the same."""
    unreadable = [
        {"field": item.field, "message": f"{item.label}: {item.reason}. {item.remedy}"}
        for item in read(document).unreadable
    ]
    unknown = [
        {"field": name, "message": f"No question of the inquiry is called “{name}”. It is kept and not judged."}
        for name in unknown_members(document)
    ]
    return [*unreadable, *unknown]


def checked(db: Session, person: Person, reference: str, gate: Gate, today: date, *, now: datetime) -> Report:  # noqa: PLR0913  db, person and now come with every deed
    """Return the verdict on one's own inquiry; on a submitted one at the submit gate, the one that was given then."""
    inquiry = service.load(db, person, reference, now=now)
    registry = load_facts(db)
    if gate is Gate.SUBMIT and inquiry.state not in EDITABLE:
        return service.check_inquiry(db, inquiry, today=today, registry=registry)
    waivers, measured = service.waivers_of(db, inquiry.number), service.measured_of(db, inquiry)
    return service.check_document(inquiry.document, gate, today, registry, waivers, measured=measured)


def etag_of(inquiry: Stored) -> str:
    """Return the tag of this state of an inquiry."""
    return f'"{inquiry.version}-{inquiry.submissions}-{inquiry.state}"'


def version_in(match: str) -> int | None:
    """Return the version that the one tag of `If-Match` names; None where any will do."""
    tag = match.strip()
    if tag == ANY_VERSION:
        return None
    found = TAG.fullmatch(tag)
    if found is None:
        raise ConflictError(MOVED_ON, code="precondition-failed")
    return int(found[1])


def opened(body: object) -> tuple[str, dict[str, Any]]:
    """Return the kind and the first answers: a bare document, or an object with `kind` and `document`."""
    given = service.readable_document(body)
    inner = given.get("document")
    document = inner if isinstance(inner, dict) else given
    kind = given.get("kind", document.get("kind"))
    if not isinstance(kind, str):
        raise InvalidError("Say with `kind` what kind of inquiry this is.", code="unknown-kind")
    return kind, document


def submit_in(body: bytes) -> tuple[str | None, bool]:
    """Return the digest that a submit names, if it names one, and whether copied pages are confirmed."""
    given = _object_in(body)
    digest, confirmed = given.get("digest"), given.get("confirm_unreviewed", False)
    if not (digest is None or isinstance(digest, str)) or not isinstance(confirmed, bool):
        raise InvalidError(
            "The body is an object; its `digest` is text, its `confirm_unreviewed` true or false.",
            code="unreadable-request",
        )
    return digest, confirmed


def reason_in(body: bytes) -> str:
    """Return the reason that a withdrawal gives, if it gives one."""
    reason = _object_in(body).get("reason") or ""
    if not isinstance(reason, str):
        raise InvalidError("The body is an object; its `reason` is text.", code="unreadable-request")
    return reason.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")  # as databases can keep it


def _object_in(body: bytes) -> dict[str, Any]:
    if not body.strip():
        return {}
    try:
        given = canonical.parse(body)
    except ValueError:
        raise InvalidError("The body is not JSON that can be read.", code="not-json") from None
    if not isinstance(given, dict):
        raise InvalidError("The body is a JSON object.", code="unreadable-request")
    return given


def file_as_json(file: File) -> dict[str, Any]:
    """Return what is told of a file."""
    return {
        "id": file.public_id,
        "name": file.name,
        "sha256": file.sha256,
        "size": file.size,
        "format": file.format,
        "uploaded_at": file.uploaded_at.isoformat(),
    }


def _receipt_as_json(receipt: Receipt) -> dict[str, Any]:
    return {
        "version": receipt.number,
        "digest": receipt.digest,
        "ruleset": {"version": receipt.ruleset_version, "digest": receipt.ruleset_digest},
        "registry": {"revision": receipt.registry_revision},
        "submitted_at": receipt.submitted_at.isoformat(),
    }
