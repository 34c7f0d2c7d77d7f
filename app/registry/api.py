"""The registry for programs: lists, single records, and the question that the lattice answers. All of it is public.

Every answer carries the registry's revision as its ETag: what was read at a revision is true as long as it is the same.
"""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ValidationError
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse, Response

from app.accounts.access import Door, Doorway
from app.accounts.queries import Person
from app.infra import clock
from app.infra.errors import InvalidError, NotFoundError
from app.registry.fields import Checkpoint, Claim, Source
from app.registry.forms import EvidenceFilter, MatchRequest
from app.registry.pages.claim import find_claim as claim_of
from app.registry.pages.lines import judge
from app.registry.pages.narrowing import narrow
from app.registry.queries import Loaded, load_records

router = APIRouter(tags=["registry"])

NOT_MODIFIED = 304
ASKED = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": MatchRequest.model_json_schema()}},
    }
}


class Records(BaseModel):
    """A list of records at one revision of the registry."""

    revision: str
    count: int


class Claims(Records):
    """Claims."""

    claims: list[Claim]


class Checkpoints(Records):
    """Checkpoints."""

    checkpoints: list[Checkpoint]


class Sources(Records):
    """Sources."""

    sources: list[Source]


class Answer(BaseModel):
    """The verdict on one claim, one checkpoint and one use; `axes` are what broke, nearest first."""

    verdict: str
    axes: list[str]
    stale: bool
    confirmation: str
    sentence: str
    would_change: str
    against: list[str]


@router.get("/registry/claims", response_model=Claims)
async def list_claims(door: Door) -> Response:
    """List claims, narrowed by `text`, `family`, `kind`, `rung`, `confirmation` and `place` (`page` or `beyond`)."""
    return await _list(door, "claims")


@router.get("/registry/checkpoints", response_model=Checkpoints)
async def list_checkpoints(door: Door) -> Response:
    """List checkpoints, narrowed by `text`, `family` and `place`."""
    return await _list(door, "checkpoints")


@router.get("/registry/sources", response_model=Sources)
async def list_sources(door: Door) -> Response:
    """List sources, narrowed by `text`, `family`, `kind`, `confirmation` and `place`."""
    return await _list(door, "sources")


@router.get("/registry/claims/{claim_id}", response_model=Claim)
async def find_claim(door: Door, claim_id: str) -> Response:
    """Return one claim."""
    return await _one(door, "claims", claim_id)


@router.get("/registry/checkpoints/{checkpoint_id:path}", response_model=Checkpoint)
async def find_checkpoint(door: Door, checkpoint_id: str) -> Response:
    """Return one checkpoint, by `owner/name` or by our own name for a model without a repository."""
    return await _one(door, "checkpoints", checkpoint_id)


@router.get("/registry/sources/{source_id}", response_model=Source)
async def find_source(door: Door, source_id: str) -> Response:
    """Return one source."""
    return await _one(door, "sources", source_id)


@router.post("/match", response_model=Answer, openapi_extra=ASKED)
async def match_claim(door: Door) -> Response:
    """Say whether a claim may be used for a checkpoint and a use, and what breaks if not."""
    try:
        asked = MatchRequest.model_validate(await door.json())
    except ValidationError as error:
        raise InvalidError(_said(error), code="unreadable-request") from None
    revision, answer = await door.read(_answer, asked)
    return JSONResponse(answer, headers={"ETag": f'"{revision}"'})


async def _list(door: Doorway, name: str) -> Response:
    asked = EvidenceFilter.of(door.request.query_params.multi_items())
    revision, found = await door.read(_narrowed, asked, name)
    plain = [record.model_dump(mode="json") for record in found]
    return _answered(door, revision, {"revision": revision, "count": len(plain), name: plain})


async def _one(door: Doorway, name: str, record_id: str) -> Response:
    revision, record = await door.read(_found, name, record_id)
    return _answered(door, revision, record.model_dump(mode="json"))


def _answered(door: Doorway, revision: str, body: Any) -> Response:  # noqa: ANN401  any JSON value
    headers = {"ETag": f'"{revision}"', "Cache-Control": "no-cache"}
    known = door.request.headers.get("if-none-match", "")
    if f'"{revision}"' in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return Response(status_code=NOT_MODIFIED, headers=headers)
    return JSONResponse(body, headers=headers)


def _narrowed(
    db: Session, _person: Person, asked: EvidenceFilter, name: str
) -> tuple[str, Sequence[Claim | Checkpoint | Source]]:
    loaded = load_records(db)
    return loaded.facts.revision, narrow(asked, loaded)[name]


def _found(db: Session, _person: Person, name: str, record_id: str) -> tuple[str, Claim | Checkpoint | Source]:
    loaded = load_records(db)
    records: dict[str, Claim | Checkpoint | Source] = {**getattr(loaded, name)}
    if record_id not in records:
        raise NotFoundError("There is no such record in the registry.")
    return loaded.facts.revision, records[record_id]


def _answer(db: Session, _person: Person, asked: MatchRequest) -> tuple[str, dict[str, Any]]:
    loaded: Loaded = load_records(db)
    claim = claim_of(loaded, asked.claim)
    on = asked.today or clock.today()
    verdict = judge(loaded, claim.id, asked.checkpoint, use=asked.use, method=asked.method, on=on)
    return loaded.facts.revision, verdict.as_json()


def _said(error: ValidationError) -> str:
    problems = ((".".join(str(part) for part in each["loc"]), each["msg"]) for each in error.errors(include_url=False))
    said = "; ".join(f"{where}: {what.removeprefix('Value error, ')}" if where else what for where, what in problems)
    return f"This question cannot be read: {said}."
