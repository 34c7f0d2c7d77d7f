"""Doors of the pages on which an inquiry is judged: parse, one call, answer."""

from fastapi import APIRouter
from starlette.responses import FileResponse, Response

from app.accounts.access import Door, Doorway
from app.infra.errors import ConflictError, InvalidError
from app.infra.files import Files
from app.infra.request import RowId, Submitted
from app.reviews import forms, pages, service
from app.reviews.routes.queue import back, seen, show
from app.reviews.service import NotApproved

router = APIRouter()

ACT, APPROVE = "reviews/act.html", "reviews/approve.html"
UNPROCESSABLE, CONFLICT = 422, 409
DONE = {
    "comment": "The comment is added.",
    "return": "The inquiry was returned to the customer.",
    "decline": "The inquiry was declined.",
}


@router.get("/queue")
async def list_queue(door: Door) -> Response:
    """Show what waits, the oldest first."""
    chosen = forms.QueueFilter.of(door.request.query_params.multi_items())
    return seen(door, door.page("reviews/queue.html", await door.read(pages.show_queue, chosen, now=door.now)), chosen)


@router.get("/reviews/{reference}")
async def show_review(door: Door, reference: str) -> Response:
    """Show one submitted version with all that it is judged by."""
    return show(door, "reviews/review.html", await door.read(pages.show_review, reference, now=door.now))


@router.post("/reviews/{reference}")
async def work_on_review(door: Door, reference: str) -> Response:
    """Take the inquiry, or say that this version was read."""
    form = _form(door)
    version = forms.version_of(form)
    deeds = {"take": service.take, "read": service.read}
    do = form.get("do")
    if do not in deeds:
        await door.read(service.judged, reference)
        raise InvalidError("Choose what to do with this inquiry.", code="nothing-chosen")
    try:
        await door.write(deeds[do], reference, version=version, now=door.now)
    except ConflictError as refusal:
        view = await door.read(pages.show_late_review, reference, seen=version, refusal=refusal.sentence, now=door.now)
        return show(door, "reviews/review.html", view, CONFLICT)
    door.say("You took this inquiry." if do == "take" else f"Version {version} is marked as read by you.")
    return door.see_other("show_review", reference=reference)


@router.get("/reviews/{reference}/compare")
async def compare_reviewed(door: Door, reference: str) -> Response:
    """Show what differs between two submitted versions."""
    asked = door.request.query_params
    view = await door.read(pages.show_comparison, reference, before=asked.get("from", ""), after=asked.get("to", ""))
    return show(door, "reviews/compare.html", view)


@router.get("/reviews/{reference}/uploads/{attachment}")
async def show_attachment(door: Door, reference: str, attachment: str) -> Response:
    """Hand out a file of the submitted version, to be kept and never to be run."""
    file = await door.read(service.find_file, reference, attachment)
    return FileResponse(
        Files(door.house.data / "uploads").path(file.sha256),
        media_type="application/octet-stream",
        filename=file.name,
        content_disposition_type="attachment",
        headers={"Content-Security-Policy": "sandbox; default-src 'none'", "X-Content-Type-Options": "nosniff"},
    )


@router.get("/reviews/{reference}/comment")
async def show_comment(door: Door, reference: str) -> Response:
    """Show the form of a comment."""
    return await _act(door, reference, "comment")


@router.post("/reviews/{reference}/comment")
async def add_comment(door: Door, reference: str) -> Response:
    """Add a comment for the customer or for the desk alone."""
    form = _form(door)
    if errors := pages.missing("comment", forms.typed(form)):
        return await _again(door, reference, "comment", errors)
    try:
        await door.write(
            service.comment,
            reference,
            version=forms.version_of(form),
            text=form.get("text"),
            visibility=form.get("visibility"),
            form_key=form.get("form_key"),
            now=door.now,
        )
    except ConflictError as refusal:
        return await _too_late(door, reference, "comment", refusal)
    return _done(door, reference, "comment")


@router.get("/reviews/{reference}/comments/{line}/share")
async def show_sharing(door: Door, reference: str, line: RowId) -> Response:
    """List who will be told, before the customer may read a comment."""
    return show(door, ACT, await door.read(pages.show_sharing, reference, line))


@router.post("/reviews/{reference}/comments/{line}/share")
async def share_comment(door: Door, reference: str, line: RowId) -> Response:
    """Let the customer read a comment, and tell them once."""
    await door.write(service.share, reference, line, version=forms.version_of(_form(door)), now=door.now)
    door.say("The customer can read the comment now, and has been told.")
    return door.see_other("show_review", reference=reference)


@router.get("/reviews/{reference}/return")
async def show_return(door: Door, reference: str) -> Response:
    """Show the form that asks for changes."""
    return await _act(door, reference, "return")


@router.post("/reviews/{reference}/return")
async def return_inquiry(door: Door, reference: str) -> Response:
    """Give the inquiry back with what has to change."""
    form = _form(door)
    if errors := pages.missing("return", forms.typed(form)):
        return await _again(door, reference, "return", errors)
    try:
        await door.write(
            service.return_,
            reference,
            version=forms.version_of(form),
            message=form.get("message"),
            asks=forms.texts_of(form, forms.ASK),
            now=door.now,
        )
    except ConflictError as refusal:
        return await _too_late(door, reference, "return", refusal)
    return _done(door, reference, "return")


