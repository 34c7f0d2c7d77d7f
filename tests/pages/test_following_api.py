"""Withdrawing, its undo and copying, for programs: as on the pages, and only with the right scope."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from starlette.testclient import TestClient

from app.accounts import service as accounts
from app.accounts.queries import Person
from app.infra.work import Work
from tests import drafts, factories

pytestmark = pytest.mark.seeded
API = "/api/v1/inquiries"
Token = Callable[..., dict[str, str]]


@pytest.fixture
def owner(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now)


@pytest.fixture
def token(work: Work, now: datetime) -> Token:
    """Return the headers of a program of that person, with those scopes."""

    def make(person: Person, *scopes: str) -> dict[str, str]:
        made = work.write_now(accounts.create_token, person.email, scopes=scopes, days=5, now=now)
        return {"Authorization": f"Bearer {made.token}"}

    return make


@pytest.fixture
def program(client: TestClient, owner: Person, token: Token) -> TestClient:
    client.headers.update(token(owner, "inquiries:read", "inquiries:write", "inquiries:submit"))
    return client


@pytest.fixture
def submitted(work: Work, owner: Person, now: datetime) -> str:
    reference = work.write_now(drafts.opened, owner, drafts.document(), now=now)
    work.write_now(drafts.submitted, owner, reference, now=now)
    return reference


def test_r15_a_program_withdraws_and_undoes(program: TestClient, submitted: str) -> None:
    gone = program.post(f"{API}/{submitted}/withdraw", content=b'{"reason": "Too early.\\u0000\\ud800"}')
    assert (gone.status_code, gone.json()["state"]) == (200, "withdrawn")
    assert gone.headers["ETag"] == program.get(f"{API}/{submitted}").headers["ETag"]
    again = program.post(f"{API}/{submitted}/withdraw")
    assert (again.status_code, again.json()["code"]) == (409, "state")
    back = program.post(f"{API}/{submitted}/undo")
    assert (back.status_code, back.json()["state"]) == (200, "submitted")
    assert program.post(f"{API}/{submitted}/undo").status_code == 409


def test_r15_after_a_day_a_program_can_only_copy(program: TestClient, submitted: str, now: datetime) -> None:
    assert program.post(f"{API}/{submitted}/withdraw").status_code == 200
    with time_machine.travel(now + timedelta(hours=24, minutes=1)):
        late = program.post(f"{API}/{submitted}/undo")
        assert (late.status_code, late.json()["code"]) == (409, "too-late")
        assert program.post(f"{API}/{submitted}/copies").status_code == 201


@pytest.mark.parametrize("body", [b"[]", b"{", b'{"reason": 7}', b"7"])
def test_a_reason_that_cannot_be_read_withdraws_nothing(program: TestClient, submitted: str, body: bytes) -> None:
    assert program.post(f"{API}/{submitted}/withdraw", content=body).status_code in {400, 422}
    assert program.get(f"{API}/{submitted}").json()["state"] == "submitted"


def test_r16_a_program_copies_once_a_key_and_sees_what_to_look_at_again(program: TestClient, submitted: str) -> None:
    key = {"Idempotency-Key": "one"}
    made = program.post(f"{API}/{submitted}/copies", headers=key)
    assert made.status_code == 201
    body = made.json()
    assert made.headers["Location"] == f"{API}/{body['reference']}"
    assert (body["state"], body["copied_from"], body["submitted"]) == ("draft", submitted, [])
    assert {"model", "budget", "cases"} <= set(body["unreviewed"])
    assert program.post(f"{API}/{submitted}/copies", headers=key).json()["reference"] == body["reference"]
    other = program.post(f"{API}/{body['reference']}/copies", headers=key)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency-key-reused")
    assert program.post(f"{API}/{submitted}/copies").json()["reference"] != body["reference"]
    assert program.get(f"{API}/{submitted}").json()["copied_from"] is None


def test_r16_a_program_confirms_what_was_copied_before_it_submits(program: TestClient, submitted: str) -> None:
    made = program.post(f"{API}/{submitted}/copies").json()
    address = f"{API}/{made['reference']}"
    refused = program.post(f"{address}/submit")
    assert (refused.status_code, refused.json()["code"]) == (422, "unreviewed")
    assert set(refused.json()["unreviewed"]) == set(made["unreviewed"])
    assert program.post(f"{address}/submit", json={"confirm_unreviewed": "yes"}).status_code == 422
    assert program.post(f"{address}/submit", json={"confirm_unreviewed": True}).status_code == 200
    assert program.get(address).json()["unreviewed"] == []


def test_r16_a_page_that_a_program_changed_needs_no_confirming(program: TestClient, submitted: str) -> None:
    made = program.post(f"{API}/{submitted}/copies").json()
    patched = program.patch(f"{API}/{made['reference']}", json={"title": "Another one"}, headers={"If-Match": "*"})
    assert set(made["unreviewed"]) - set(patched.json()["unreviewed"]) == {"model"}


@pytest.mark.parametrize(
    ("path", "scope"), [("withdraw", "inquiries:submit"), ("undo", "inquiries:submit"), ("copies", "inquiries:write")]
)
def test_r32_only_the_right_scope_of_the_right_organisation_does_it(
    client: TestClient, work: Work, owner: Person, token: Token, submitted: str, now: datetime, path: str, scope: str
) -> None:
    address = f"{API}/{submitted}/{path}"
    assert client.post(address).status_code == 401
    others = {"inquiries:read", "inquiries:write", "inquiries:submit"} - {scope}
    assert client.post(address, headers=token(owner, *sorted(others))).status_code == 403
    stranger = work.write_now(factories.stored_person, now=now, organisation="Other Ltd")
    assert client.post(address, headers=token(stranger, scope)).status_code == 404
    assert client.post(address, headers=token(owner, scope)).status_code in {200, 201, 409}
