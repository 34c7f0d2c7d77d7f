"""Where a request may come from and where an answer may lead: only here."""

import pytest
from fastapi import FastAPI
from starlette.responses import Response
from starlette.testclient import TestClient

from app.infra.security import Security, local_path
from tests.conftest import BASE_URL, PostForm, SignIn
from tests.pages.seen import frame_of

OFF_SITE = (
    "//e.org",
    "///e.org",
    "////e.org",
    "/\\e.org",
    "\\/e.org",
    "\\\\e.org",
    "http://e.org",
    "https://e.org",
    "https:e.org",
    "HTTPS://e.org",
    "javascript:alert(1)",
    "data:text/html,x",
    "e.org",
    "@e.org",
    ".e.org",
    "/\te.org",
    "\t//e.org",
    " //e.org",
    "/ /e.org",
    "/\n/e.org",
    "/\r\nSet-Cookie: a=b",
    "/\r/e.org",
    "/\x00/e.org",
    "/\u2028/e.org",
    "/é",
    "/\u3002e.org",
    "//e.org@desk",
    "/%5Ce.org\\",
    "?next=//e.org",
    "#//e.org",
    "",
    " ",
    "/\x7f",
    "/\ud800",
    "mailto:a@e.org",
    "//",
    "/\\",
    "\\",
    "/\\/e.org",
    "http:/e.org",
    "http:///e.org",
)
HERE = (
    "/",
    "/account",
    "/evidence?family=qwen&x=%2F%2Fe.org",
    "/inquiries/PD-0001/sections/model#checkpoint.revision",
    "/a//b",
)
HOSTS = (
    "example.org",
    "testserver.example.org",
    "127.0.0.1.example.org",
    "127.0.0.1@example.org",
    "a/?",
    "a#",
    "a\\",
    "127.0.0.1/?",
    "127.0.0.1#x",
    "127.0.0.1:80:80",
    "127.0.0.1:x",
    "127.0.0.1:999999",
    "",
    " ",
    "[::1",
    "[::1]x",
    "127.0.0.1 ",
    "127.0.0.1,example.org",
)


@pytest.mark.parametrize("address", OFF_SITE)
def test_an_address_off_site_is_never_followed(address: str) -> None:
    assert local_path(address, "/inquiries") == "/inquiries"


@pytest.mark.parametrize("address", HERE)
def test_an_address_of_ours_is_followed(address: str) -> None:
    assert local_path(address) == address


