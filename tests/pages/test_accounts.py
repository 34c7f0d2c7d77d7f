"""Signing up, in and out, one's own account, one-time links and everybody's accounts, through the browser's door."""

import re
import statistics
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from html import unescape

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from app.accounts import queries, service
from app.accounts.queries import Caller
from app.accounts.tables import HeldPost, LoginSession, User
from app.infra.security import hash_token
from app.infra.work import Work
from app.rules.workflow import Role
from app.settings import Settings
from tests import factories
from tests.conftest import BASE_URL, HOST, PostForm, SignIn
from tests.pages.seen import frame_of, view_of

PASSWORD = "several plain words"
SIGN_UP = {"email": "Ann@Example.org ", "name": "Ann", "organisation": "Example Ltd", "password": PASSWORD}


@pytest.fixture
def other(app: FastAPI) -> TestClient:
    """Another browser."""
    return TestClient(app, base_url=BASE_URL, follow_redirects=False)


@pytest.fixture
def ann(client: TestClient, post_form: PostForm) -> TestClient:
    """A browser in which Ann has signed up."""
    assert post_form(client, "/sign-up", SIGN_UP).status_code == 303
    return client


def test_signing_up_signs_in_and_goes_on_where_one_was(client: TestClient, post_form: PostForm) -> None:
    answer = post_form(client, "/sign-up", {**SIGN_UP, "next": "/account"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    page = client.get("/account")
    assert view_of(page).email == "ann@example.org"
    assert frame_of(page).flash == "Your account is ready, and you are signed in."
    assert frame_of(client.get("/account")).flash == ""


def test_a_form_that_lacks_something_says_all_of_it_and_keeps_what_was_typed(
    client: TestClient, post_form: PostForm
) -> None:
    answer = post_form(client, "/sign-up", {"email": "no address", "name": "Ann", "password": "short"})
    view = view_of(answer)
    assert answer.status_code == 422
    assert [href for _, href in view.problems] == ["#email", "#organisation", "#password"]
    assert (view.email.value, view.name.value, view.password.value) == ("no address", "Ann", "")
    assert "<title>Error: Sign up" in answer.text


@pytest.mark.usefixtures("ann")
def test_a_taken_address_is_refused_kindly(other: TestClient, post_form: PostForm) -> None:
    answer = post_form(other, "/sign-up", SIGN_UP)
    assert answer.status_code == 422
    assert view_of(answer).problems == (
        ("This address cannot be used for a new account. If it is yours, sign in instead.", "#email"),
    )


@pytest.mark.parametrize(
    ("password", "is_good"),
    [
        ("x" * 3 + "y" * 3 + "z" * 4, True),
        ("123456789", False),
        ("nine sign", False),
        ("ten signs!", True),
        ("a" * 10, False),
        ("ababababab", False),
        ("password123", False),
        ("Pilotdesk-2026!", False),
        ("ann@example.org1", False),
        ("exampleltd long enough", True),
        ("example ltd 2026", False),
        ("p" * 100 + "q" * 50 + "r" * 50, True),
        ("p" * 100 + "q" * 50 + "r" * 51, False),
        ("пароль из слов", True),
    ],
)
def test_a_password_is_long_and_not_the_first_guess(
    client: TestClient, post_form: PostForm, password: str, *, is_good: bool
) -> None:
    answer = post_form(client, "/sign-up", {**SIGN_UP, "password": password})
    assert answer.status_code == (303 if is_good else 422)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("email", "a@b"),
        ("email", "a b@example.org"),
        ("email", "a@b@example.org"),
        ("email", "a\u0007@example.org"),
        ("email", "a" * 250 + "@example.org"),
        ("name", "x" * 121),
        ("name", "\u202ereversed"),
        ("organisation", " "),
    ],
)
def test_what_cannot_be_an_address_or_a_name_is_refused(
    client: TestClient, post_form: PostForm, name: str, value: str
) -> None:
    answer = post_form(client, "/sign-up", {**SIGN_UP, name: value})
    assert answer.status_code == 422
    assert [href for _, href in view_of(answer).problems] == [f"#{name}"]


