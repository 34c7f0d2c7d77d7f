"""Every refusal is a page or a problem with a code and a reference, and every answer carries the same headers."""

import re
from collections.abc import Iterator

import httpx2
import pytest
from fastapi import APIRouter, FastAPI
from starlette.responses import JSONResponse, Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app import main
from app.accounts.access import ACCESS, PUBLIC, Door
from app.infra.errors import ConflictError, TooManyError, UnavailableError
from app.infra.guard import BODY_BYTES
from app.infra.request import FORM_BYTES
from app.infra.security import CSP
from app.settings import Settings
from tests.conftest import BASE_URL, PostForm, SignIn
from tests.pages.seen import view_of

REQUIRED = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
FORM = "application/x-www-form-urlencoded"


def missing_headers(answer: httpx2.Response) -> dict[str, str | None]:
    held = {name: answer.headers.get(name) for name in REQUIRED}
    wrong = {name: value for name, value in held.items() if value != REQUIRED[name]}
    if not re.fullmatch("[0-9a-f]{12}", answer.headers.get("x-request-id", "")):
        wrong["x-request-id"] = answer.headers.get("x-request-id")
    if "cache-control" not in answer.headers:
        wrong["cache-control"] = None
    return wrong


@pytest.fixture
def broken(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """An application with doors behind which things go wrong."""
    router = APIRouter()

    @router.get("/broken")
    async def show_broken(door: Door) -> Response:
        await door.knock()
        raise ZeroDivisionError("a secret that nobody may read")

    @router.get("/unjudged")
    async def show_unjudged(door: Door) -> Response:
        return door.see_other_path("/")

    @router.get("/api/v1/broken/{kind}")
    async def show_problem(kind: str) -> Response:
        refusals = {
            "conflict": ConflictError("It moved on.", code="stale", version=7),
            "many": TooManyError("Wait.", retry_after=9),
            "away": UnavailableError("The database is away."),
            "fault": ZeroDivisionError("a secret that nobody may read"),
        }
        raise refusals[kind]

    @router.get("/api/v1/typed")
    async def show_typed(number: int) -> JSONResponse:
        return JSONResponse(number)

    @router.post("/api/v1/taken")
    async def take_json(body: dict[str, int]) -> JSONResponse:
        return JSONResponse(body)

    monkeypatch.setattr(main, "PAGES", (*main.PAGES, router))
    for name in ("show_broken", "show_unjudged", "show_problem", "show_typed", "take_json"):
        monkeypatch.setitem(ACCESS, name, PUBLIC)
    with TestClient(main.create_app(settings), base_url=BASE_URL, follow_redirects=False) as client:
        yield client


def test_every_answer_carries_the_headers(broken: TestClient, post_form: PostForm) -> None:
    answers = [
        *(
            broken.get(path)
            for path in ("/healthz", "/readyz", "/sign-in", "/nothing", "/broken", "/static/nothing.css")
        ),
        broken.get("/account"),
        broken.get("/static/img/mark.svg"),
        broken.get("/api/v1/nothing"),
        broken.get("/api/v1/openapi.json"),
        broken.get("/api/v1/broken/fault"),
        broken.head("/sign-in"),
        broken.put("/sign-in"),
        broken.options("/sign-in"),
        broken.post("/sign-in"),
        broken.get("/sign-in", headers={"Host": "example.org"}),
        post_form(broken, "/sign-in", {"email": "a", "password": "b"}),
    ]
    assert {answer.status_code for answer in answers} == {200, 303, 400, 403, 404, 405, 422, 500}
    assert [missing_headers(answer) for answer in answers] == [{}] * len(answers)


def test_an_answer_that_lost_a_header_is_found(broken: TestClient) -> None:
    """The control: take one away, and it is missed."""
    answer = broken.get("/healthz")
    del answer.headers["x-frame-options"]
    assert missing_headers(answer) == {"x-frame-options": None}


def test_a_fault_of_ours_says_its_number_and_nothing_else(
    broken: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = broken.get("/broken")
    reference = answer.headers["x-request-id"]
    assert answer.status_code == 500
    assert (view_of(answer).code, view_of(answer).reference) == ("broken", reference)
    assert "secret" not in answer.text
    assert "ZeroDivisionError" not in answer.text
    logged = capsys.readouterr().err
    assert f'"reference": "{reference}"' in logged
    assert "ZeroDivisionError" in logged


def test_a_route_that_answers_before_anyone_was_judged_answers_nothing(broken: TestClient) -> None:
    assert broken.get("/unjudged").status_code == 500


def test_a_page_that_is_not_there_never_repeats_what_was_asked(client: TestClient) -> None:
    for path in (
        "/call-0800-evil-now",
        "/%3Cscript%3E",
        "/static/../../etc/passwd",
        "/static/%2e%2e/%2e%2e/pyproject.toml",
    ):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "evil" not in answer.text
        assert "<script>" not in answer.text.replace('<script type="module"', "")
        assert 'pilotdesk"' not in answer.text


def test_the_api_answers_with_problem_details(broken: TestClient) -> None:
    answer = broken.get("/api/v1/broken/conflict")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "urn:pilotdesk:problem:stale",
        "title": "Something changed in the meantime",
        "status": 409,
        "detail": "It moved on.",
        "code": "stale",
        "reference": answer.headers["x-request-id"],
        "version": 7,
    }


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/v1/nothing", 404, "not-found"),
        ("/api/v1/broken/many", 429, "too-many"),
        ("/api/v1/broken/away", 503, "unavailable"),
        ("/api/v1/broken/fault", 500, "broken"),
        ("/api/v1/typed?number=x", 422, "unreadable-request"),
    ],
)
def test_a_problem_has_a_status_and_a_code(broken: TestClient, path: str, status: int, code: str) -> None:
    answer = broken.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "secret" not in answer.text