def test_signing_in_leads_nowhere_else(client: TestClient, post_form: PostForm) -> None:
    typed = {"email": "a@example.org", "name": "A", "organisation": "O", "password": "several plain words"}
    post_form(client, "/sign-up", typed)
    for number, address in enumerate(OFF_SITE):
        if "\ud800" in address:
            continue  # no form can hold it
        email = f"a{number}@example.org"  # the tries of one address are counted
        answer = post_form(client, "/sign-up", {**typed, "email": email, "next": address})
        assert (answer.status_code, answer.headers["location"]) == (303, "/inquiries"), address
    assert client.get("/sign-in?next=//e.org").text.count("e.org") == 0


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_is_not_ours_is_refused(client: TestClient, host: str) -> None:
    for path in ("/account", "/sign-in", "/static/img/mark.svg", "/api/v1/openapi.json"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code == 400, (host, path)
        assert "location" not in answer.headers


def test_two_hosts_are_refused(client: TestClient) -> None:
    answer = client.get("/sign-in", headers=[("Host", "127.0.0.1"), ("Host", "example.org")])
    assert answer.status_code == 400


def test_a_forwarded_host_changes_nothing(client: TestClient) -> None:
    for name in ("X-Forwarded-Host", "Forwarded", "X-Host", "X-Original-URL"):
        answer = client.get("/account", headers={name: "example.org"})
        assert answer.headers["location"] == "/sign-in?next=%2Faccount"


@pytest.mark.parametrize("path", ["/a%00b", "/a?b=%00"])
def test_an_address_with_nothing_in_it_is_refused(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 400


def test_a_production_desk_answers_to_its_own_name_only() -> None:
    desk = Security("x" * 32, "https://desk.example.org", is_production=True)
    assert [desk.knows_host(host) for host in ("desk.example.org", "DESK.example.org:443")] == [True, True]
    assert not [host for host in ("127.0.0.1", "localhost", "[::1]", "example.org") if desk.knows_host(host)]


def test_a_desk_with_an_odd_address_still_knows_its_name() -> None:
    assert Security("x", "http://[::1]:8000", is_production=False).knows_host("[::1]:8000")
    assert not Security("x", "http://a b", is_production=True).knows_host("a")


POSTS = {
    "a page of ours": ({"Origin": BASE_URL}, 422),
    "an old browser": ({}, 422),
    "the same address as typed": ({"Sec-Fetch-Site": "none"}, 422),
    "a page of ours that says so": ({"Sec-Fetch-Site": "same-origin", "Origin": BASE_URL}, 422),
    "another site": ({"Origin": "https://example.org"}, 403),
    "a page without an origin": ({"Origin": "null"}, 403),
    "another port": ({"Origin": BASE_URL + "1"}, 403),
    "another site that says so": ({"Sec-Fetch-Site": "cross-site"}, 403),
    "a sister site": ({"Sec-Fetch-Site": "same-site", "Origin": BASE_URL}, 403),
}


@pytest.mark.parametrize("who", POSTS)
def test_a_form_is_taken_from_our_own_pages_only(
    client: TestClient, app: FastAPI, post_form: PostForm, who: str
) -> None:
    headers, status = POSTS[who]
    post_form(client, "/sign-in", {})  # gives the browser its cookie
    token = app.state.house.security.csrf_token(client.cookies["pilotdesk_visitor"])
    typed = {"csrf_token": token, "email": "a@example.org", "password": "x"}
    assert client.post("/sign-in", data=typed, headers=headers).status_code == status


def test_a_form_needs_the_token_of_its_own_browser(client: TestClient, app: FastAPI, post_form: PostForm) -> None:
    post_form(client, "/sign-in", {})
    security: Security = app.state.house.security
    for token in ("", "x", "é", security.csrf_token("A" * 43)):
        assert client.post("/sign-in", data={"csrf_token": token}, headers={"Origin": BASE_URL}).status_code == 403
    right = security.csrf_token(client.cookies["pilotdesk_visitor"])
    answer = client.post("/sign-in", data={"email": "a"}, headers={"Origin": BASE_URL, "X-CSRF-Token": right})
    assert answer.status_code == 422
    client.cookies.clear()
    assert client.post("/sign-in", data={"csrf_token": right}, headers={"Origin": BASE_URL}).status_code == 403


def test_a_cookie_that_we_never_give_is_not_looked_at(client: TestClient) -> None:
    for value in ("x", "A" * 42, "A" * 44, "A" * 42 + "!"):
        client.cookies.set("pilotdesk_visitor", value, domain="127.0.0.1")
        client.cookies.set("pilotdesk_session", value, domain="127.0.0.1")
        client.cookies.set("pilotdesk_flash", value, domain="127.0.0.1")
        answer = client.get("/sign-in")
        assert answer.status_code == 200
        assert frame_of(answer).flash == ""
        client.cookies.clear()


def test_cookies_are_hidden_from_scripts_and_bound_to_the_host() -> None:
    for base_url, name, is_secure in (
        ("https://desk.example.org", "__Host-session", True),
        ("", "pilotdesk_session", False),
    ):
        response = Response()
        Security("x", base_url, is_production=is_secure).set_cookie(response, "session", "v", seconds=60)
        header = response.headers["set-cookie"]
        parts = {part.strip() for part in header.split(";")}
        assert f"{name}=v" in parts
        assert {"HttpOnly", "Path=/", "SameSite=lax", "Max-Age=60"} <= parts
        assert ("Secure" in parts) is is_secure
        assert not [part for part in parts if part.startswith("Domain")]


def test_https_is_insisted_on_where_people_come_by_it() -> None:
    headers = dict(Security("x", "https://desk.example.org", is_production=True).headers)
    assert headers[b"strict-transport-security"] == b"max-age=31536000; includeSubDomains"
    assert b"strict-transport-security" not in dict(Security("x", "", is_production=False).headers)


def test_a_message_for_the_next_page_cannot_be_planted(client: TestClient, sign_in: SignIn) -> None:
    sign_in(client)
    forged = Security("another secret", "", is_production=False)
    response = Response()
    forged.set_flash(response, "Send your password to us")
    value = response.headers["set-cookie"].partition("=")[2].partition(";")[0]
    client.cookies.set("pilotdesk_flash", value, domain="127.0.0.1")
    assert "Send your password" not in client.get("/account").text
