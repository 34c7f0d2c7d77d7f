"""The outermost gate: a number for each request, Host and size, headers on every answer, one log line, no traceback.

It stands outside the application, so that what goes wrong anywhere inside still leaves with headers and a number.
"""

import secrets
import time
from collections.abc import Awaitable, Callable

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.infra.errors import AppError, InvalidError, TooLargeError
from app.infra.security import Security

BODY_BYTES = 64 * 1024 * 1024
TOO_LARGE = TooLargeError(f"A request of more than {BODY_BYTES // 1024 // 1024} MiB is not taken.")
BAD_ADDRESS = InvalidError("The address or the host name of this request cannot be read.", code="bad-address")

Refuse = Callable[[Request, Exception], Awaitable[Response]]

log = structlog.get_logger("pilotdesk.request")


class Guard:
    """Wraps the application; pure ASGI, because a middleware class of functions costs more than a page."""

    def __init__(self, app: ASGIApp, *, security: Security, refuse: Refuse) -> None:
        self._app = app
        self._security = security
        self._headers = security.headers
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request in and the answer out, or answer in its place."""
        if scope["type"] != "http":
            await self._pass_other(scope, receive, send)
            return
        scope.setdefault("state", {})["reference"] = reference = secrets.token_hex(6)
        began = time.perf_counter()
        inner = _as_get(scope)
        answer = _Answer(send, self._headers, reference, has_body=scope["method"] != "HEAD")
        try:
            if refusal := self._objection(scope):
                raise refusal  # noqa: TRY301  one place answers for every refusal
            await self._app(inner, _limited(receive), answer)
        except Exception as error:
            if not isinstance(error, AppError):
                log.exception("failed", reference=reference, route=_route(inner))
            if not answer.status:
                response = await self._refuse(Request(scope, receive), error)
                await response(scope, receive, answer)
        finally:
            for file in scope["state"].get("files", ()):
                file.close()
        log.info(
            "request",
            reference=reference,
            method=scope["method"],
            route=_route(inner),
            status=answer.status,
            milliseconds=round((time.perf_counter() - began) * 1000, 1),
            person=scope["state"].get("person_id"),
        )

    async def _pass_other(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        await self._app(scope, receive, send)

    def _objection(self, scope: Scope) -> AppError | None:
        headers = scope["headers"]
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        if len(hosts) != 1 or not self._security.knows_host(hosts[0]):
            return BAD_ADDRESS
        if "\x00" in scope["path"] or b"%00" in scope["query_string"] or not _is_text(scope["path"]):
            return BAD_ADDRESS
        lengths = [value for name, value in headers if name == b"content-length"]
        if any(
            not value.isdigit() or len(value) > len(str(BODY_BYTES)) or int(value) > BODY_BYTES for value in lengths
        ):
            return TOO_LARGE
        return None


class _Answer:
    """Sends on, with the headers that every answer carries."""

    def __init__(self, send: Send, headers: tuple[tuple[bytes, bytes], ...], reference: str, *, has_body: bool) -> None:
        self._has_body = has_body
        self._send = send
        self._headers = headers
        self._reference = reference.encode()
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = {name.lower() for name, _ in message["headers"]}
            added = [item for item in self._headers if item[0] not in given]
            message["headers"] = [*message["headers"], *added, (b"x-request-id", self._reference)]
        elif not self._has_body:
            message = {**message, "body": b""}
        await self._send(message)


def _as_get(scope: Scope) -> Scope:
    """Let HEAD be answered by the page itself; its body is dropped on the way out."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def _limited(receive: Receive) -> Receive:
    """Count a body that does not say its length."""
    size = 0

    async def receive_counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > BODY_BYTES:
            raise TOO_LARGE
        return message

    return receive_counted


def _is_text(path: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in path)


def _route(scope: Scope) -> str:
    # the function's name and never the path, which may hold a one-time token
    return getattr(scope.get("endpoint"), "__name__", "")
