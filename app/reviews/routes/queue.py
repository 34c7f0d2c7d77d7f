"""The way back from a review: to the queue as it was last looked at in this browser, filters, page and all."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from starlette.responses import Response

from app.accounts.access import Doorway
from app.reviews.forms import QueueFilter
from app.reviews.pages import ActPage, ApprovalPage, ComparePage, ReviewPage

COOKIE = "pilotdesk_queue"


def seen(door: Doorway, response: Response, chosen: QueueFilter) -> Response:
    """Let this browser remember which view of the queue it shows; nothing of that is kept here."""
    asked = urlsplit(chosen.address(after=chosen.after)).query
    is_secure = door.request.url.scheme == "https"
    response.set_cookie(COOKIE, asked, httponly=True, samesite="lax", secure=is_secure, path="/")
    return response


def show(
    door: Doorway, template: str, view: ReviewPage | ActPage | ApprovalPage | ComparePage, status: int = 200
) -> Response:
    """Answer with a page about one inquiry, from which a link leads back to that view."""
    return door.page(template, replace(view, queue=back(door)), status)


def back(door: Doorway) -> str:
    """Return the address of that view; what cannot be read narrows nothing."""
    chosen = QueueFilter.of(parse_qsl(door.request.cookies.get(COOKIE, "")))
    return chosen.address(after=chosen.after)
