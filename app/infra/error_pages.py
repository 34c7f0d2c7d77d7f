"""From a refusal to an answer: a page for people, RFC 9457 problem details for programs.

Nothing asked is echoed, but for what somebody typed into a form of ours that cannot be taken.
"""

import json
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import quote

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException  # noqa: TID251  the framework's own refusals are turned into ours here
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match

from app.infra.errors import (
    AppError,
    ConflictError,
    InvalidError,
    Links,
    LostCookieError,
    NotAllowedError,
    NotFoundError,
    SignInNeededError,
    TooLargeError,
    TooManyError,
    UnavailableError,
    UnsupportedError,
)
from app.infra.request import house_of, is_api, wants_json
from app.infra.security import VISITOR_FOR

STATUS: dict[type[AppError], HTTPStatus] = {
    NotFoundError: HTTPStatus.NOT_FOUND,
    SignInNeededError: HTTPStatus.UNAUTHORIZED,
    NotAllowedError: HTTPStatus.FORBIDDEN,
    ConflictError: HTTPStatus.CONFLICT,
    InvalidError: HTTPStatus.BAD_REQUEST,
    TooLargeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    UnsupportedError: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    TooManyError: HTTPStatus.TOO_MANY_REQUESTS,
    UnavailableError: HTTPStatus.SERVICE_UNAVAILABLE,
}
CODES = {  # statuses that a refusal may name itself, by the code in its details
    "precondition-required": HTTPStatus.PRECONDITION_REQUIRED,
    "precondition-failed": HTTPStatus.PRECONDITION_FAILED,
    "not-submitted": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-approved": HTTPStatus.UNPROCESSABLE_ENTITY,
    "reason-missing": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unreadable-request": HTTPStatus.UNPROCESSABLE_ENTITY,
    "waiver-incomplete": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no-such-rule": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unreviewed": HTTPStatus.UNPROCESSABLE_ENTITY,
}
TITLES = {
    400: "This request cannot be read",
    401: "Sign in first",
    403: "Not allowed",
    404: "There is nothing here",
    405: "This cannot be done here",
    409: "Something changed in the meantime",
    412: "Something changed in the meantime",
    413: "That is too much at once",
    415: "This kind of content is not taken",
    422: "This request cannot be read",
    428: "Say which version you mean",
    429: "Too many tries",
    500: "Something went wrong on our side",
    503: "Not possible at the moment",
}
log = structlog.get_logger("pilotdesk.errors")

TITLES_OF_CODES = {"closed": "These answers are closed", "form-token": "This form was not taken"}
ELSEWHERE: Links = (("Go to the first page", "/"),)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
BROKEN = (
    "Nothing of this request was saved. Try again; if it happens again, tell us the reference below and we can find "
    "what went wrong."
)


@dataclass(frozen=True, slots=True)
class RefusalPage:
    """What the page of a refusal shows."""

    title: str
    sentence: str
    code: str
    reference: str
    links: Links
    typed: tuple[str, ...] = ()


class _BrokenError(AppError):
    code = "broken"


def install(app: FastAPI) -> None:
    """Let every refusal inside the application be answered here."""
    for kind in (AppError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, refuse)


async def refuse(request: Request, error: Exception) -> Response:
    """Answer for a refusal; anything that is not one is a fault of ours and says only its reference."""
    refusal, status = _read(error)
    if isinstance(error, UnavailableError):
        log.error("unavailable", reference=_reference(request), exc_info=error)
    response = _response(request, refusal, status)
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = ", ".join(_allowed(request))
    if wait := refusal.details.get("retry_after"):
        response.headers["Retry-After"] = str(wait)
    return response


def _read(error: Exception) -> tuple[AppError, int]:
    if isinstance(error, AppError):
        return error, status_of(error)
    if isinstance(error, RequestValidationError):
        return _unreadable(error)
    if isinstance(error, HTTPException):
        return _of_framework(error)
    return _BrokenError(BROKEN), 500


def status_of(error: AppError) -> int:
    """Return the status of a refusal: its code's, else its kind's."""
    by_kind = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), HTTPStatus.BAD_REQUEST)
    return int(CODES.get(error.code, by_kind))


def _of_framework(error: HTTPException) -> tuple[AppError, int]:
    if error.status_code == HTTPStatus.NOT_FOUND:
        return NotFoundError(), 404
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return AppError("This address does not take that kind of request.", code="method-not-allowed"), 405
    if isinstance(error.__cause__, AppError):  # the body broke a limit while the framework was reading it
        return _read(error.__cause__)
    return InvalidError("The body of this request cannot be read."), error.status_code


def _allowed(request: Request) -> list[str]:
    """Return every method that this address takes; the framework names only those of the first route that fits."""
    routes = request.app.router.routes
    taken = [
        method
        for method in METHODS
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes)
    ]
    return [*taken, "HEAD"] if "GET" in taken else taken


def _unreadable(error: RequestValidationError) -> tuple[AppError, int]:
    places = [tuple(str(part) for part in item["loc"]) for item in error.errors()]
    if any(place[:1] == ("path",) for place in places):
        return NotFoundError(), 404
    # what was sent is not repeated: it may hold a secret, or half a character that no answer can carry
    errors = [
        {"field": ".".join(place[1:]), "message": str(item["msg"])}
        for place, item in zip(places, error.errors(), strict=True)
    ]
    return InvalidError("Some of what was sent cannot be read.", code="unreadable-request", errors=errors), 422


def _response(request: Request, refusal: AppError, status: int) -> Response:
    if wants_json(request):
        return _problem(request, refusal, status)
    if isinstance(refusal, SignInNeededError):
        return RedirectResponse("/sign-in?next=" + quote(_here(request), safe=""), 303)
    house = house_of(request)
    title = TITLES_OF_CODES.get(refusal.code) or TITLES.get(status, TITLES[400])
    links = refusal.links or ELSEWHERE
    lost = refusal if isinstance(refusal, LostCookieError) else None
    typed = lost.typed if lost else ()
    view = RefusalPage(title, refusal.sentence, refusal.code, _reference(request), links, typed)
    response = house.web.page(request, "_layout/refusal.html", view, house.frame_of(request), status)
    if lost:
        response.headers["Cache-Control"] = "no-store"
        house.security.set_cookie(response, "visitor", lost.visitor, seconds=VISITOR_FOR)
    return response


def _problem(request: Request, refusal: AppError, status: int) -> Response:
    body = {
        **{name: value for name, value in refusal.details.items() if name != "retry_after"},
        "type": f"urn:pilotdesk:problem:{refusal.code}",
        "title": TITLES.get(status, TITLES[400]),
        "status": status,
        "detail": refusal.sentence,
        "code": refusal.code,
        "reference": _reference(request),
    }
    response = Response(json.dumps(body), status, media_type="application/problem+json")
    if status == HTTPStatus.UNAUTHORIZED and is_api(request):
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _reference(request: Request) -> str:
    return str(request.scope.get("state", {}).get("reference", ""))


def _here(request: Request) -> str:
    """Return where to go on after signing in: this address, where it can be asked for."""
    if "GET" not in _allowed(request):
        return "/"
    path = quote(str(request.scope["path"]))
    query = request.scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query and request.method in {"GET", "HEAD"} else path
