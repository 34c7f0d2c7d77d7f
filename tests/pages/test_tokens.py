"""What a program may do with its token, and no further."""

from datetime import datetime, timedelta

import pytest
import time_machine
from starlette.testclient import TestClient

from app.accounts import service
from app.infra.work import Work
from app.rules.workflow import Role
from tests import factories
from tests.conftest import SignIn

pytestmark = pytest.mark.seeded


def token_for(work: Work, email: str, now: datetime, *scopes: str) -> str:
    return work.write_now(service.create_token, email, scopes=scopes, days=1, now=now).token


def opened(client: TestClient, token: str) -> tuple[int, str]:
    answer = client.post("/api/v1/inquiries", json={"kind": "qwen-27b"}, headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.json().get("code", "")


def test_a_token_opens_what_its_scopes_name_and_nothing_else(client: TestClient, work: Work, now: datetime) -> None:
    email = work.write_now(factories.stored_person, now=now).email
    assert opened(client, token_for(work, email, now, "inquiries:write")) == (201, "")
    assert opened(client, token_for(work, email, now, "inquiries:read", "inquiries:submit")) == (403, "scope-missing")


def test_a_token_of_the_wrong_role_finds_nothing(client: TestClient, work: Work, now: datetime) -> None:
    email = work.write_now(factories.stored_person, Role.ENGINEER, now=now).email
    assert opened(client, token_for(work, email, now, *service.SCOPES)) == (404, "not-found")


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer short",
        "Basic " + "A" * 43,
        "Bearer " + "A" * 43,
        "Bearer " + "A" * 201,
        "é" * 30,
    ],
)
def test_what_is_no_token_opens_nothing(client: TestClient, header: str) -> None:
    for path in ("/api/v1/inquiries/PD-0001", "/api/v1/inquiries/PD-9999"):
        answer = client.get(path, headers=[(b"authorization", header.encode())])
        assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-needed")


def test_a_wrong_token_is_refused_even_where_none_is_needed(client: TestClient) -> None:
    answer = client.post("/api/v1/check", json={}, headers={"Authorization": "Bearer " + "A" * 43})
    assert answer.status_code == 401
    assert client.post("/api/v1/check", json={}).status_code == 200


def test_a_token_ends_when_it_said_it_would(client: TestClient, work: Work, now: datetime) -> None:
    email = work.write_now(factories.stored_person, now=now).email
    token = token_for(work, email, now, "inquiries:write")
    with time_machine.travel(now + timedelta(days=1, seconds=1)):
        assert opened(client, token)[0] == 401


def test_a_session_is_no_token_and_a_token_no_session(
    client: TestClient, sign_in: SignIn, work: Work, now: datetime
) -> None:
    email = sign_in(client).email
    assert client.get("/api/v1/inquiries/PD-0001").status_code == 401
    client.cookies.clear()
    token = token_for(work, email, now, *service.SCOPES)
    assert client.get("/account", headers={"Authorization": f"Bearer {token}"}).status_code == 303
