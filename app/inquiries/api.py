"""Doors of the inquiries' JSON API: the same services as the pages, for programs."""

import asyncio
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from sqlalchemy.orm import Session
from starlette.responses import Response

from app.accounts.access import Door, Doorway
from app.accounts.queries import Person
from app.infra import canonical
from app.infra.errors import ConflictError, InvalidError
from app.infra.files import Files
from app.infra.request import Day, read_body, read_form
from app.inquiries import service
from app.inquiries.pages import programs
from app.inquiries.service import Changed, Refused, Unconfirmed
from app.registry.queries import load_facts
from app.rules.finding import Gate, Report

router = APIRouter(tags=["inquiries"])

IfMatch = Annotated[str | None, Header(alias="If-Match", description="The ETag of the draft that is changed.")]
IfNoneMatch = Annotated[str | None, Header(alias="If-None-Match")]
Key = Annotated[str | None, Header(alias="Idempotency-Key", description="One key for one request and its repeats.")]
AskedGate = Annotated[Gate, Query(description="The moment that is asked about.")]
Today = Annotated[Day | None, Query(description="The day to judge by; today in UTC where it is absent.")]

SMALL = 64 * 1024
DOCUMENT: dict[str, Any] = {"type": "object", "description": "A document of schema pilot-inquiry/1."}
VERDICT: dict[int | str, dict[str, Any]] = {200: {"description": "The verdict, in canonical JSON."}}
SUBMIT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "digest": {"type": "string", "description": "What was looked at; the draft as it stands where it is absent."},
        "confirm_unreviewed": {"type": "boolean", "description": "Copied pages that nobody has saved since were read."},
    },
}
REASON: dict[str, Any] = {"type": "object", "properties": {"reason": {"type": "string"}}}
NEED_MATCH = "Say with If-Match which version of the draft you change; its ETag came with GET."


def _body(schema: dict[str, Any], media: str = "application/json", *, required: bool = True) -> dict[str, Any]:
    return {"requestBody": {"required": required, "content": {media: {"schema": schema}}}}


@router.post("/check", openapi_extra=_body(DOCUMENT), responses=VERDICT)
async def check_bare_document(door: Door, gate: AskedGate = Gate.SUBMIT, today: Today = None) -> Response:
    """Check a document that is kept nowhere; no account is needed."""
    door.house.throttle.count("check from one place", door.place)
    document = service.any_document(await door.json())
    return _verdict(await door.read(_checked, document, gate, today or service.today_of(door.now)))


@router.post("/inquiries", status_code=201, openapi_extra=_body(DOCUMENT))
async def create_inquiry(door: Door, key: Key = None) -> Response:
    """Open a draft of the kind that the document names; anything else it holds is kept as given."""
    door.house.throttle.count("draft from one place", door.place)
    kind, document = programs.opened(await door.json())
    reference = await door.write(service.open_by_program, kind=kind, document=document, key=key or "", now=door.now)
    return await _created(door, reference)


@router.get("/inquiries/{reference}")
async def read_inquiry(door: Door, reference: str, known: IfNoneMatch = None) -> Response:
    """Return the draft or the submitted inquiry with its files and receipts."""
    response = await _shown(door, reference)
    if known is not None and response.headers["ETag"] in {tag.strip() for tag in known.split(",")}:
        return Response(status_code=304, headers={"ETag": response.headers["ETag"]})
    return response


@router.patch("/inquiries/{reference}", openapi_extra=_body(DOCUMENT, "application/merge-patch+json"))
async def change_inquiry(door: Door, reference: str, match: IfMatch = None) -> Response:
    """Change the draft by a JSON merge patch (RFC 7396); every value is stored as given, whatever it is."""
    if match is None:
        raise InvalidError(NEED_MATCH, code="precondition-required")
    patch = service.readable_document(await door.json())
    version = programs.version_in(match)
    await door.write(service.patch_document, reference, patch, base_version=version, now=door.now)
    return await _shown(door, reference)


@router.post("/inquiries/{reference}/check", responses=VERDICT)
async def check_inquiry(door: Door, reference: str, gate: AskedGate = Gate.SUBMIT, today: Today = None) -> Response:
    """Check the inquiry as it stands."""
    day = today or service.today_of(door.now)
    return _verdict(await door.read(programs.checked, reference, gate, day, now=door.now))