def test_signing_out_ends_the_session_on_the_server_too(ann: TestClient, post_form: PostForm, work: Work) -> None:
    old = ann.cookies["pilotdesk_session"]
    assert post_form(ann, "/sign-out").headers["location"] == "/"
    assert "pilotdesk_session" not in ann.cookies
    ann.cookies.set("pilotdesk_session", old, domain=HOST)
    assert ann.get("/account").status_code == 303
    assert work.read_now(lambda db: db.scalars(select(LoginSession)).all()) == []


def test_a_session_is_new_at_every_sign_in(ann: TestClient, post_form: PostForm, work: Work, now: datetime) -> None:
    first = ann.cookies["pilotdesk_session"]
    post_form(ann, "/sign-in", {"email": "ann@example.org", "password": PASSWORD})
    second = ann.cookies["pilotdesk_session"]
    assert first != second
    assert work.read_now(queries.find_visit, Caller(session=hash_token(first)), now).person.role is None


def test_a_planted_session_cookie_is_not_taken_over(client: TestClient, post_form: PostForm) -> None:
    planted = "A" * 43
    client.cookies.set("pilotdesk_session", planted, domain=HOST)
    post_form(client, "/sign-up", SIGN_UP)
    assert planted not in {cookie.value for cookie in client.cookies.jar if cookie.name == "pilotdesk_session"}
    stranger = TestClient(client.app, base_url=BASE_URL, follow_redirects=False)
    stranger.cookies.set("pilotdesk_session", planted, domain=HOST)
    assert stranger.get("/account").status_code == 303


def test_signing_in_goes_to_the_inquiries_unless_told_otherwise(ann: TestClient, post_form: PostForm) -> None:
    known = {"email": " ANN@example.org", "password": PASSWORD}
    assert post_form(ann, "/sign-in", known).headers["location"] == "/inquiries"
    assert post_form(ann, "/sign-in", {**known, "next": "/evidence?family=qwen"}).headers["location"] == (
        "/evidence?family=qwen"
    )


@pytest.mark.seeded
@pytest.mark.parametrize(
    ("role", "place", "words"),
    [
        (Role.CUSTOMER, "/inquiries", ""),
        (Role.ENGINEER, "/queue", "Go to the queue"),
        (Role.OPS, "/scopes", "Go to the scopes"),
        (Role.ADMIN, "/admin/people", "Go to the people"),
    ],
)
def test_signing_in_leads_everybody_to_their_own_work(
    other: TestClient, post_form: PostForm, work: Work, now: datetime, role: Role, place: str, words: str
) -> None:
    person = work.write_now(factories.stored_person, role, now=now)
    token, _ = work.write_now(service.make_link, person.email, now=now)
    post_form(other, f"/link/{token}", {"new": PASSWORD})
    post_form(other, "/sign-out")
    answer = post_form(other, "/sign-in", {"email": person.email, "password": PASSWORD})
    assert answer.headers["location"] == place
    assert other.get(place).status_code == 200
    home = other.get("/").text
    assert ('action="/inquiries"' in home) is (role is Role.CUSTOMER)
    assert not words or f'href="{place}"' in home.partition(words)[0][-200:]


def answer_to(browser: TestClient, post_form: PostForm, email: str, password: str) -> tuple[int, str]:
    answer = post_form(browser, "/sign-in", {"email": email, "password": password})
    return answer.status_code, answer.text.replace(email, "").replace(browser.cookies["pilotdesk_visitor"], "")


@pytest.mark.usefixtures("ann")
def test_unknown_wrong_disabled_and_passwordless_get_the_same_answer(
    other: TestClient, post_form: PostForm, work: Work, now: datetime
) -> None:
    def prepare(db: Session) -> None:
        factories.stored_person(db, email="eve@example.org", now=now)

    work.write_now(prepare)
    wrong = answer_to(other, post_form, "ann@example.org", "not the password")
    assert wrong[0] == 422
    assert answer_to(other, post_form, "who@example.org", PASSWORD) == wrong
    assert answer_to(other, post_form, "eve@example.org", PASSWORD) == wrong
    assert answer_to(other, post_form, "ann@example.org", "x" * 201) == wrong
    work.write_now(lambda db: setattr(db.get_one(User, 1), "disabled_at", now))
    assert answer_to(other, post_form, "ann@example.org", PASSWORD) == wrong


