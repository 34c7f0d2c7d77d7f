"""Doors of an inquiry that was submitted, came back, is withdrawn or copied: parse, one call, answer."""

from fastapi import APIRouter
from starlette.responses import Response

from app.accounts.access import Door
from app.infra.errors import InvalidError
from app.infra.request import Submitted
from app.inquiries import pages, service

router = APIRouter()

LONGEST_ID = 9


@router.get("/inquiries/{reference}/timeline")
async def show_timeline(door: Door, reference: str) -> Response:
    """Show what happened so far; text that an ended session left behind stands in its form again."""
    held = await door.held()
    view = await door.read(pages.show_timeline, reference, typed=held, now=door.now)
    return door.page("inquiries/timeline.html", view)


@router.post("/inquiries/{reference}/timeline")
async def write_message(door: Door, reference: str) -> Response:
    """Write to the desk; what is no message stays on the page."""
    form = door.form or Submitted()
    try:
        await door.write(
            service.write_message, reference, text=form.get("text"), form_key=form.get("form_key"), now=door.now
        )
    except InvalidError as refusal:
        view = await door.read(pages.show_timeline, reference, typed=form.pairs, error=refusal.sentence, now=door.now)
        return door.page("inquiries/timeline.html", view, 422)
    door.say("Your message is with the desk.")
    return door.see_other("show_timeline", reference=reference)


@router.get("/inquiries/{reference}/compare")
async def compare_versions(door: Door, reference: str) -> Response:
    """Show what differs between two versions."""
    query = door.request.query_params
    view = await door.read(
        pages.show_comparison, reference, before=query.get("from", ""), after=query.get("to", ""), now=door.now
    )
    return door.page("inquiries/compare.html", view)


@router.get("/inquiries/{reference}/withdraw")
async def show_withdrawal(door: Door, reference: str) -> Response:
    """Ask whether the inquiry is to be withdrawn."""
    held = await door.held()
    view = await door.read(pages.show_withdrawal, reference, typed=held, now=door.now)
    return door.page("inquiries/act.html", view)


@router.post("/inquiries/{reference}/withdraw")
async def withdraw_inquiry(door: Door, reference: str) -> Response:
    """Withdraw the inquiry; what is too long stays on the page."""
    form = door.form or Submitted()
    try:
        await door.write(service.withdraw, reference, reason=form.get("reason"), now=door.now)
    except InvalidError as refusal:
        view = await door.read(pages.show_withdrawal, reference, typed=form.pairs, error=refusal.sentence, now=door.now)
        return door.page("inquiries/act.html", view, 422)
    door.say("The inquiry is withdrawn. You can undo this for 24 hours.")
    return door.see_other("show_inquiry", reference=reference)


@router.get("/inquiries/{reference}/undo")
async def show_undo(door: Door, reference: str) -> Response:
    """Lead to the page where a withdrawal is undone."""
    await door.read(service.load, reference, now=door.now)
    return door.see_other("show_inquiry", reference=reference)


@router.post("/inquiries/{reference}/undo")
async def undo_withdrawal(door: Door, reference: str) -> Response:
    """Bring a withdrawn inquiry back to where it stood."""
    await door.write(service.undo, reference, now=door.now)
    door.say("The withdrawal is undone; the inquiry stands where it stood.")
    return door.see_other("show_inquiry", reference=reference)


@router.get("/inquiries/{reference}/copy")
async def show_copying(door: Door, reference: str) -> Response:
    """Offer a copy."""
    view = await door.read(pages.show_copying, reference, now=door.now)
    return door.page("inquiries/act.html", view)


@router.post("/inquiries/{reference}/copy")
async def copy_inquiry(door: Door, reference: str) -> Response:
    """Make the copy and go to it."""
    door.house.throttle.count("draft from one place", door.place)
    key = (door.form or Submitted()).get("form_key")
    made = await door.write(service.copy_inquiry, reference, form_key=key, now=door.now)
    door.say(f"{reference} is copied. Look at each page and save it.")
    return door.see_other("show_inquiry", reference=made)


@router.get("/inquiries/{reference}/owner")
async def show_owner(door: Door, reference: str) -> Response:
    """Show who answers for the inquiry."""
    view = await door.read(pages.show_owner, reference, now=door.now)
    return door.page("inquiries/act.html", view)


@router.post("/inquiries/{reference}/owner")
async def change_owner(door: Door, reference: str) -> Response:
    """Let another person answer for the inquiry."""
    chosen = (door.form or Submitted()).get("owner")
    number = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) <= LONGEST_ID else 0
    name = await door.write(service.hand_to, reference, owner_id=number, now=door.now)
    door.say(f"{name} answers for this inquiry now.")
    return door.see_other("show_inquiry", reference=reference)


@router.get("/inquiries/{reference}/new-rules")
async def show_new_rules(door: Door, reference: str) -> Response:
    """Lead to the page that says which requirements changed."""
    await door.read(service.load, reference, now=door.now)
    return door.see_other("show_inquiry", reference=reference)


@router.post("/inquiries/{reference}/new-rules")
async def read_new_rules(door: Door, reference: str) -> Response:
    """Keep that the changed requirements were read."""
    await door.write(service.read_law, reference, now=door.now)
    return door.see_other("show_inquiry", reference=reference)
