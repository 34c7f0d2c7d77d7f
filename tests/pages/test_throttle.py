"""Whoever opens, sends or checks without end is asked to wait, in words and in a header; nobody else notices."""

from contextlib import suppress

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.infra.errors import TooManyError
from app.infra.throttle import LIMITS
from tests.conftest import PostForm, SignIn
from tests.pages.desk import Desk

pytestmark = pytest.mark.seeded
PLACE = "testclient"  # what a test's browser comes from
GENEROUS = 200


def use_up(app: FastAPI, what: str) -> None:
    with suppress(TooManyError):
        while True:
            app.state.house.throttle.count(what, PLACE)


@pytest.mark.parametrize("what", ["draft from one place", "file from one place", "check from one place"])
def test_the_limits_are_beyond_what_people_do(what: str) -> None:
    assert LIMITS[what].amount >= GENEROUS


def test_who_opens_inquiries_without_end_is_asked_to_wait(
    app: FastAPI, client: TestClient, post_form: PostForm, desk: Desk, sign_in: SignIn
) -> None:
    sign_in(client)
    reference = desk.open()
    use_up(app, "draft from one place")
    answer = post_form(client, "/inquiries", {"kind": "qwen-27b", "form_key": "another"})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 3600
    assert "Too many inquiries were opened from your network. Wait 60 minutes and try again." in answer.text
    assert post_form(client, f"/inquiries/{reference}/copy", {"form_key": "third"}).status_code == 429
    assert client.get(f"/inquiries/{reference}").status_code == 200


def test_who_sends_files_without_end_is_asked_to_wait(app: FastAPI, client: TestClient, desk: Desk) -> None:
    reference = desk.open()
    use_up(app, "file from one place")
    token = desk.shown(reference, "baseline")["csrf_token"][0]
    files = {"file": ("a.csv", b"a,b\n1,2\n")}
    answer = client.post(f"/inquiries/{reference}/uploads", data={"csrf_token": token}, files=files)
    assert (answer.status_code, "Too many files were sent" in answer.text) == (429, True)
    assert desk.review(reference).files == ()


def test_a_program_that_checks_without_end_is_told_when_to_come_back(app: FastAPI, client: TestClient) -> None:
    assert client.post("/api/v1/check", json={}).status_code == 200
    use_up(app, "check from one place")
    answer = client.post("/api/v1/check", json={})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    assert 0 < int(answer.headers["Retry-After"]) <= 600
    assert answer.json()["detail"].startswith("Too many documents were checked from your network. Wait")


def test_a_token_opens_no_more_than_a_browser(app: FastAPI, client: TestClient) -> None:
    use_up(app, "draft from one place")
    answer = client.post(
        "/api/v1/inquiries", json={"kind": "qwen-27b"}, headers={"Authorization": "Bearer " + "x" * 43}
    )
    assert answer.status_code in {401, 429}
