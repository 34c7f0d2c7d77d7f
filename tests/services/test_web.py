"""The plumbing of pages: moments and days in words, addresses of files, forms, and the guard outside everything."""

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from app.infra.guard import Guard
from app.infra.request import Submitted
from app.infra.security import Security
from app.infra.web import HashedFiles, day, instant


def test_a_moment_and_a_day_are_written_out() -> None:
    assert instant(datetime(2026, 11, 3, 4, 5, 6, tzinfo=UTC)) == "3 Nov 2026, 04:05:06 UTC"
    assert day(date(2026, 11, 3)) == "3 November 2026"
    assert (instant(None), day(None)) == ("", "")


def test_a_file_is_read_again_only_while_someone_builds(tmp_path: Path) -> None:
    file = tmp_path / "a.css"
    file.write_text("one")
    building, serving = HashedFiles(tmp_path, rehash=True), HashedFiles(tmp_path, rehash=False)
    before = (building.address("a.css"), serving.address("a.css"))
    file.write_text("two")
    os.utime(file, ns=(1, 1))
    assert building.address("a.css") != before[0]
    assert building.address("a.css") == HashedFiles(tmp_path, rehash=False).address("a.css")
    assert serving.address("a.css") == before[1]


def test_a_form_gives_the_last_value_and_every_value_in_order() -> None:
    chosen = UploadFile(BytesIO(), filename="x.csv")
    empty = UploadFile(chosen.file, filename="")
    form = Submitted((("a", "1"), ("b", "2"), ("a", "3")), (("f", empty), ("g", chosen), ("f", chosen)))
    assert (form.get("a"), form.get("c", "none"), form.all("a")) == ("3", "none", ("1", "3"))
    assert ("b" in form, "c" in form) == (True, False)
    assert (form.file("f"), form.file("h")) == (chosen, None)


Sent = list[dict[str, Any]]


def passed_through(inside: Callable[..., Any], **changes: object) -> Sent:
    """Send one request through a guard to a made-up application, and return what came out."""
    sent: Sent = []
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        **changes,
    }

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:  # noqa: ANN401  a message of the server's
        sent.append(dict(message))

    async def refuse(_request: Request, error: Exception) -> Response:
        return Response(type(error).__name__, 500)

    guard = Guard(inside, security=Security("x", "", is_production=False), refuse=refuse)
    asyncio.run(guard(scope, receive, send))
    return sent


async def half_an_answer(_scope: object, _receive: object, send: Callable[..., Any]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    raise RuntimeError("in the middle")


async def no_answer(*_: object) -> None:
    raise RuntimeError("before anything")


def test_what_breaks_in_the_middle_of_an_answer_is_not_answered_twice() -> None:
    assert [message["type"] for message in passed_through(half_an_answer)] == ["http.response.start"]


def test_what_breaks_before_the_answer_is_answered() -> None:
    start, body = passed_through(no_answer)
    assert (start["status"], body["body"]) == (500, b"RuntimeError")


@pytest.mark.parametrize("path", ["/\x00", "/\ud800"])
def test_a_path_that_no_browser_sends_is_refused(path: str) -> None:
    start, body = passed_through(no_answer, path=path)
    assert (start["status"], body["body"]) == (500, b"InvalidError")


def test_a_header_that_an_answer_sets_itself_is_left_as_it_is() -> None:
    async def download(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401  as a server calls it
        await Response("x", headers={"Content-Security-Policy": "sandbox"})(scope, receive, send)

    headers = passed_through(download)[0]["headers"]
    assert [value for name, value in headers if name == b"content-security-policy"] == [b"sandbox"]


def test_what_is_no_request_is_passed_on() -> None:
    seen: list[str] = []

    async def inside(scope: Any, *_: object) -> None:  # noqa: ANN401  as a server calls it
        seen.append(scope["type"])

    passed_through(inside, type="lifespan")
    assert seen == ["lifespan"]