def test_unknown_and_wrong_take_the_same_time(app: FastAPI) -> None:
    """The work is the same; the median of many interleaved tries may differ by no more than half."""
    house = app.state.house
    seconds: dict[str, list[float]] = {"who@example.org": [], "ann@example.org": []}
    kept = {"ann@example.org": house.passwords._hash.hash(PASSWORD), "who@example.org": None}  # noqa: SLF001  its cost
    assert not house.passwords._verify("x", None)  # noqa: SLF001  the first time makes the hash of nobody
    for _ in range(100):
        for email, hash_ in kept.items():
            began = time.perf_counter()
            house.passwords._verify("not the password", hash_)  # noqa: SLF001
            seconds[email].append(time.perf_counter() - began)
    unknown, wrong = (statistics.median(values) for values in seconds.values())
    assert 0.5 < unknown / wrong < 2


def test_a_hash_that_nobody_can_read_lets_nobody_in(ann: TestClient, post_form: PostForm, work: Work) -> None:
    def spoil(db: Session, broken: str) -> None:
        db.get_one(User, 1).password_hash = broken

    for broken in ("not a hash", "$argon2id$broken"):
        work.write_now(spoil, broken)
        answer = post_form(ann, "/sign-in", {"email": "ann@example.org", "password": PASSWORD})
        assert answer.status_code == 422


def test_who_signs_in_often_is_not_locked_out(ann: TestClient, post_form: PostForm) -> None:
    for _ in range(12):
        assert post_form(ann, "/sign-in", {"email": "ann@example.org", "password": PASSWORD}).status_code == 303


def test_too_many_tries_have_to_wait_and_then_may_go_on(ann: TestClient, post_form: PostForm) -> None:
    for _ in range(10):
        assert post_form(ann, "/sign-in", {"email": "ann@example.org", "password": "wrong"}).status_code == 422
    refused = post_form(ann, "/sign-in", {"email": "ann@example.org", "password": PASSWORD})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 900
    assert "Wait 15 minutes" in refused.text
    assert post_form(ann, "/sign-in", {"email": "bob@example.org", "password": "wrong"}).status_code == 422
    with time_machine.travel(datetime.fromisoformat("2026-11-30T14:38:00+00:00")):
        assert post_form(ann, "/sign-in", {"email": "ann@example.org", "password": PASSWORD}).status_code == 303


def test_the_account_lists_the_sessions_and_ends_one(ann: TestClient, other: TestClient, post_form: PostForm) -> None:
    post_form(other, "/sign-in", {"email": "ann@example.org", "password": PASSWORD})
    lines = view_of(ann.get("/account")).sessions
    assert sorted(line.is_this for line in lines) == [False, True]
    theirs = next(line.id for line in lines if not line.is_this)
    assert post_form(ann, f"/account/sessions/{theirs}/end").headers["location"] == "/account"
    assert other.get("/account").status_code == 303
    assert not view_of(ann.get("/account")).has_others


def test_the_account_ends_all_other_sessions(ann: TestClient, other: TestClient, post_form: PostForm) -> None:
    post_form(other, "/sign-in", {"email": "ann@example.org", "password": PASSWORD})
    post_form(ann, "/account/sessions/end-others")
    assert other.get("/account").status_code == 303
    assert ann.get("/account").status_code == 200


