"""Doors of an inquiry that is filled in: parse, one call, answer."""

import asyncio
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.responses import FileResponse, JSONResponse, Response

from app.accounts.access import Door, Doorway
from app.infra import canonical
from app.infra.errors import ConflictError, InvalidError, TooLargeError
from app.infra.files import Files
from app.infra.request import Submitted, wants_json
from app.inquiries import pages, service
from app.inquiries.forms import posted
from app.inquiries.forms.inputs import ROWS
from app.inquiries.pages import programs
from app.inquiries.service import Changed, Conflict, Refused, Saved, Taken, Unconfirmed
from app.inquiries.service.loading import CLOSED
from app.rules.finding import Gate

router = APIRouter()

NO_FILE = "No file was chosen. Choose one, then press Attach."
NOT_SUBMITTED: dict[type, tuple[str, int]] = {
    Refused: (pages.REFUSED, 422),
    Unconfirmed: (pages.UNCONFIRMED, 422),
    Changed: (pages.CHANGED, 409),
}
BAD_FORM = "This form is not complete. Open its page again and send it from there."


def _form(door: Doorway) -> Submitted:
    return door.form or Submitted()


def _files(door: Doorway) -> Files:
    return Files(door.house.data / "uploads")


@router.get("/inquiries")
async def list_inquiries(door: Door, before: str = "") -> Response:
    """Show one's own inquiries."""
    view = await door.read(pages.show_list, now=door.now, before=before)
    return door.page("inquiries/list.html", view)


@router.post("/inquiries")
async def open_inquiry(door: Door) -> Response:
    """Open an inquiry and go to it."""
    door.house.throttle.count("draft from one place", door.place)
    form = _form(door)
    reference = await door.write(
        service.open_inquiry, kind=form.get("kind"), form_key=form.get("form_key"), now=door.now
    )
    return door.see_other("show_inquiry", reference=reference)


@router.get("/inquiries/{reference}")
async def show_inquiry(door: Door, reference: str) -> Response:
    """Show the task list."""
    view = await door.read(pages.show_tasks, reference, now=door.now)
    return door.page("inquiries/tasks.html", view)


@router.get("/inquiries/{reference}/sections/{section}")
async def edit_section(door: Door, reference: str, section: str, add: str = "") -> Response:
    """Show one page of the form; text that an ended session left behind stands in it again."""
    held = await door.held()
    try:
        view = await door.read(pages.show_section, reference, section, typed=held, add=add, now=door.now)
    except ConflictError as refusal:
        if held is None or refusal.code != CLOSED:
            raise
        return await _closed(door, reference, section, held)
    return door.page("inquiries/section.html", view)


@router.post("/inquiries/{reference}/sections/{section}")
async def save_section(door: Door, reference: str, section: str) -> Response:
    """Save what was typed; to a script say when, to a browser show the next page."""
    form = _form(door)
    suggested: dict[str, Any] = {}
    if form.get("do") == posted.USE_SUGGESTION:
        suggested = await door.read(pages.suggested_answers, reference, section, now=door.now)
    change = partial(posted.changed, section=section, pairs=form.pairs, suggested=suggested)
    version = posted.version_of(form.get("base_version"))
    try:
        result = await door.write(
            service.save_section, reference, section, change=change, base_version=version, now=door.now
        )
    except TooLargeError as refusal:
        if wants_json(door.request):
            raise
        return await _too_large(door, reference, section, refusal)
    except ConflictError as refusal:
        if wants_json(door.request) or refusal.code != CLOSED:
            raise
        return await _closed(door, reference, section, _form(door).pairs)
    if isinstance(result, Conflict):
        return _conflict(door, reference, section, result)
    if wants_json(door.request):
        return _saved(result)
    return _onwards(door, reference, section, form.get("do"))


async def _too_large(door: Doorway, reference: str, section: str, refusal: TooLargeError) -> Response:
    """Show everything that was typed again, because nothing of it is kept anywhere else."""
    view = await door.read(
        pages.show_section,
        reference,
        section,
        typed=_form(door).pairs,
        add="",
        refusal=refusal.sentence,
        now=door.now,
    )
    return door.page("inquiries/section.html", view, 413)


async def _closed(door: Doorway, reference: str, section: str, typed: posted.Pairs) -> Response:
    """Show what was typed into a form that is closed by now: its words are nowhere else."""
    view = await door.read(pages.show_closed, reference, section, typed=typed, now=door.now)
    return door.page("inquiries/closed.html", view, 409)


def _conflict(door: Doorway, reference: str, section: str, conflict: Conflict) -> Response:
    view = pages.conflict_page(reference, section, conflict, _form(door).pairs, today=door.now.date())
    if wants_json(door.request):
        body = {"code": "stale-version", "detail": view.sentence, "version": conflict.version}
        return JSONResponse(body, 409)
    return door.page("inquiries/conflict.html", view, 409)


def _saved(saved: Saved) -> Response:
    return JSONResponse(
        {
            "saved_at": saved.saved_at.isoformat(timespec="milliseconds"),
            "saved_words": pages.saved_words(saved.saved_at, saved.version, today=saved.saved_at.date()),
            "version": saved.version,
        }
    )


def _onwards(door: Doorway, reference: str, section: str, do: str) -> Response:
    if do == posted.SAVE_AND_RETURN:
        return door.see_other("show_inquiry", reference=reference)
    if do.startswith((posted.ADD, posted.REMOVE)) or do == posted.USE_SUGGESTION:
        here, anchor = pages.same_place(reference, section, do, _form(door).get(do.removeprefix(posted.ADD) + ROWS))
        return door.see_other_path(here + anchor)
    following = pages.next_section(section)
    if following:
        return door.see_other("edit_section", reference=reference, section=following)
    return door.see_other("check_answers", reference=reference)


