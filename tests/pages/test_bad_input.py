"""Whatever is sent, the answer is one of ours: no 5xx, no trace, a code or a reference on every refusal (R19)."""

import itertools
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar
from urllib.parse import quote

import pytest
from fastapi import APIRouter, FastAPI
from starlette.responses import JSONResponse
from starlette.testclient import TestClient

from app import main
from app.accounts.access import ACCESS, PUBLIC, Door
from app.infra.throttle import Throttle
from app.settings import Settings
from tests.conftest import BASE_URL
from tests.pages import world as worlds
from tests.pages.world import World, doors_of

pytestmark = pytest.mark.seeded

T = TypeVar("T")

PAYLOADS = 10_000
STRINGS = (
    "",
    " ",
    "\t\r\n",
    "0",
    "-1",
    "1e400",
    "NaN",
    "Infinity",
    "9" * 400,
    str(2**63),
    str(-(2**63) - 1),
    "1.5",
    "1,5",
    "true",
    "null",
    "None",
    "undefined",
    "[]",
    "{}",
    "\x00",
    "a\x00b",
    "\x01\x02\x7f",
    "\u202eabc",
    "\ufeff",
    "\ufffd",
    "\u0130\u0131",
    "é" * 300,
    "e\u0301",
    "😀",
    "\U0010ffff",
    "漢字" * 50,
    "مرحبا",
    "x" * 5000,
    "'",
    '"',
    "' OR 1=1 --",
    "'; DROP TABLE users; --",
    "%",
    "%_",
    "\\",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "{% raw %}",
    "${7*7}",
    "../../etc/passwd",
    "..%2f",
    "/\\example.com",
    "//example.com",
    "javascript:alert(1)",
    "=1+1",
    "@SUM(1)",
    "2026-02-30",
    "2026-11-30",
    "0000-00-00",
    "99999-01-01",
    "2026-11-30T00:00:00Z",
    "PD-0001",
    "PD-0",
    "PD--1",
    "PD-99999999999999999999",
    "PD-\u0661",
    "glm-5.3-report",
    "Qwen/Qwen3.8-27B",
    "sha256:" + "0" * 64,
    "*",
    '"1"',
    'W/"1"',
    "model",
    "add:verifier.cases",
    "remove:verifier.cases.99999999999999999999",
    "remove:verifier.cases.-1",
    "do",
    "\u0661\u0662",
    "½",
)
NAMES = (
    "do",
    "kind",
    "form_key",
    "base_version",
    "digest",
    "next",
    "email",
    "name",
    "organisation",
    "password",
    "current",
    "new",
    "q",
    "family",
    "rung",
    "use",
    "method",
    "claim",
    "checkpoint",
    "before",
    "gate",
    "today",
    "page",
    "title",
    "model.family",
    "training.steps",
    "training.trainer.name",
    "verifier.cases.0.type",
    "verifier.cases.x.type",
    "verifier.cases.99999999999999999999.type",
    "verifier.cases.-1.id",
    "budget.cap",
    "evidence.0.claim",
    "commitments.0.due",
    "baseline.sampling.temperature",
    "__class__",
    "a.b.c.d",
    ".",
    "..",
    "0",
    "",
    "\ud83d",
)
JSONS: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**63,
    10**400,
    1.5,
    "",
    "x",
    [],
    [[]],
    {},
    {"": ""},
    [None] * 100,
    {"schema": 1},
    {"kind": []},
    {"kind": "qwen-27b"},
    {"kind": "qwen-27b", "document": 1},
    {"schema": "pilot-inquiry/1", "kind": "glm-5.3", "training": "x"},
    {"verifier": {"cases": {"0": 1}}},
    {"verifier": {"cases": [1, None, {"type": []}, {"type": "V01", "runs": 10**30}]}},
    {"evidence": [{"claim": {"a": 1}, "used_for": None}], "budget": {"cap": -1, "currency": "\ud800"}},
    {"claim": 1, "checkpoint": [], "use": {}},
    {"claim": "glm-5.3-report", "checkpoint": "Qwen/Qwen3.8-27B@", "use": "x"},
    {"digest": 5},
    {"digest": "sha256:"},
    {"\ud800": "\udfff"},
    {"\x00": "\x00"},
    {"__proto__": {"x": 1}},
)
RAW = (
    b"",
    b"{",
    b"nul",
    b"\xff\xfe",
    b"[" * 5000,
    b'{"a":' * 3000,
    b'"\\ud800"',
    b"NaN",
    b"1e999",
    b"-",
    b"{} {}",
    b'{"a":1,"a":2}',
    b"a=%zz&b=%ff&%00=1",
    b"&&&=&=",
    b"a" * 70_000,
    b"--x\r\n\r\n",
    b"--x--\r\n",
    b'--x\r\nContent-Disposition: form-data; name="a"\r\n',
    b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n",
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="../../a\x00.csv"\r\n\r\n\xff\x00\r\n--x--\r\n',
)
TYPES = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/plain",
    "",
    "application/json; charset=utf-16",
    "multipart/form-data; boundary=" + "y" * 300,
    "x/y; =;;",
    "application/merge-patch+json",
)
TRACE = re.compile(r"Traceback|sqlalchemy|sqlite3|psycopg|File \"")
TIMES_MORE = 1_000_000


@pytest.fixture
def world(app: FastAPI, now: datetime) -> World:
    """A desk with everybody in it, where nobody has to wait between tries."""
    app.state.house = replace(app.state.house, throttle=Throttle(times=TIMES_MORE))
    world = World(app, now)
    world.dress_once()
    return world