def test_r45_a_person_chooses_how_mail_comes_and_sees_it(
    ann: TestClient, other: TestClient, post_form: PostForm
) -> None:
    assert view_of(ann.get("/account")).mails.value == "at-once"
    answer = post_form(ann, "/account/mails", {"mails": "daily"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    page = ann.get("/account")
    assert frame_of(page).flash == "From now on your messages come in one mail a day."
    assert re.search(r'value="daily" checked', page.text)
    assert "06:00 UTC" in page.text
    post_form(other, "/sign-up", {**SIGN_UP, "email": "bob@example.org"})
    assert view_of(other.get("/account")).mails.value == "at-once"  # nobody else's changed
    post_form(ann, "/account/mails", {"mails": "at-once"})
    assert view_of(ann.get("/account")).mails.value == "at-once"


@pytest.mark.parametrize("choice", ["", "weekly", "daily,at-once"])
def test_r45_no_other_way_can_be_chosen(ann: TestClient, post_form: PostForm, choice: str) -> None:
    assert post_form(ann, "/account/mails", {"mails": choice}).status_code == 400
    assert view_of(ann.get("/account")).mails.value == "at-once"


def test_the_account_says_where_no_mail_is_sent(
    ann: TestClient, settings: Settings, make_app: Callable[[Settings], FastAPI]
) -> None:
    assert "No mail server is set up here" in ann.get("/account").text
    with_mail = make_app(settings.model_copy(update={"smtp_url": "smtp://127.0.0.1:25", "daily_mail_hour": 17}))
    browser = TestClient(with_mail, base_url=BASE_URL, cookies=ann.cookies)
    page = browser.get("/account").text
    assert "No mail server" not in page
    assert "17:00 UTC" in page


def test_a_foreign_session_cannot_be_ended(
    ann: TestClient, other: TestClient, post_form: PostForm, sign_in: SignIn
) -> None:
    sign_in(other)
    for number in ("1", "99", "0", "x", str(2**80)):
        assert post_form(other, f"/account/sessions/{number}/end").status_code == 404
    assert ann.get("/account").status_code == 200


def test_the_password_is_changed_by_who_knows_it(ann: TestClient, other: TestClient, post_form: PostForm) -> None:
    post_form(other, "/sign-in", {"email": "ann@example.org", "password": PASSWORD})
    assert view_of(ann.get("/account/password")).email == "ann@example.org"
    answer = post_form(ann, "/account/password", {"current": PASSWORD, "new": "other plain words"})
    assert answer.headers["location"] == "/account"
    assert ann.get("/account").status_code == 200
    assert other.get("/account").status_code == 303
    assert post_form(other, "/sign-in", {"email": "ann@example.org", "password": PASSWORD}).status_code == 422
    assert (
        post_form(other, "/sign-in", {"email": "ann@example.org", "password": "other plain words"}).status_code == 303
    )


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        (("", "other plain words"), "#current"),
        (("wrong", "other plain words"), "#current"),
        ((PASSWORD, "short"), "#new"),
        ((PASSWORD, ""), "#new"),
    ],
)
def test_the_password_is_not_changed_otherwise(
    ann: TestClient, post_form: PostForm, typed: tuple[str, str], field: str
) -> None:
    answer = post_form(ann, "/account/password", {"current": typed[0], "new": typed[1]})
    assert answer.status_code == 422
    assert [href for _, href in view_of(answer).problems] == [field]
    assert post_form(ann, "/sign-in", {"email": "ann@example.org", "password": PASSWORD}).status_code == 303


def made_link(work: Work, now: datetime, role: Role = Role.ENGINEER) -> str:
    work.write_now(service.add_user, email="eve@example.org", role=role, organisation="", now=now)
    return work.write_now(service.make_link, "eve@example.org", now=now)[0]


def test_r38_a_link_is_used_by_its_page_s_button_and_not_by_looking(
    client: TestClient, other: TestClient, post_form: PostForm, work: Work, now: datetime
) -> None:
    address = f"/link/{made_link(work, now)}"
    for _ in range(2):  # a mail scanner looks first
        assert client.get(address).status_code == 200
        assert client.head(address).status_code == 200
    refused = post_form(client, address, {"new": "short"})
    assert (refused.status_code, view_of(refused).problems[0][1]) == (422, "#new")
    assert post_form(client, address, {"new": PASSWORD}).headers["location"] == "/account"
    assert view_of(client.get("/account")).role == "engineer"
    assert client.get(address).status_code == 404
    assert post_form(other, address, {"new": "other plain words"}).status_code == 404


def test_a_link_that_nobody_made_is_not_there(client: TestClient, post_form: PostForm) -> None:
    assert client.get("/link/nothing").status_code == 404
    assert post_form(client, "/link/nothing", {"new": PASSWORD}).status_code == 404


