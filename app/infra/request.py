"""What a route may ask for: the house it stands in, the submitted form, a JSON body; with the limits on each."""

import pathlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import Path
from pydantic import BeforeValidator
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException  # noqa: TID251  what the framework says of a form is caught here
from starlette.requests import Request

from app.infra import canonical
from app.infra.errors import InvalidError, TooLargeError, UnsupportedError
from app.infra.passwords import Passwords
from app.infra.security import Security
from app.infra.throttle import Throttle
from app.infra.web import Frame, Web
from app.infra.work import Work

FORM_BYTES = 8 * 1024 * 1024  # much more than is kept: what was typed too long is shown again, so it has to be read
JSON_BYTES = 2 * 1024 * 1024
OF_A_FORM = " Nothing of this form was saved. Attach long texts as files."
MOST_FIELDS = 5000
MOST_FILES = 20
URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)

# a number of a row, as it stands in an address; beyond what the databases count to there is nothing
RowId = Annotated[int, Path(ge=1, le=2**31 - 1)]
Pairs = tuple[tuple[str, str], ...]


def _written_out(given: object) -> object:
    if isinstance(given, int | float) or (isinstance(given, str) and not _DAY.fullmatch(given)):
        raise ValueError("a day is written like 2026-11-30")
    return given


Day = Annotated[date, BeforeValidator(_written_out)]  # a bare number is no day


@dataclass(frozen=True, slots=True)
class House:
    """What every request shares; made once in main."""

    work: Work
    web: Web
    security: Security
    passwords: Passwords
    throttle: Throttle
    data: pathlib.Path
    frame_of: Callable[[Request], Frame]  # the layout's values, also for a page that says no
    has_mail: bool = False  # whether a mail server is set up
    daily_mail_hour: int = 6

    def close(self) -> None:
        """Let running work end, and close every connection."""
        self.work.close()
        self.passwords.close()


def house_of(request: Request) -> House:
    """Return the house that this request came to."""
    house: House = request.app.state.house
    return house


@dataclass(frozen=True, slots=True)
class Submitted:
    """A posted form: every pair in its order, and the files apart."""

    pairs: Pairs = ()
    files: tuple[tuple[str, UploadFile], ...] = field(default=())

    def get(self, name: str, default: str = "") -> str:
        """Return the last value of that name."""
        found = self.all(name)
        return found[-1] if found else default

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of that name, in order."""
        return tuple(value for key, value in self.pairs if key == name)

    def file(self, name: str) -> UploadFile | None:
        """Return the file of that name, if one was chosen."""
        for key, upload in self.files:
            if key == name and upload.filename:
                return upload
        return None

    def __contains__(self, name: object) -> bool:
        return any(key == name for key, _ in self.pairs)


async def read_form(request: Request) -> Submitted:
    """Read the posted form, or refuse it with the limit or the kind that it breaks."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind == URLENCODED:
        return Submitted(_urlencoded(await read_body(request, FORM_BYTES, OF_A_FORM)))
    if kind == MULTIPART:
        return await _multipart(request)
    if not await read_body(request, FORM_BYTES, OF_A_FORM):
        return Submitted()
    raise UnsupportedError("A form is taken here, as browsers send it.")


async def read_json(request: Request, limit: int = JSON_BYTES) -> Any:  # noqa: ANN401  any JSON value
    """Read a JSON body of any shape; numbers beyond all measure stay what they are."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise UnsupportedError("Send JSON, with the content type application/json.")
    try:
        return canonical.parse(await read_body(request, limit))
    except ValueError:
        raise InvalidError("The body is not JSON that can be read.", code="not-json") from None


async def read_body(request: Request, limit: int, said: str = "") -> bytes:
    """Read the body, but never more of it than the limit; `said` is added to the refusal."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > limit:
            raise TooLargeError(f"This is more than {limit // 1024} KiB, the most that is taken here at once.{said}")
        chunks.append(chunk)
    return b"".join(chunks)


def wants_json(request: Request) -> bool:
    """Say whether the caller is a program: the API, or a script of our own pages."""
    return is_api(request) or "application/json" in request.headers.get("accept", "")


def is_api(request: Request) -> bool:
    """Say whether this is the JSON API; asked of the path as routed, never of an address that a Host can bend."""
    path: str = request.scope["path"]
    return path.startswith("/api/")


def _urlencoded(body: bytes) -> Pairs:
    try:
        text = body.decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, errors="replace", max_num_fields=MOST_FIELDS)
    except UnicodeDecodeError:
        raise InvalidError("The form cannot be read: it holds bytes that no browser sends.") from None
    except ValueError:
        raise TooLargeError(f"A form of more than {MOST_FIELDS} fields is not taken.") from None
    return tuple((_clean(name), _clean(value)) for name, value in pairs)


async def _multipart(request: Request) -> Submitted:
    try:
        form = await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS, max_part_size=FORM_BYTES)
    except HTTPException:
        raise InvalidError("The form cannot be read as it was sent.") from None
    items = form.multi_items()
    texts = tuple((_clean(name), _clean(value)) for name, value in items if isinstance(value, str))
    files = tuple((_clean(name), value) for name, value in items if isinstance(value, UploadFile))
    request.scope["state"]["files"] = [value.file for _, value in files]  # the guard closes them
    return Submitted(texts, files)


def _clean(text: str) -> str:
    # as HTML does: a NUL, which PostgreSQL cannot hold, and half a character become the replacement character
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")
