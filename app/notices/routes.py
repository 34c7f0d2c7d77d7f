"""Doors of the notices room: one's own inbox, and sending a failed mail again."""

from fastapi import APIRouter
from starlette.responses import Response

from app.accounts.access import Door, Doorway
from app.infra.request import RowId, Submitted
from app.infra.security import local_path
from app.notices import pages, service

router = APIRouter()

INBOX = "/inbox"


@router.get("/inbox")
async def list_notices(door: Door) -> Response:
    """Show what one was told."""
    before = door.request.query_params.get("before", "")
    return door.page("notices/inbox.html", await door.read(pages.inbox_page, before=before))


@router.post("/inbox/{notice_id}/read")
async def read_notice(door: Door, notice_id: RowId) -> Response:
    """Mark a message as read, and go on to what it is about, or back to the inbox."""
    path = await door.write(service.mark_read, notice_id, now=door.now)
    return door.see_other_path(_back(door) if "back" in _form(door) else path)


@router.post("/inbox/read-all")
async def read_all_notices(door: Door) -> Response:
    """Mark every message as read."""
    await door.write(service.mark_all_read, now=door.now)
    return door.see_other("list_notices")


@router.post("/inbox/mail/{mail_id}/resend")
async def resend_mail(door: Door, mail_id: RowId) -> Response:
    """Let a mail that failed be tried again."""
    address = await door.write(service.resend, mail_id, now=door.now)
    door.say(f"The mail to {address} will be sent again.")
    return door.see_other_path(_back(door))


def _form(door: Doorway) -> Submitted:
    return door.form or Submitted()


def _back(door: Doorway) -> str:
    return local_path(_form(door).get("back"), INBOX)