@router.get("/reviews/{reference}/decline")
async def show_decline(door: Door, reference: str) -> Response:
    """Show the form that declines."""
    return await _act(door, reference, "decline")


@router.post("/reviews/{reference}/decline")
async def decline_inquiry(door: Door, reference: str) -> Response:
    """Decline with a reason."""
    form = _form(door)
    if errors := pages.missing("decline", forms.typed(form)):
        return await _again(door, reference, "decline", errors)
    version = forms.version_of(form)
    try:
        await door.write(service.decline, reference, version=version, reason=form.get("reason"), now=door.now)
    except ConflictError as refusal:
        return await _too_late(door, reference, "decline", refusal)
    return _done(door, reference, "decline")


@router.get("/reviews/{reference}/approve")
async def show_approval(door: Door, reference: str) -> Response:
    """Show what approving asks for."""
    typed = dict(await door.held() or ())
    return show(door, APPROVE, await door.read(pages.show_approval, reference, typed=typed, now=door.now))


@router.get("/reviews/{reference}/way-out")
async def show_way_to_approval(door: Door, reference: str) -> Response:
    """Show the fewest answers that would open approval, and with which model to begin."""
    return door.page("inquiries/way_out.html", await door.read(pages.show_way_to_approval, reference, now=door.now))


@router.post("/reviews/{reference}/approve")
async def approve_inquiry(door: Door, reference: str) -> Response:
    """Approve, if nothing blocks and everything that is left open is answered for."""
    form = _form(door)
    version, typed = forms.version_of(form), forms.typed(form)
    basis = await door.read(service.weigh, reference, now=door.now)
    try:
        result = await door.write(
            service.approve,
            reference,
            version=version,
            reasons=forms.texts_of(form, forms.REASON),
            grant=forms.grant_of(form, basis.currency),
            now=door.now,
            note=form.get("note"),
        )
    except ConflictError as refusal:
        lost = await door.read(
            pages.show_lost_approval, reference, typed=typed, seen=version, refusal=refusal.sentence, now=door.now
        )
        return show(door, APPROVE, lost, CONFLICT)
    if isinstance(result, NotApproved):
        view = pages.approval_page(result.weighed, typed=typed, errors=result.errors, today=door.now.date())
        return show(door, APPROVE, view, UNPROCESSABLE)
    door.say("The inquiry was approved.")
    return door.see_other("show_review", reference=reference)


@router.get("/reviews/{reference}/interest")
async def show_interest(door: Door, reference: str) -> Response:
    """Show the form on which an engineer steps back."""
    return await _act(door, reference, "interest")


@router.post("/reviews/{reference}/interest")
async def declare_interest(door: Door, reference: str) -> Response:
    """Step back from an inquiry for good."""
    form = _form(door)
    if errors := pages.missing("interest", forms.typed(form)):
        return await _again(door, reference, "interest", errors)
    version = forms.version_of(form)
    try:
        await door.write(service.declare_interest, reference, version=version, reason=form.get("reason"), now=door.now)
    except ConflictError as refusal:
        return await _too_late(door, reference, "interest", refusal)
    door.say(f"You stepped back from {reference}. Other engineers have been told.")
    return door.see_other_path(back(door))


@router.get("/reviews/{reference}/revoke")
async def show_revocation(door: Door, reference: str) -> Response:
    """Show the form that asks for a revocation, or the one that agrees to it."""
    return await _act(door, reference, "revoke")


@router.post("/reviews/{reference}/revoke")
async def revoke_inquiry(door: Door, reference: str) -> Response:
    """Ask another engineer to agree, or agree."""
    form = _form(door)
    version, request = forms.version_of(form), forms.version_of(form, "request")
    if not request and (errors := pages.missing("revoke", forms.typed(form))):
        return await _again(door, reference, "revoke", errors)
    try:
        if request:
            await door.write(service.confirm_revocation, reference, version=version, request_id=request, now=door.now)
        else:
            await door.write(
                service.ask_revocation, reference, version=version, reason=form.get("reason"), now=door.now
            )
    except ConflictError as refusal:
        return await _too_late(door, reference, "revoke", refusal)
    door.say("The approval was revoked." if request else "Another engineer has to agree now; they have been told.")
    return door.see_other("show_review", reference=reference)


def _form(door: Doorway) -> Submitted:
    return door.form or Submitted()


async def _act(door: Doorway, reference: str, name: str) -> Response:
    typed = dict(await door.held() or ())
    return show(door, ACT, await door.read(pages.show_act, reference, name, typed=typed, errors={}))


async def _again(door: Doorway, reference: str, name: str, errors: dict[str, str]) -> Response:
    """Answer with the page as it was typed, and say what is missing."""
    view = await door.read(pages.show_act, reference, name, typed=forms.typed(door.form), errors=errors)
    return show(door, ACT, view, UNPROCESSABLE)


async def _too_late(door: Doorway, reference: str, name: str, refusal: ConflictError) -> Response:
    """Answer with what was typed, with what happened meanwhile, and with the way on."""
    form = _form(door)
    view = await door.read(
        pages.show_lost,
        reference,
        name,
        typed=forms.typed(form),
        seen=forms.version_of(form),
        refusal=refusal.sentence,
    )
    return show(door, ACT, view, CONFLICT)


def _done(door: Doorway, reference: str, name: str) -> Response:
    door.say(DONE[name])
    return door.see_other("show_review", reference=reference)