class Sender:
    """Sends made-up requests to every door, each time another one, the same ones for the same seed."""

    def __init__(self, world: World, seed: int) -> None:
        self._world = world
        self.payloads = 0
        self._random = random.Random(seed)  # noqa: S311  not a secret: the same faults have to come back
        self._doors = doors_of(world.app)
        self._browsers = {name: self._browser(name) for name in ("visitor", "ann", "engineer", "admin")}

    def faults(self, count: int) -> Iterator[str]:
        """Send requests until they held that many made-up values, and say what was answered wrongly."""
        doors = itertools.cycle(self._doors)
        while self.payloads < count:
            door = next(doors)
            actor, browser = self._random.choice(list(self._browsers.items()))
            address = self._address(door)
            try:
                answer = browser.request(door.method, address, **self._sent(door, actor))
            except Exception as error:  # noqa: BLE001  whatever comes out here has no business to
                yield f"{door.name} {address[:100]!r}: {error!r}"
                continue
            if answer.status_code >= 500 or TRACE.search(answer.text):
                yield f"{door.name} {address[:100]!r}: {answer.status_code} {answer.headers.get('x-request-id')}"
            elif answer.status_code >= 400 and not self._says_why(answer):
                yield f"{door.name} {address[:100]!r}: {answer.status_code} without a reason"

    def _says_why(self, answer: Any) -> bool:  # noqa: ANN401  an answer of the test client
        if "json" in answer.headers["content-type"]:
            return bool(answer.json()["code"])
        if answer.headers["content-type"].startswith("text/plain"):  # a part of a file that it does not have
            return answer.status_code in {400, 416} and bool(answer.headers["x-request-id"])
        return "Code <code>" in answer.text or "govuk-error-summary" in answer.text or answer.status_code in {409, 422}

    def _browser(self, name: str) -> TestClient:
        browser = TestClient(self._world.app, base_url=BASE_URL, follow_redirects=False)
        self._world.dress(browser, name)
        return browser

    def _address(self, door: worlds.Door) -> str:
        owner = self._random.choice(["ann", "visitor", "missing"])
        known = {**self._world.public, **worlds.MISSING, **self._world.things[owner]}

        def place(found: re.Match[str]) -> str:
            value = known[found.group(1)] if self._random.random() < 0.7 else self._string()
            return quote(value, safe="", errors="replace") or "-"

        path = re.sub(r"{(\w+)}", place, door.path)
        if self._random.random() < 0.5:
            return path
        pairs = [
            f"{self._quoted(self._name())}={self._quoted(self._string())}" for _ in range(self._random.randint(1, 4))
        ]
        return path + "?" + "&".join(pairs)

    def _sent(self, door: worlds.Door, actor: str) -> dict[str, Any]:
        headers = {"Accept": self._random.choice(["text/html", "application/json", "*/*"])}
        for name in ("If-Match", "If-None-Match", "Idempotency-Key", "Range", "X-CSRF-Token", "Cookie2"):
            if self._random.random() < 0.3:
                headers[name] = (
                    self._string().encode("ascii", "ignore").decode().replace("\r", "").replace("\n", "")[:200]
                )
        sent: dict[str, Any] = {"headers": headers}
        if door.is_api and actor in self._world.tokens:
            headers["Authorization"] = f"Bearer {self._world.tokens[actor]}"
        if door.method == "GET":
            return sent
        if self._random.random() < 0.2:
            sent["content"] = self._one_of(RAW)
            headers["Content-Type"] = self._random.choice(TYPES)
        elif door.is_api and self._random.random() < 0.8:
            sent["content"] = json.dumps(self._one_of(JSONS)).encode()
            headers["Content-Type"] = self._random.choice(("application/json", "application/merge-patch+json"))
        else:
            headers.pop("X-CSRF-Token", None)
            sent["data"] = self._form(actor)
            if self._random.random() < 0.3:
                sent["files"] = {"file": (self._string()[:100] or "x", self._one_of(RAW))}
        return sent

    def _form(self, actor: str) -> dict[str, Any]:
        fields: dict[str, Any] = {"csrf_token": self._world.house.security.csrf_token(self._world.visitors[actor])}
        for _ in range(self._random.randint(0, 8)):
            name = self._name().encode("utf-8", "replace").decode()
            fields[name] = self._string() if self._random.random() < 0.8 else [self._string(), self._string()]
        return fields

    def _string(self) -> str:
        return self._one_of(STRINGS)

    def _one_of(self, payloads: Sequence[T]) -> T:
        self.payloads += 1
        return self._random.choice(payloads)

    def _name(self) -> str:
        return self._random.choice(NAMES)

    def _quoted(self, text: str) -> str:
        return quote(text, safe="", errors="replace")


@pytest.mark.timeout(300)
def test_r19_no_input_gives_a_5xx(world: World) -> None:
    sender = Sender(world, seed=2026)
    found = list(sender.faults(PAYLOADS))
    assert sender.payloads >= PAYLOADS
    assert not found, f"{len(found)} faults\n" + "\n".join(found[:40])


def test_r19_a_fault_of_our_own_is_found(
    settings: Settings, make_app: Callable[[Settings], FastAPI], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a door that trusts what it is sent."""
    router = APIRouter()

    @router.post("/planted")
    async def take_planted(door: Door) -> JSONResponse:
        await door.knock()
        assert door.form is not None
        return JSONResponse(int(door.form.get("base_version", "1")))

    monkeypatch.setattr(main, "PAGES", (*main.PAGES, router))
    monkeypatch.setitem(ACCESS, "take_planted", PUBLIC)
    world = World(make_app(settings), now)
    sender = Sender(world, seed=2026)
    sender._doors = [door for door in sender._doors if door.name == "take_planted"]  # noqa: SLF001  no time for the rest
    assert any("take_planted" in fault and ": 500" in fault for fault in sender.faults(400))
