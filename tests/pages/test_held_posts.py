"""What a browser sends after its session has ended is kept, shown again as it was typed, and then forgotten."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from fastapi import APIRouter, FastAPI
from httpx2 import Response as Answer
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse, Response
from starlette.testclient import TestClient

from app import main
from app.accounts.access import ACCESS, PUBLIC, Access, Door
from app.accounts.queries import Person
from app.accounts.tables import HeldPost, LoginSession
from app.infra.errors import ConflictError, NotFoundError
from app.infra.work import Work
from app.settings import Settings
from tests.conftest import BASE_URL, PostForm, SignIn
from tests.pages.seen import view_of

TEXT = "  first line\r\nsecond ✓ \u202e&=+%\r\n"
ROW = Access("own", "own", "no", "no", "no")


@pytest.fixture
def notes(settings: Settings, make_app: Callable[[Settings], FastAPI], monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A browser at a desk with a small form of its own, whose thing belongs to who is signed in."""
    router = APIRouter()

    @router.get("/notes")
    async def show_note(door: Door) -> Response:
        held = await door.held()
        await door.read(_own)
        return JSONResponse(held)

    @router.post("/notes")
    async def save_note(door: Door) -> Response:
        assert door.form is not None
        if "look" in door.form:
            await door.read(_own)
        if "again" in door.form:
            await door.write(_refuse)
        await door.write(_own)
        return door.see_other("show_note", query={"saved": "1"})

    monkeypatch.setattr(main, "PAGES", (*main.PAGES, router))
    monkeypatch.setitem(ACCESS, "show_note", ROW)
    monkeypatch.setitem(ACCESS, "save_note", ROW)
    return TestClient(make_app(settings), base_url=BASE_URL, follow_redirects=False)


def end_sessions(db: Session) -> None:
    db.execute(delete(LoginSession))


def held_paths(work: Work) -> list[str]:
    return work.read_now(lambda db: list(db.scalars(select(HeldPost.path))))


@pytest.mark.parametrize("fields", [{}, {"look": "1"}])
def test_r01_text_sent_without_a_session_is_there_again_after_signing_in(
    notes: TestClient, post_form: PostForm, sign_in: SignIn, work: Work, fields: dict[str, str]
) -> None:
    sign_in(notes)
    work.write_now(end_sessions)
    answer = post_form(notes, "/notes", {"text": TEXT, "rows": ["1", "2"], **fields})
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=%2Fnotes")
    assert view_of(notes.get(answer.headers["location"])).after == "/notes"

    sign_in(notes)
    typed = [["text", TEXT], ["rows", "1"], ["rows", "2"], *map(list, fields.items())]
    assert notes.get("/notes").json() == typed
    assert notes.get("/notes").json() == typed  # looking uses nothing up

    assert post_form(notes, "/notes", {"text": TEXT}).headers["location"] == "/notes?saved=1"
    assert notes.get("/notes").json() is None


def test_r01_a_refused_save_keeps_what_was_held(notes: TestClient, post_form: PostForm, sign_in: SignIn) -> None:
    post_form(notes, "/notes", {"text": TEXT})
    sign_in(notes)
    assert post_form(notes, "/notes", {"again": "1"}).status_code == 409
    assert notes.get("/notes").json() == [["text", TEXT]]


def test_r01_the_form_s_token_outlives_the_session(
    notes: TestClient, post_form: PostForm, sign_in: SignIn, work: Work
) -> None:
    """The same page, the same token: no page about forms eats the text."""
    post_form(notes, "/notes")
    token = notes.app.state.house.security.csrf_token(notes.cookies["pilotdesk_visitor"])  # type: ignore[attr-defined]
    sign_in(notes)
    work.write_now(end_sessions)
    answer = notes.post("/notes", data={"csrf_token": token, "text": "x"}, headers={"Origin": BASE_URL})
    assert answer.headers["location"] == "/sign-in?next=%2Fnotes"


