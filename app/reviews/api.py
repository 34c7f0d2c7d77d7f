"""Doors of the desk for programs: the same services as the pages."""

from datetime import date, datetime
from typing import Annotated, Any, TypedDict

from fastapi import APIRouter, Query
from pydantic import BaseModel
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse, Response

from app.accounts.access import Door
from app.accounts.queries import Person
from app.infra.errors import InvalidError
from app.infra.request import RowId
from app.inquiries.queries import Granted
from app.reviews import pages, service
from app.reviews.forms import LARGEST_ID, DecisionRequest, WaiverAct, WaiverRequest, asked_for, decision_of
from app.reviews.service import Decided, NotApproved
from app.rules.finding import Finding

router = APIRouter(tags=["reviews"])

EngineerId = Annotated[int | None, Query(ge=1, le=LARGEST_ID, description="The engineer asked about; you by default.")]


class Ground(TypedDict):
    """What every waiver says."""

    rule: str
    reason: str
    until: date


def _body(kind: type[BaseModel]) -> dict[str, Any]:
    schema = kind.model_json_schema(ref_template="#/$defs/{model}")
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@router.post("/inquiries/{reference}/decision", openapi_extra=_body(DecisionRequest))
async def decide_by_program(door: Door, reference: str) -> Response:
    """Take, return, approve, decline or revoke exactly this version."""
    done = await door.write(_decide, reference, await door.json(), now=door.now)
    if isinstance(done, NotApproved):
        raise InvalidError("Not approved; see what is missing.", code="not-approved", **_missing(done))
    return JSONResponse(done)


@router.get("/inquiries/{reference}/conflict")
async def check_conflict(door: Door, reference: str, engineer: EngineerId = None) -> Response:
    """Say before anyone is asked to judge an inquiry whether they may."""
    number, reason = await door.read(service.conflict, reference, engineer)
    return JSONResponse({"inquiry": reference, "engineer": number, "may_judge": not reason, "reason": reason})


@router.get("/waivers")
async def read_waivers(door: Door) -> Response:
    """List the waivers that are in force or wait for a second engineer, the newest first; `show=all` lists all."""
    show = door.request.query_params.get("show", "")
    return JSONResponse({"waivers": await door.read(pages.list_for_programs, show, now=door.now)})


@router.post("/waivers", status_code=201, openapi_extra=_body(WaiverRequest))
async def waive_by_program(door: Door) -> Response:
    """Waive a finding of an inquiry, or relax a rule for all of them."""
    made = await door.write(_waive, await door.json(), now=door.now)
    return JSONResponse(pages.waiver_as_json(made, door.now.date()), 201)


@router.post("/waivers/{waiver}", openapi_extra=_body(WaiverAct))
async def work_on_waiver_by_program(door: Door, waiver: RowId) -> Response:
    """Confirm a waiver as the second engineer, or withdraw it."""
    made = await door.write(_work_on_waiver, waiver, await door.json(), now=door.now)
    return JSONResponse(pages.waiver_as_json(made, door.now.date()))


def _waive(db: Session, person: Person, body: object, *, now: datetime) -> Granted:
    asked = asked_for(WaiverRequest, body, "This is not a waiver.")
    ground: Ground = {"rule": asked.rule, "reason": asked.reason, "until": asked.until}
    if asked.inquiry:
        return service.waive(db, person, asked.inquiry, version=asked.version, field=asked.field, **ground, now=now)
    return service.relax(db, person, **ground, now=now)


def _work_on_waiver(db: Session, person: Person, waiver: int, body: object, *, now: datetime) -> Granted:
    """Do it; who may not see the waiver is not told whether the body could be read."""
    service.seen_waiver(db, person, waiver)
    act = asked_for(WaiverAct, body, "Say with `action` whether to confirm or to withdraw.").action
    if act == "confirm":
        return service.confirm_waiver(db, person, waiver, now=now)
    return service.withdraw_waiver(db, person, waiver, now=now)


def _decide(
    db: Session, person: Person, reference: str, body: object, *, now: datetime
) -> dict[str, Any] | NotApproved:
    """Carry out one decision; who may not decide is not told whether the body could be read."""
    service.judged(db, person, reference)
    asked = decision_of(body)
    version = asked.version
    if asked.action == "take":
        service.take(db, person, reference, version=version, now=now)
        return {"inquiry": reference, "action": "take", "state": "in-review", "version": version}
    if asked.action == "approve":
        made = service.approve(
            db,
            person,
            reference,
            version=version,
            reasons=asked.reasons,
            grant=asked.grant(),
            note=asked.reason,
            now=now,
        )
        return made if isinstance(made, NotApproved) else _plain(made)
    if asked.action == "return":
        return _plain(
            service.return_(db, person, reference, version=version, message=asked.reason, asks=asked.asks, now=now)
        )
    if asked.action == "decline":
        return _plain(service.decline(db, person, reference, version=version, reason=asked.reason, now=now))
    if asked.request is None:
        number = service.ask_revocation(db, person, reference, version=version, reason=asked.reason, now=now)
        return {"inquiry": reference, "action": "revoke", "state": "approved", "version": version, "request": number}
    return _plain(service.confirm_revocation(db, person, reference, version=version, request_id=asked.request, now=now))


def _plain(done: Decided) -> dict[str, Any]:
    return {
        "inquiry": done.reference,
        "action": done.action,
        "state": done.state,
        "version": done.version,
        "digest": done.digest,
        "seq": done.seq,
    }


def _missing(done: NotApproved) -> dict[str, Any]:
    report = done.weighed.report
    return {
        "blocks": [_named(finding) for finding in report.findings if finding.refuses],
        "needs_reason": [_named(finding) for finding in done.weighed.needed],
        "missing": [{"field": field, "message": sentence} for field, sentence in done.errors],
    }


def _named(finding: Finding) -> dict[str, str]:
    return {"key": service.key_of(finding), "message": finding.message}
