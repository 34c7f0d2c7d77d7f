"""Doors of the pages of ops: parse, one call, answer."""

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from app.accounts.access import Door, Doorway
from app.exports import forms, pages, service
from app.exports.pages.listing import NOTHING_CHOSEN
from app.exports.service import Bundle
from app.infra.errors import InvalidError
from app.infra.request import Submitted

router = APIRouter()

UNPROCESSABLE = 422


@router.get("/scopes")
async def list_scopes(door: Door) -> Response:
    """Show the approved and the revoked scopes."""
    chosen = forms.ScopeFilter.of(door.request.query_params.multi_items())
    return door.page("exports/list.html", await door.read(pages.show_scopes, chosen))


@router.get("/scopes/export")
async def show_export(door: Door) -> Response:
    """Show what is new since a cursor, and the files of it."""
    view = await door.read(pages.show_export, door.request.query_params.multi_items())
    return door.page("exports/export.html", view, UNPROCESSABLE if view.errors else 200)


@router.post("/scopes/export")
async def note_arrival(door: Door) -> Response:
    """Note that everything up to a cursor arrived; the next export goes on from there."""
    await door.knock()
    typed = (door.form or Submitted()).get("cursor")
    cursor = forms.cursor_in(typed)
    if cursor is None:
        raise InvalidError(forms.NO_CURSOR, code="cursor-unreadable")
    noted = await door.write(service.acknowledge, cursor, now=door.now)
    door.say(f"It is noted that everything up to cursor {noted} arrived. Your next export goes on from there.")
    return door.see_other("show_export")


@router.get("/scopes/export/file")
async def download_scopes(door: Door) -> Response:
    """Send the file of a span."""
    await door.knock()
    asked = forms.Asked.of(door.request.query_params.multi_items())
    return pages.send(door.house.work, await door.read(pages.find_asked, asked))


@router.get("/scopes/export/manifest")
async def download_manifest(door: Door) -> Response:
    """Send the manifest of a span."""
    await door.knock()
    asked = forms.Asked.of(door.request.query_params.multi_items())
    return await _manifest(door, await door.read(pages.find_asked, asked))


@router.get("/scopes/chosen")
async def export_chosen(door: Door) -> Response:
    """Send the scopes that were ticked; say of each what became of it where one is missing."""
    await door.knock()
    chosen = forms.Chosen.of(door.request.query_params.multi_items())
    if not chosen.references:
        view = await door.read(pages.show_scopes, chosen.back, error=NOTHING_CHOSEN)
        return door.page("exports/list.html", view, UNPROCESSABLE)
    results = await door.read(pages.show_chosen, chosen)
    if results.missing:
        return door.page("exports/chosen.html", results, UNPROCESSABLE)
    return pages.send(door.house.work, results.bundle)


@router.get("/scopes/chosen/manifest")
async def download_chosen_manifest(door: Door) -> Response:
    """Send the manifest of the file of the scopes that were ticked."""
    await door.knock()
    chosen = forms.Chosen.of(door.request.query_params.multi_items())
    if not chosen.references:
        view = await door.read(pages.show_scopes, chosen.back, error=NOTHING_CHOSEN)
        return door.page("exports/list.html", view, UNPROCESSABLE)
    results = await door.read(pages.show_chosen, chosen)
    if results.missing:
        return door.page("exports/chosen.html", results, UNPROCESSABLE)
    return await _manifest(door, results.bundle)


@router.get("/scopes/{scope}")
async def show_scope(door: Door, scope: str) -> Response:
    """Show one scope."""
    return door.page("exports/scope.html", await door.read(pages.show_scope, scope))


@router.get("/scopes/{scope}/file")
async def download_scope(door: Door, scope: str) -> Response:
    """Send one scope as a file."""
    await door.knock()
    kind = forms.kind_in(dict(door.request.query_params.multi_items()))
    return pages.send(door.house.work, await door.read(pages.find_one, scope, kind))


@router.get("/scopes/{scope}/manifest")
async def download_scope_manifest(door: Door, scope: str) -> Response:
    """Send the manifest of the file of one scope."""
    await door.knock()
    kind = forms.kind_in(dict(door.request.query_params.multi_items()))
    return await _manifest(door, await door.read(pages.find_one, scope, kind))


async def _manifest(door: Doorway, bundle: Bundle) -> Response:
    return JSONResponse(await pages.make_manifest(door.house.work, bundle), headers={"Cache-Control": "no-store"})
