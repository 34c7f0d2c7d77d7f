"""Doors of the scopes for programs: what is new since a cursor, as pages of JSON or as one file with its manifest."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import JSONResponse, Response

from app.accounts.access import Door
from app.exports import pages, service
from app.exports.forms import LARGEST_CURSOR, NO_CURSOR, Asked
from app.exports.service import Kind
from app.infra.errors import InvalidError

router = APIRouter(tags=["scopes"])

MOST = 500
Cursor = Annotated[int, Query(ge=0, le=LARGEST_CURSOR, description="What came after it; 0 is the beginning.")]
Since = Annotated[
    int | None,
    Query(ge=0, le=LARGEST_CURSOR, description="What came after it; by default after the acknowledged cursor."),
]
Until = Annotated[int | None, Query(ge=0, le=LARGEST_CURSOR, description="Up to and with it; now by default.")]
Limit = Annotated[int, Query(ge=1, le=MOST, description="At most so many scopes at once.")]
Bom = Annotated[bool, Query(description="Begin a CSV file with a byte order mark.")]
ACK: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["cursor"],
                    "properties": {"cursor": {"type": "integer", "minimum": 0, "maximum": LARGEST_CURSOR}},
                }
            }
        },
    }
}


@router.get("/scopes")
async def read_scopes(door: Door, since: Since = None, limit: Limit = 100) -> Response:
    """Return each scope that was approved or revoked after the cursor once, as it stands; go on with `cursor`."""
    feed = await door.read(pages.list_feed, since, limit)
    return Response(pages.feed_body(feed), media_type="application/json", headers={"Cache-Control": "no-store"})


@router.get("/scopes/file")
async def read_scope_file(
    door: Door, since: Cursor = 0, until: Until = None, kind: Kind = Kind.JSONL, *, bom: Bom = False
) -> Response:
    """Stream all of a span as JSON Lines or CSV."""
    bundle = await door.read(pages.find_asked, Asked(since, until, kind, has_bom=bom))
    return pages.send(door.house.work, bundle)


@router.get("/scopes/manifest")
async def read_scope_manifest(
    door: Door, since: Cursor = 0, until: Until = None, kind: Kind = Kind.JSONL, *, bom: Bom = False
) -> Response:
    """Return how many scopes the file of a span holds, its digest, and the cursor to go on with."""
    bundle = await door.read(pages.find_asked, Asked(since, until, kind, has_bom=bom))
    return JSONResponse(await pages.make_manifest(door.house.work, bundle))


@router.post("/scopes/ack", openapi_extra=ACK)
async def acknowledge_scopes(door: Door) -> Response:
    """Say that everything up to a cursor arrived; only this moves the cursor from which you go on by default."""
    await door.knock()
    body = await door.json()
    cursor = body.get("cursor") if isinstance(body, dict) else None
    if not isinstance(cursor, int) or isinstance(cursor, bool) or not 0 <= cursor <= LARGEST_CURSOR:
        raise InvalidError(NO_CURSOR, code="cursor-unreadable")
    return JSONResponse({"cursor": await door.write(service.acknowledge, cursor, now=door.now)})
