"""Pages: the template environment, what the layout needs, addresses of static files. Knows no feature."""

import hashlib
import os
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates
from starlette.types import Scope

ROOT = Path(__file__).resolve().parents[2]
FOREVER = "public, max-age=31536000, immutable"
SERVED = frozenset({"built", "vendor", "img"})  # of static/; the rest is what these are made from


@dataclass(frozen=True, slots=True)
class NavLink:
    """One entry of the navigation."""

    label: str
    address: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page shows around itself."""

    who: str
    signed_in: bool
    nav: tuple[NavLink, ...]
    csrf: str
    flash: str
    ruleset: tuple[str, str]
    path: str
    environment: str
    has_held: bool = False  # what stands in the form was typed before an expiry, and nothing came of it yet


class Web:
    """Renders pages and knows the address of every static file."""

    def __init__(self, *, environment: str, ruleset: tuple[str, str], root: Path = ROOT) -> None:
        self.environment = environment
        self.ruleset = ruleset
        self.static = HashedFiles(root / "static", rehash=environment == "development")
        jinja = Environment(
            loader=FileSystemLoader(root / "templates"),
            undefined=StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=environment == "development",
        )
        jinja.filters["instant"] = instant
        jinja.filters["day"] = day
        jinja.globals["static_url"] = self.static.address
        self.templates = Jinja2Templates(env=jinja)

    def page(self, request: Request, template: str, view: object, frame: Frame, status: int = 200) -> HTMLResponse:
        """Render one page from its view and the frame around it."""
        context = {"view": view, "frame": frame}
        return self.templates.TemplateResponse(request, template, context, status_code=status)


class HashedFiles(StaticFiles):
    """Static files whose address carries their digest, so that a browser may keep them for good."""

    def __init__(self, folder: Path, *, rehash: bool) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder
        self._rehash = rehash
        self._known: dict[str, tuple[int, str]] = {}

    def address(self, name: str) -> str:
        """Return the address of a file, with its digest; a file that is not built yet has none."""
        digest = self._digest(name)
        return f"/static/{name}?v={digest}" if digest else f"/static/{name}"

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find the file, if it is one that browsers are meant to have."""
        return super().lookup_path(path) if SERVED.intersection(Path(path).parts[:1]) else ("", None)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve the file; for good only where the address names exactly these bytes."""
        response = await super().get_response(path, scope)
        asked = scope["query_string"].decode("latin-1")
        is_exact = asked.startswith("v=") and asked[2:] == self._digest(path)
        response.headers["Cache-Control"] = FOREVER if is_exact else "no-cache"
        return response

    def _digest(self, name: str) -> str:
        file = self._folder / name
        known = self._known.get(name)
        if known and not self._rehash:
            return known[1]
        if not file.is_file():
            return ""
        stamp = file.stat().st_mtime_ns
        if known is None or known[0] != stamp:
            self._known[name] = known = (stamp, hashlib.sha256(file.read_bytes()).hexdigest()[:16])
        return known[1]


def instant(moment: datetime | None) -> str:
    """Write a moment out, with its zone: 30 Nov 2026, 14:22:05 UTC."""
    return "" if moment is None else f"{moment.day} {moment:%b %Y, %H:%M:%S} UTC"


def day(value: date | None) -> str:
    """Write a day out: 30 November 2026."""
    return "" if value is None else f"{value.day} {value:%B %Y}"