@router.post("/inquiries/{reference}/uploads")
async def add_upload(door: Door, reference: str) -> Response:
    """Take in a file; the answers that name it are saved with it."""
    door.house.throttle.count("file from one place", door.place)
    await door.read(service.load, reference, now=door.now)
    chosen = _form(door).file("file")
    taken: Taken | str = NO_FILE
    if chosen is not None:
        name = chosen.filename or ""
        taken = await asyncio.to_thread(service.try_to_take_in, _files(door), name, chosen.file)
    if isinstance(taken, str):
        view = await door.read(
            pages.show_section, reference, pages.WITH_FILES, typed=None, add="", upload_error=taken, now=door.now
        )
        return door.page("inquiries/section.html", view, 422)
    await door.write(service.attach, reference, taken=taken, now=door.now)
    door.say(f"{taken.name} is attached.")
    return door.see_other("edit_section", reference=reference, section=pages.WITH_FILES)


@router.get("/inquiries/{reference}/uploads")
async def list_uploads(door: Door, reference: str) -> Response:
    """Lead to the page that shows the files."""
    await door.read(service.load, reference, now=door.now)
    return door.see_other("edit_section", reference=reference, section=pages.WITH_FILES)


@router.get("/inquiries/{reference}/uploads/{upload}")
async def show_upload(door: Door, reference: str, upload: str) -> Response:
    """Hand out a file of one's own, to be kept and never to be run."""
    file = await door.read(service.find_upload, reference, upload, now=door.now)
    return FileResponse(
        _files(door).path(file.sha256),
        media_type="application/octet-stream",
        filename=file.name,
        content_disposition_type="attachment",
        headers={"Content-Security-Policy": "sandbox; default-src 'none'", "X-Content-Type-Options": "nosniff"},
    )


@router.post("/inquiries/{reference}/uploads/{upload}/remove")
async def remove_upload(door: Door, reference: str, upload: str) -> Response:
    """Take a file out of the draft."""
    await door.write(service.remove_upload, reference, upload, now=door.now)
    door.say("The file was removed.")
    return door.see_other("edit_section", reference=reference, section=pages.WITH_FILES)


@router.get("/inquiries/{reference}/uploads/{upload}/remove")
async def show_removal(door: Door, reference: str, upload: str) -> Response:
    """Lead to the page where a file is removed."""
    await door.read(service.find_upload, reference, upload, now=door.now)
    return door.see_other("edit_section", reference=reference, section=pages.WITH_FILES)


@router.get("/inquiries/{reference}/check-answers")
async def check_answers(door: Door, reference: str) -> Response:
    """Show everything as it would be submitted."""
    view = await door.read(pages.show_answers, reference, now=door.now)
    return door.page("inquiries/check_answers.html", view)


@router.get("/inquiries/{reference}/way-out")
async def show_way_out(door: Door, reference: str) -> Response:
    """Show the fewest answers that would open what is shut, and with which model to begin."""
    view = await door.read(pages.show_way_out, reference, now=door.now)
    return door.page("inquiries/way_out.html", view)


@router.post("/inquiries/{reference}/submit")
async def submit_inquiry(door: Door, reference: str) -> Response:
    """Submit what was looked at, or show what stands in the way."""
    digest = _form(door).get("digest")
    if not digest:
        raise InvalidError(BAD_FORM, code="no-digest")
    is_confirmed = bool(_form(door).get(pages.REVIEWED))
    result = await door.write(service.submit, reference, digest=digest, now=door.now, is_confirmed=is_confirmed)
    if isinstance(result, (Refused, Unconfirmed, Changed)):
        trouble, status = NOT_SUBMITTED[type(result)]
        view = pages.answers_page(result.review, door.person, now=door.now, trouble=trouble, is_confirmed=is_confirmed)
        return door.page("inquiries/check_answers.html", view, status)
    return door.see_other("show_receipt", reference=result.reference)


@router.get("/inquiries/{reference}/submit")
async def show_submission(door: Door, reference: str) -> Response:
    """Lead to the page that is looked at before submitting."""
    await door.read(service.load, reference, now=door.now)
    return door.see_other("check_answers", reference=reference)


@router.get("/inquiries/{reference}/receipt")
async def show_receipt(door: Door, reference: str) -> Response:
    """Show what was submitted, and prove it."""
    view = await door.read(pages.show_receipt, reference, now=door.now)
    return door.page("inquiries/receipt.html", view)


@router.get("/inquiries/{reference}/receipt.json")
async def download_snapshot(door: Door, reference: str) -> Response:
    """Hand out the latest submitted version, byte for byte what its digest was made of."""
    text = await door.read(service.latest_snapshot, reference, now=door.now)
    return _download(text, f"{reference}-submitted.json")


@router.get("/inquiries/{reference}/document.json")
async def download_document(door: Door, reference: str) -> Response:
    """Hand out the draft as it stands."""
    text = await door.read(service.document_text, reference, now=door.now)
    return _download(text, f"{reference}.json")


@router.get("/inquiries/{reference}/verdict.json")
async def download_verdict(door: Door, reference: str) -> Response:
    """Hand out what the checklist says on the pages, byte for byte as the API and the command say it."""
    today = service.today_of(door.now)
    report = await door.read(programs.checked, reference, Gate.SUBMIT, today, now=door.now)
    return _download(canonical.canonical(report.as_json()).decode(), f"{reference}-verdict.json")


def _download(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)