def test_who_tries_too_often_is_told_when_to_come_back(broken: TestClient) -> None:
    answer = broken.get("/api/v1/broken/many")
    assert answer.headers["retry-after"] == "9"
    assert "retry_after" not in answer.json()


def test_what_cannot_be_read_is_named_but_not_repeated(broken: TestClient) -> None:
    answer = broken.get("/api/v1/typed?number=%F0%9F%98%80secret")
    assert [error["field"] for error in answer.json()["errors"]] == ["number"]
    assert "secret" not in answer.text
    answer = broken.post(
        "/api/v1/taken", content=b'{"a": NaN, "\\ud800": "x"}', headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    answer = broken.post("/api/v1/taken", content=b"\xff", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    answer = broken.post("/api/v1/taken", content=b"{", headers={"Content-Type": "application/json"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/account", "GET, HEAD"),
        ("/sign-in", "GET, POST, HEAD"),
        ("/sign-out", "POST"),
        ("/api/v1/inquiries/PD-0001", "GET, PATCH, HEAD"),
    ],
)
def test_a_method_that_is_not_taken_says_which_are(client: TestClient, path: str, allowed: str) -> None:
    answer = client.delete(path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert "method-not-allowed" in answer.text


def test_a_script_of_ours_is_told_in_json(client: TestClient) -> None:
    answer = client.get("/account", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-needed")
    assert "www-authenticate" not in answer.headers


def test_an_api_door_asks_for_a_token(client: TestClient) -> None:
    answer = client.get("/api/v1/inquiries/PD-0001")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_a_form_that_is_too_long_is_refused(client: TestClient) -> None:
    long = b"a=" + b"x" * FORM_BYTES
    answer = client.post("/sign-in", content=long, headers={"Content-Type": FORM})
    assert (answer.status_code, view_of(answer).code) == (413, "too-large")
    assert "8192 KiB" in answer.text
    many = b"&".join(b"a=1" for _ in range(5001))
    assert client.post("/sign-in", content=many, headers={"Content-Type": FORM}).status_code == 413


def test_a_body_that_says_it_is_too_long_is_not_even_read(client: TestClient) -> None:
    for length in (str(BODY_BYTES + 1), "9" * 30, "x", "-1"):
        answer = client.post("/sign-in", content=b"", headers={"Content-Type": FORM, "Content-Length": length})
        assert answer.status_code == 413


def test_a_body_that_does_not_say_its_length_is_counted(broken: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(BODY_BYTES // (1 << 20) + 1):
            yield b"[" * (1 << 20)

    for path, kind in (("/api/v1/taken", "application/json"), ("/sign-in", "multipart/form-data; boundary=x")):
        answer = broken.post(path, content=endless(), headers={"Content-Type": kind})
        assert answer.status_code == 413


def test_a_form_of_a_kind_that_no_browser_sends_is_refused(client: TestClient) -> None:
    answer = client.post("/sign-in", content=b"{}", headers={"Content-Type": "application/json"})
    assert (answer.status_code, view_of(answer).code) == (415, "unsupported")
    answer = client.post("/sign-in", content="é".encode(), headers={"Content-Type": FORM})
    assert answer.status_code == 400
    answer = client.post("/sign-in", content=b"--x", headers={"Content-Type": "multipart/form-data"})
    assert answer.status_code == 400


@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded"])
def test_json_is_taken_as_json_only(client: TestClient, kind: str) -> None:
    answer = client.post("/api/v1/check", content=b"{}", headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported")


def test_json_that_cannot_be_read_is_refused(client: TestClient) -> None:
    for body in (b"", b"{", b"\xff", b"[" * 100_000):
        answer = client.post("/api/v1/check", content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "not-json")


def test_a_head_is_answered_without_a_body(client: TestClient) -> None:
    answer = client.head("/sign-in")
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) == len(client.get("/sign-in").content)


def test_a_websocket_is_not_opened(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/sign-in"):
        pass


def test_static_files_are_kept_for_good_only_under_their_digest(client: TestClient, app: FastAPI) -> None:
    address = app.state.house.web.static.address("img/mark.svg")
    assert re.fullmatch(r"/static/img/mark\.svg\?v=[0-9a-f]{16}", address)
    assert client.get(address).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert client.get("/static/img/mark.svg").headers["cache-control"] == "no-cache"
    assert client.get("/static/img/mark.svg?v=0000000000000000").headers["cache-control"] == "no-cache"
    assert app.state.house.web.static.address("img/nothing.svg") == "/static/img/nothing.svg"


def test_private_pages_are_stored_nowhere(client: TestClient, sign_in: SignIn) -> None:
    assert client.get("/sign-in").headers["cache-control"] == "private, no-cache"
    assert client.get("/account").headers["cache-control"] == "no-store"
    sign_in(client)
    for path in ("/account", "/sign-in"):
        assert client.get(path).headers["cache-control"] == "no-store"


def test_a_desk_without_its_database_is_alive_but_not_ready(client: TestClient, app: FastAPI) -> None:
    assert client.get("/readyz").json() == {"status": "ready"}
    app.state.house.work._reader.dispose()  # noqa: SLF001  as if it had gone away
    app.state.house.work.read = _away
    assert client.get("/healthz").status_code == 200
    assert (client.get("/readyz").status_code, client.get("/readyz").json()) == (503, {"status": "not ready"})


async def _away(*_args: object) -> None:
    raise UnavailableError("The database is away.")


def test_the_log_holds_no_secret_and_no_token(
    client: TestClient, post_form: PostForm, capsys: pytest.CaptureFixture[str]
) -> None:
    client.get("/link/" + "S" * 43)
    post_form(client, "/sign-in", {"email": "someone@example.org", "password": "very secret words"})
    client.get("/api/v1/inquiries/PD-0001", headers={"Authorization": "Bearer " + "T" * 43})
    logged = capsys.readouterr().err
    assert '"route": "show_link"' in logged
    for secret in ("S" * 43, "T" * 43, "very secret", "someone@", client.cookies["pilotdesk_visitor"]):
        assert secret not in logged
