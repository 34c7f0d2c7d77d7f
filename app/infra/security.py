"""Cookies, the form token, where a POST may come from, and the headers of every answer. Knows no person."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from itsdangerous import BadData, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from app.infra.errors import NotAllowedError

CSP = (
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = (
    ("content-security-policy", CSP),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ("cache-control", "no-store"),
)
HSTS = ("strict-transport-security", "max-age=31536000; includeSubDomains")
LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
DAY = 86_400
VISITOR_FOR = 30 * DAY
_HOST = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
_RANDOM = re.compile(r"[A-Za-z0-9_-]{43}")
REFUSED_FORM = "This form did not come from a page of this site. Open the page again and send it from there."


@dataclass(frozen=True, slots=True)
class Security:
    """The secret and the address of this installation, and what is made of them."""

    secret: str
    base_url: str
    is_production: bool

    @property
    def is_https(self) -> bool:
        """Whether people come by https, so that cookies must."""
        return self.base_url.startswith("https://")

    @property
    def headers(self) -> tuple[tuple[bytes, bytes], ...]:
        """The headers that every answer carries, unless it says otherwise itself."""
        chosen = (*HEADERS, HSTS) if self.is_https else HEADERS
        return tuple((name.encode(), value.encode()) for name, value in chosen)

    def knows_host(self, host: str) -> bool:
        """Say whether this Host names us; anything else may not even be looked at."""
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found.group(1).lower()
        if self.base_url and name == _host_of(self.base_url):
            return True
        return not self.is_production and name in LOOPBACK

    def csrf_token(self, visitor: str) -> str:
        """Return the token of this browser's forms; it outlives the session, so that no expiry eats a form."""
        return hmac.new(self.secret.encode(), b"csrf:" + visitor.encode(), hashlib.sha256).hexdigest()

    def check_form(self, request: Request, token: str, visitor: str) -> None:
        """Refuse a POST that a foreign page may have caused."""
        if not self._is_own_origin(request.headers, request.scope["scheme"]):
            raise NotAllowedError(REFUSED_FORM, code="foreign-origin")
        if not visitor or not hmac.compare_digest(token.encode(), self.csrf_token(visitor).encode()):
            raise NotAllowedError(REFUSED_FORM, code="form-token")

    def is_surely_ours(self, request: Request) -> bool:
        """Say whether a browser itself names a page of ours as the one that sent this."""
        return "origin" in request.headers and self._is_own_origin(request.headers, request.scope["scheme"])

    def _is_own_origin(self, headers: Mapping[str, str], scheme: str) -> bool:
        if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        parts = urlsplit(self.base_url)
        if self.base_url and origin == f"{parts.scheme}://{parts.netloc}":
            return True
        return not self.is_production and origin == f"{scheme}://{headers.get('host', '')}"

    def cookie(self, request: Request, name: str) -> str:
        """Return a cookie of ours, or nothing where it is not of the form that we give out."""
        value = request.cookies.get(self.cookie_name(name), "")
        return value if _RANDOM.fullmatch(value) else ""

    def cookie_name(self, name: str) -> str:
        """Return the full name: with https it is bound to exactly this host."""
        return f"__Host-{name}" if self.is_https else f"pilotdesk_{name}"

    def set_cookie(self, response: Response, name: str, value: str, *, seconds: int) -> None:
        """Set a cookie that scripts cannot read and foreign pages cannot send along with a POST."""
        response.set_cookie(
            self.cookie_name(name),
            value,
            max_age=seconds,
            path="/",
            secure=self.is_https,
            httponly=True,
            samesite="lax",
        )

    def set_flash(self, response: Response, sentence: str) -> None:
        """Let the next page say something; signed, so that nobody else can put words there."""
        self.set_cookie(response, "flash", self._flash().dumps(sentence), seconds=300)

    def flash_of(self, request: Request) -> str:
        """Return what the page before wanted said."""
        value = request.cookies.get(self.cookie_name("flash"), "")
        try:
            return str(self._flash().loads(value)) if value else ""
        except BadData:
            return ""

    def _flash(self) -> URLSafeSerializer:
        return URLSafeSerializer(self.secret, salt="flash")


def random_token() -> str:
    """Return 256 random bits as text."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return what is kept of a random token: enough to know it again, useless to who reads the database."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def local_path(address: str, default: str = "/") -> str:
    r"""Return the address if it is a path of this site, else the default.

    Browsers read `/\`, `//` and a tab or line break inside as the start of another site, so only plain visible
    ASCII is taken, with one slash at the start.
    """
    is_plain = all("!" <= sign <= "~" for sign in address) and "\\" not in address
    is_local = address.startswith("/") and not address.startswith("//")
    return address if is_plain and is_local else default


def _host_of(base_url: str) -> str:
    netloc = urlsplit(base_url).netloc.lower()
    found = _HOST.fullmatch(netloc)
    return found.group(1) if found else netloc