def test_an_admin_sees_everybody_and_disables_someone(
    ann: TestClient, other: TestClient, post_form: PostForm, sign_in: SignIn
) -> None:
    admin = sign_in(other, Role.ADMIN)
    lines = {line.row.email: line for line in view_of(other.get("/admin/people")).people}
    assert [value for value, _, _ in lines["ann@example.org"].changes] == ["end-sessions", "disable"]
    assert [value for value, _, _ in lines[admin.email].changes] == ["end-sessions"]
    assert lines["ann@example.org"].state == "Can sign in"
    assert lines[admin.email].state == "Has not chosen a password yet"

    number = lines["ann@example.org"].row.id
    post_form(other, f"/admin/people/{number}", {"do": "disable"})
    assert ann.get("/account").status_code == 303
    page = other.get("/admin/people")
    assert frame_of(page).flash == "ann@example.org: disabled, and every session has ended."
    line = next(line for line in view_of(page).people if line.row.email == "ann@example.org")
    assert (line.state, [value for value, _, _ in line.changes]) == ("Disabled", ["enable"])

    post_form(other, f"/admin/people/{number}", {"do": "enable"})
    assert post_form(ann, "/sign-in", {"email": "ann@example.org", "password": PASSWORD}).status_code == 303


def test_no_two_buttons_about_different_people_have_the_same_name(
    ann: TestClient, other: TestClient, sign_in: SignIn
) -> None:
    assert ann.get("/account").status_code == 200
    sign_in(other, Role.ADMIN)
    page = other.get("/admin/people").text
    main = page[page.index("<main") : page.index("</main>")]
    named = re.findall(r"<(button|summary)[^>]*>(.*?)</\1>", main, re.DOTALL)
    names = [" ".join(unescape(re.sub(r"<[^>]*>", "", inside)).split()) for _, inside in named]
    assert "Disable (ann@example.org)" in names
    assert "Move ann@example.org" in names
    assert len(names) == len(set(names)) > 4


def test_r14_an_admin_lets_somebody_belong_to_another_organisation(
    ann: TestClient, other: TestClient, post_form: PostForm, sign_in: SignIn, work: Work, now: datetime
) -> None:
    place = work.write_now(factories.stored_organisation, "Another Ltd", now=now)
    sign_in(other, Role.ADMIN)
    people = view_of(other.get("/admin/people"))
    assert (place, "Another Ltd") in people.organisations
    number = next(line.row.id for line in people.people if line.row.email == "ann@example.org")
    chosen = {"do": "move", "organisation": f"{place}, Another Ltd"}
    assert post_form(other, f"/admin/people/{number}", chosen).status_code == 303
    assert view_of(ann.get("/account")).organisation == "Another Ltd"
    for wrong in ("", "Another Ltd", "999999"):
        answer = post_form(other, f"/admin/people/{number}", {"do": "move", "organisation": wrong})
        assert answer.status_code == 400
    assert view_of(ann.get("/account")).organisation == "Another Ltd"


def test_an_admin_s_list_costs_the_same_for_one_and_for_three(
    client: TestClient, sign_in: SignIn, work: Work, now: datetime, statements: list[str]
) -> None:
    sign_in(client, Role.ADMIN)
    client.get("/admin/people")
    one = len(statements)
    work.write_now(lambda db: [factories.stored_person(db, now=now) for _ in range(2)])
    statements.clear()
    client.get("/admin/people")
    assert len(statements) == one == 3


def test_a_session_in_use_is_noted_now_and_then(ann: TestClient, work: Work, now: datetime) -> None:
    def seen() -> datetime | None:
        return work.read_now(lambda db: db.scalar(select(LoginSession.seen_at)))

    first = seen()
    ann.get("/account")
    assert seen() == first
    later = now + timedelta(minutes=11)
    with time_machine.travel(later, tick=False):
        ann.get("/account")
    assert seen() == later


def test_a_person_who_was_signed_in_somewhere_is_asked_again_and_sent_back(client: TestClient) -> None:
    answer = client.get("/account?x=1&y=/")
    assert answer.headers["location"] == "/sign-in?next=%2Faccount%3Fx%3D1%26y%3D%2F"
    assert view_of(client.get(answer.headers["location"])).after == "/account?x=1&y=/"


def test_nobody_is_sent_back_to_an_address_that_only_takes_forms(client: TestClient, post_form: PostForm) -> None:
    answer = post_form(client, "/account/sessions/end-others", {})
    assert answer.headers["location"] == "/sign-in?next=%2F"


def test_passwords_are_never_held(client: TestClient, post_form: PostForm, work: Work) -> None:
    answer = post_form(client, "/account/password", {"current": PASSWORD, "new": "other plain words"})
    assert answer.status_code == 303
    assert work.read_now(lambda db: db.scalars(select(HeldPost)).all()) == []