@router.post(
    "/inquiries/{reference}/submit",
    openapi_extra=_body(SUBMIT, required=False),
)
async def submit_inquiry_by_program(door: Door, reference: str, key: Key = None) -> Response:
    """Submit what the digest names, or the draft as it stands; repeated under the same key it is done once."""
    digest, is_confirmed = programs.submit_in(await read_body(door.request, SMALL))
    result = await door.write(
        service.submit, reference, digest=digest, now=door.now, key=key or "", is_confirmed=is_confirmed
    )
    if isinstance(result, Refused):
        findings = [finding.message for finding in result.review.report.findings if finding.refuses]
        raise InvalidError(
            f"Not submitted: {len(findings)} findings stand in the way.",
            code="not-submitted",
            report=result.review.report.as_json(),
        )
    if isinstance(result, Changed):
        raise ConflictError(
            "Not submitted: the digest names something else than the draft as it stands.",
            code="digest-differs",
            digest=result.review.snapshot.digest,
        )
    if isinstance(result, Unconfirmed):
        raise InvalidError(
            "Not submitted: copied pages were not saved since. Save them, or send `confirm_unreviewed` as true.",
            code="unreviewed",
            unreviewed=sorted(result.review.unreviewed),
        )
    return _json({"reference": result.reference, "version": result.number, "digest": result.digest})


@router.post("/inquiries/{reference}/withdraw", openapi_extra=_body(REASON, required=False))
async def withdraw_by_program(door: Door, reference: str) -> Response:
    """Withdraw the inquiry; nothing is deleted, and for 24 hours it can be undone."""
    reason = programs.reason_in(await read_body(door.request, SMALL))
    await door.write(service.withdraw, reference, reason=reason, now=door.now)
    return await _shown(door, reference)


@router.post("/inquiries/{reference}/undo")
async def undo_by_program(door: Door, reference: str) -> Response:
    """Bring a withdrawn inquiry back to where it stood, within 24 hours."""
    await door.write(service.undo, reference, now=door.now)
    return await _shown(door, reference)


@router.post("/inquiries/{reference}/copies", status_code=201)
async def copy_by_program(door: Door, reference: str, key: Key = None) -> Response:
    """Open a draft with the same answers and files; `unreviewed` names the pages to be looked at again."""
    door.house.throttle.count("draft from one place", door.place)
    made = await door.write(service.copy_by_program, reference, key=key or "", now=door.now)
    return await _created(door, made)


@router.post(
    "/inquiries/{reference}/uploads",
    status_code=201,
    openapi_extra=_body(
        {"type": "object", "required": ["file"], "properties": {"file": {"type": "string", "format": "binary"}}},
        "multipart/form-data",
    ),
)
async def add_upload_by_program(door: Door, reference: str) -> Response:
    """Attach a file, named in `baseline.files` by its id."""
    door.house.throttle.count("file from one place", door.place)
    await door.read(service.load, reference, now=door.now)
    chosen = (await read_form(door.request)).file("file")
    if chosen is None:
        raise InvalidError("Send the file as the part `file` of a multipart form.", code="no-file")
    files = Files(door.house.data / "uploads")
    taken = await asyncio.to_thread(service.take_in, files, chosen.filename or "", chosen.file)
    file = await door.write(service.attach, reference, taken=taken, now=door.now)
    return _json(programs.file_as_json(file), status=201)


def _checked(db: Session, _person: Person, document: dict[str, Any], gate: Gate, today: date) -> Report:
    return service.check_document(document, gate, today, load_facts(db), service.waivers_of(db))


async def _created(door: Doorway, reference: str) -> Response:
    response = await _shown(door, reference)
    response.status_code = 201
    response.headers["Location"] = f"/api/v1/inquiries/{reference}"
    return response


async def _shown(door: Doorway, reference: str) -> Response:
    shown = await door.read(programs.show_inquiry, reference, now=door.now)
    return _json(shown.body, etag=shown.etag)


def _verdict(report: Report) -> Response:
    return Response(canonical.canonical(report.as_json()), media_type="application/json")


def _json(body: object, *, status: int = 200, etag: str = "") -> Response:
    headers = {"ETag": etag} if etag else {}
    return Response(service.plain_json(body), status, headers=headers, media_type="application/json")
