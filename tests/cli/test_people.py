"""`pilotdesk user` and `pilotdesk token`."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.accounts.access import scopes_of
from app.main import create_app
from app.rules.workflow import Role
from app.settings import Settings
from tests.cli.conftest import Pilotdesk
from tests.conftest import BASE_URL, PostForm

ADD = ("user", "add", "--email", "Eve@Example.org", "--role", "engineer")


def test_the_first_engineer_comes_in_by_the_link_that_is_printed(
    pilotdesk: Pilotdesk, data: Path, post_form: PostForm
) -> None:
    done = pilotdesk(*ADD, "--format", "json")
    answer = json.loads(done.out)
    assert (done.status, answer["email"], answer["role"]) == (0, "eve@example.org", "engineer")
    assert answer["link"].startswith("http://127.0.0.1:8000/link/")

    client = TestClient(create_app(Settings(data=data, base_url=BASE_URL)), base_url=BASE_URL, follow_redirects=False)
    path = answer["link"].removeprefix("http://127.0.0.1:8000")
    assert "eve@example.org" in client.get(path).text
    assert post_form(client, path, {"new": "several plain words"}).headers["location"] == "/account"


def test_the_link_leads_to_where_people_come_to(pilotdesk: Pilotdesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTDESK_BASE_URL", "https://desk.example.org/")
    done = pilotdesk(*ADD)
    assert "https://desk.example.org/link/" in done.out
    assert "It works once, within 24 hours." in done.out


def test_an_address_that_is_known_is_a_no(pilotdesk: Pilotdesk) -> None:
    pilotdesk(*ADD)
    done = pilotdesk(*ADD)
    assert (done.status, done.out, done.err) == (1, "", "eve@example.org has an account already.\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--email", "no address", "--role", "ops"), "Enter an e-mail address"),
        (("--email", "a@example.org", "--role", "king"), "king"),
        (("--email", "a@example.org", "--role", "customer"), "A customer needs an organisation."),
        (("--email", "a@example.org"), "--role"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(pilotdesk: Pilotdesk, arguments: tuple[str, ...], words: str) -> None:
    done = pilotdesk("user", "add", *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err


def test_a_new_link_is_for_someone_who_is_there(pilotdesk: Pilotdesk) -> None:
    assert pilotdesk("user", "link", "--email", "eve@example.org").status == 1
    pilotdesk(*ADD)
    assert "/link/" in pilotdesk("user", "link", "--email", "eve@example.org").out


def test_a_token_is_printed_once(pilotdesk: Pilotdesk) -> None:
    pilotdesk("user", "add", "--email", "a@example.org", "--role", "customer", "--organisation", "Example Ltd")
    create = ("token", "create", "--user", "A@example.org", "--scope", "inquiries:read", "--scope", "inquiries:write")
    answer = json.loads(pilotdesk(*create, "--days", "7", "--format", "json").out)
    assert sorted(answer) == ["expires_at", "id", "token"]
    assert (answer["id"], answer["token"][:3]) == (1, "pd_")
    assert "It is not shown again." in pilotdesk(*create).out


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--user", "no@example.org", "--scope", "inquiries:read"), 1, "Nobody with the address no@example.org"),
        (("--user", "eve@example.org", "--scope", "everything"), 2, "There is no scope everything"),
        (("--user", "eve@example.org", "--scope", "reviews:decide", "--days", "0"), 2, "1 to 366 days"),
        (
            ("--user", "eve@example.org", "--scope", "inquiries:read", "--scope", "waivers:read"),
            2,
            "inquiries:read would open nothing: the person's role is engineer. Scopes for that role: reviews:decide,",
        ),
        (("--user", "eve@example.org"), 2, "--scope"),
    ],
)
def test_a_token_that_cannot_be_made_says_why(
    pilotdesk: Pilotdesk, arguments: tuple[str, ...], status: int, words: str
) -> None:
    pilotdesk(*ADD)
    done = pilotdesk("token", "create", *arguments)
    assert (done.status, done.out) == (status, "")
    assert words in done.err


@pytest.mark.parametrize(
    ("role", "scopes"),
    [
        (Role.CUSTOMER, ("inquiries:read", "inquiries:write", "inquiries:submit")),
        (Role.ENGINEER, ("reviews:decide", "waivers:read")),
        (Role.OPS, ("waivers:read", "scopes:read")),
        (Role.ADMIN, ()),
    ],
)
def test_a_role_has_the_scopes_that_open_a_door_to_it(role: Role, scopes: tuple[str, ...]) -> None:
    assert scopes_of(role) == scopes


def test_a_role_without_doors_for_programs_is_told_so(pilotdesk: Pilotdesk) -> None:
    pilotdesk("user", "add", "--email", "root@example.org", "--role", "admin")
    done = pilotdesk("token", "create", "--user", "root@example.org", "--scope", "scopes:read")
    assert done.status == 2
    assert "No scope opens anything for that role." in done.err