def test_a_script_is_told_and_nothing_is_held(notes: TestClient, post_form: PostForm, work: Work) -> None:
    post_form(notes, "/sign-in")
    token = notes.app.state.house.security.csrf_token(notes.cookies["pilotdesk_visitor"])  # type: ignore[attr-defined]
    answer = notes.post(
        "/notes", data={"csrf_token": token, "text": "x"}, headers={"Origin": BASE_URL, "Accept": "application/json"}
    )
    assert answer.status_code == 401
    assert held_paths(work) == []


def test_an_empty_form_is_not_held(notes: TestClient, post_form: PostForm, work: Work) -> None:
    assert post_form(notes, "/notes").status_code == 303
    assert held_paths(work) == []


def test_what_one_browser_sent_no_other_sees(
    notes: TestClient, app: FastAPI, post_form: PostForm, sign_in: SignIn
) -> None:
    post_form(notes, "/notes", {"text": TEXT})
    other = TestClient(notes.app, base_url=BASE_URL, follow_redirects=False)
    sign_in(other)
    post_form(other, "/sign-in")  # another visitor's cookie
    assert other.get("/notes").json() is None
    assert app is not notes.app


def test_a_held_post_is_forgotten_after_a_day(
    notes: TestClient, post_form: PostForm, sign_in: SignIn, now: datetime
) -> None:
    post_form(notes, "/notes", {"text": TEXT})
    with time_machine.travel(now + timedelta(days=1, minutes=1)):
        sign_in(notes)
        assert notes.get("/notes").json() is None


def test_a_public_door_never_asks_to_sign_in(notes: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ACCESS, "show_note", PUBLIC)
    assert notes.get("/notes").status_code == 404


def _own(_db: Session, person: Person) -> str:
    if person.organisation_id is None:
        raise NotFoundError
    return "yours"


def _refuse(_db: Session, _person: Person) -> None:
    raise ConflictError("It moved on.")


def cleared(client: TestClient, text: str = TEXT, *, origin: str | None = BASE_URL, **fields: str) -> Answer:
    """Send a form whose page was opened before every cookie was cleared."""
    client.cookies.clear()
    headers = {} if origin is None else {"Origin": origin}
    return client.post("/notes", data={"csrf_token": "0" * 64, "text": text, **fields}, headers=headers)


def test_r01_text_sent_after_every_cookie_was_cleared_is_shown_and_there_again_after_signing_in(
    notes: TestClient, sign_in: SignIn, work: Work
) -> None:
    answer = cleared(notes, "<b>two words</b>", rows="1")
    view = view_of(answer)
    assert (answer.status_code, view.code, view.typed) == (403, "form-token", ("<b>two words</b>",))
    assert view.links == (("Go on with it", "/notes"),)
    assert held_paths(work) == ["/notes"]
    assert notes.get("/notes").status_code == 303  # to sign in, which this page leads to
    sign_in(notes)
    assert notes.get("/notes").json() == [["text", "<b>two words</b>"], ["rows", "1"]]


def test_r01_another_cookie_than_the_page_had_keeps_the_text_too(
    notes: TestClient, post_form: PostForm, sign_in: SignIn
) -> None:
    post_form(notes, "/sign-in")  # whatever page gave this browser a new cookie
    token = {"csrf_token": "0" * 64, "text": TEXT}
    assert notes.post("/notes", data=token, headers={"Origin": BASE_URL}).status_code == 403
    sign_in(notes)
    assert notes.get("/notes").json() == [["text", TEXT]]


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null"])
def test_what_a_foreign_page_sends_is_neither_kept_nor_shown(notes: TestClient, work: Work, origin: str | None) -> None:
    answer = cleared(notes, "two words", origin=origin)
    assert answer.status_code == 403
    assert "two words" not in answer.text
    assert held_paths(work) == []


def test_a_password_is_never_kept(client: TestClient, work: Work) -> None:
    for path in ("/sign-in", "/account/password"):
        sent = {"csrf_token": "0" * 64, "password": "several plain words"}
        answer = client.post(path, data=sent, headers={"Origin": BASE_URL})
        assert answer.status_code == 403
        assert "several plain words" not in answer.text
    assert held_paths(work) == []
