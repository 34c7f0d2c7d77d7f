"""Doors of the desk for programs: the same services as the pages."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse, Response

from app.accounts.access import Door
from app.accounts.queries import Person
from app.infra.errors import InvalidError
from app.reviews import service
from app.reviews.forms import LARGEST_ID, DecisionRequest, decision_of
from app.reviews.service import Decided, NotApproved
from app.rules.finding import Finding

router = APIRouter(tags=["reviews"])

EngineerId = Annotated[int | None, Query(ge=1, le=LARGEST_ID, description="The engineer asked about; you by default.")]


BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": DecisionRequest.model_json_schema(ref_template="#/$defs/{model}")}},
    }
}


@router.post("/inquiries/{reference}/decision", openapi_extra=BODY)
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
