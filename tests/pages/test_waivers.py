"""Waivers in the browser and for programs: asked for, confirmed, listed, withdrawn, and waived wherever they count."""

import csv
import io
import json
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.accounts import service as accounts
from app.accounts.queries import Person
from app.exports.service import read_csv
from app.infra.work import Work
from app.reviews import service
from app.rules.finding import Finding
from tests import desk as desks
from tests import drafts, factories
from tests.conftest import BASE_URL, HOST, PostForm
from tests.desk import Desk
from tests.pages.seen import view_of
from tests.services.test_reviews_waiving import BLOCKS, WARNS, WHY, confirmed, owed, relaxed, waived

pytestmark = pytest.mark.seeded
Browser = Callable[[Person], TestClient]
UNTIL = "2026-12-07"
ASKED = {"rule": BLOCKS[0], "field": BLOCKS[1]}


@pytest.fixture
def desk(work: Work, now: datetime) -> Desk:
    """Everybody."""
    return work.write_now(desks.desk, now=now)


@pytest.fixture
def reference(work: Work, desk: Desk, now: datetime) -> str:
    """An inquiry in review that owes what it promised."""
    return work.write_now(owed, desk, now=now)


@pytest.fixture
def browse(app: FastAPI, work: Work, now: datetime) -> Browser:
    """Browsers in which somebody is signed in."""

    def browse(person: Person) -> TestClient:
        made = TestClient(app, base_url=BASE_URL, follow_redirects=False)
        token = work.write_now(factories.stored_session, person.id or 0, now=now)
        made.cookies.set("pilotdesk_session", token, domain=HOST)
        return made

    return browse


@pytest.fixture
def program(app: FastAPI, work: Work, now: datetime) -> Browser:
    """Programs of somebody, with a token for everything."""

    def program(person: Person) -> TestClient:
        made = work.write_now(accounts.create_token, person.email, scopes=accounts.SCOPES, days=1, now=now)
        headers = {"Authorization": f"Bearer {made.token}"}
        return TestClient(app, base_url=BASE_URL, follow_redirects=False, headers=headers)

    return program


def rules_of(pile: Iterable[tuple[Finding, str]]) -> list[str]:
    return [finding.rule for finding, _ in pile]


def form(page: str, path: str, **typed: str) -> dict[str, str]:
    """Return what the form of a page would post, with some of it typed."""
    posted = {name: values[-1] for name, values in drafts.posted_by(page, path).items()}
    del posted["csrf_token"]
    return {**posted, **typed}


def test_r25_two_engineers_waive_what_blocks_over_their_pages(
    browse: Browser, post_form: PostForm, desk: Desk, reference: str
) -> None:
    first, second = browse(desk.elif_), browse(desk.ezra)
    review = first.get(f"/reviews/{reference}")
    assert rules_of(view_of(review).refusing) == ["BG-15"]
    words, href = view_of(review).waivers["|".join(BLOCKS)]
    assert words == "Waive…"
    path = f"/reviews/{reference}/waive"
    page = first.get(href)
    assert page.status_code == 200
    assert "another engineer has to confirm it before it counts" in page.text
    done = post_form(first, path, form(page.text, path, reason=WHY, until=UNTIL))
    assert (done.status_code, done.headers["location"]) == (303, f"/reviews/{reference}")
    words, href = view_of(first.get(f"/reviews/{reference}")).waivers["|".join(BLOCKS)]
    assert (words, href) == ("A waiver waits for a second engineer", "/waivers/1")
    assert not view_of(first.get(href)).may_confirm
    assert "You asked for this." in first.get(href).text
    assert "Confirm this waiver" in second.get(href).text
    assert post_form(second, href, {"do": "confirm"}).status_code == 303
    review = second.get(f"/reviews/{reference}")
    assert view_of(review).refusing == ()
    assert rules_of(view_of(review).waived) == ["BG-15"]
    assert view_of(review).waivers["|".join(BLOCKS)] == ("See the waiver", "/waivers/1")
    assert f"Waived by A engineer and A engineer until 7 December 2026: {WHY}" in review.text
    assert "The waiver" not in review.text


def test_a_form_that_says_too_little_says_what_is_missing_and_keeps_what_was_typed(
    browse: Browser, post_form: PostForm, desk: Desk, reference: str
) -> None:
    client = browse(desk.elif_)
    path = f"/reviews/{reference}/waive"
    for typed, missing in (
        ({"reason": "", "until": "soon"}, {"reason", "until"}),
        ({"reason": "Because.", "until": "2026-11-29"}, {"until"}),
        ({"reason": " ", "until": UNTIL}, {"reason"}),
    ):
        page = post_form(client, path, {**ASKED, "version": "1", **typed})
        view = view_of(page)
        assert page.status_code == 422
        assert {href for _, href in view.errors} == {f"#{name}" for name in missing}
        assert {field.id: field.value for field in view.fields} == typed
        assert "<title>Error: Waive a finding" in page.text
    assert view_of(client.get("/waivers")).lines == ()


@pytest.mark.parametrize("asked", [{"rule": "EV-02", "field": "baseline.files"}, {}, {"rule": "BG-15"}])
def test_what_is_not_open_has_no_page(browse: Browser, desk: Desk, reference: str, asked: dict[str, str]) -> None:
    page = browse(desk.elif_).get(f"/reviews/{reference}/waive", params=asked)
    assert page.status_code == 409
    assert "There is nothing to waive." in page.text


def test_r25_the_pages_say_to_the_author_that_others_do_this(
    browse: Browser, post_form: PostForm, desk: Desk, reference: str, work: Work, now: datetime
) -> None:
    asked = work.write_now(lambda db: waived(db, desk.elif_, reference, now=now))
    for person, status in ((desk.ann, 403), (desk.bob, 404), (desk.ops, 404), (desk.admin, 404)):
        client = browse(person)
        posted = {**ASKED, "version": "1", "reason": "r", "until": UNTIL}
        assert post_form(client, f"/reviews/{reference}/waive", posted).status_code == status
        assert post_form(client, f"/waivers/{asked.id}", {"do": "confirm"}).status_code == 404
        assert post_form(client, "/waivers/new", {"rule": "RW-20"}).status_code == 404


def test_r25_waived_is_what_the_customer_reads_too(
    browse: Browser, program: Browser, work: Work, desk: Desk, reference: str, now: datetime
) -> None:
    work.write_now(confirmed, desk, reference, now=now)
    client = browse(desk.ann)
    timeline = client.get(f"/inquiries/{reference}/timeline").text
    assert "waived a finding" in timeline
    assert WHY in timeline
    assert "asked for a waiver" not in timeline
    page = client.get(f"/inquiries/{reference}")
    ((finding, words),) = view_of(page).following.waived
    assert finding in page.text
    assert words == f"Waived by A engineer and A engineer until 7 December 2026: {WHY}"
    said = program(desk.ann).post(f"/api/v1/inquiries/{reference}/check?gate=commit").json()
    assert [one["status"] for one in said["findings"] if one["rule"] == "BG-15"] == ["waived"]
    work.write_now(service.withdraw_waiver, desk.ezra, 1, now=now)
    assert view_of(client.get(f"/inquiries/{reference}")).following.waived == ()


def test_r25_a_relaxed_rule_reads_waived_on_a_draft_and_no_page_of_it_is_complete(
    browse: Browser, program: Browser, work: Work, desk: Desk, now: datetime
) -> None:
    work.write_now(relaxed, desk, "EN-03", now=now)
    document = drafts.document()
    del document["environment"]["network_agent"]
    reference = work.write_now(drafts.opened, desk.ann, document, now=now)
    client = browse(desk.ann)
    for page in ("", "/check-answers"):
        view = view_of(client.get(f"/inquiries/{reference}{page}"))
        assert rules_of(view.waived) == ["EN-03"]
        assert view.refusing == ()
    tasks = {task.id: task for group in view_of(client.get(f"/inquiries/{reference}")).groups for task in group.tasks}
    assert (tasks["environment"].token, tasks["environment"].words) == ("waived", "Waived")
    section = client.get(f"/inquiries/{reference}/sections/environment").text
    assert "The form asks wrongly." in section
    assert view_of(client.get(f"/inquiries/{reference}/sections/environment")).problems == ()
    said = program(desk.ann).post(f"/api/v1/inquiries/{reference}/check").json()
    assert [one["status"] for one in said["findings"] if one["rule"] == "EN-03"] == ["waived"]
    bare = TestClient(client.app, base_url=BASE_URL).post("/api/v1/check", json=document).json()
    assert bare["input_digest"] == said["input_digest"]
    assert client.get(f"/inquiries/{reference}/verdict.json").json() == said


def test_r24_after_its_day_the_same_process_blocks_again(
    browse: Browser, work: Work, desk: Desk, reference: str, now: datetime
) -> None:
    work.write_now(confirmed, desk, reference, now=now, days=1)
    client = browse(desk.elif_)
    assert view_of(client.get(f"/reviews/{reference}/approve")).is_open
    later = now + timedelta(days=1)
    token = work.write_now(factories.stored_session, desk.elif_.id or 0, now=later)
    client.cookies.set("pilotdesk_session", token, domain=HOST)
    last_minute = later.replace(hour=23, minute=59)
    with time_machine.travel(last_minute):
        assert view_of(client.get(f"/reviews/{reference}/approve")).is_open
    with time_machine.travel(last_minute + timedelta(minutes=1)):
        view = view_of(client.get(f"/reviews/{reference}/approve"))
        assert not view.is_open
        assert rules_of(view.refusing) == ["BG-15"]
        assert view.waived == ()
        ended = view_of(client.get("/waivers?show=all")).lines
        assert [line.state for line in ended] == ["Ended"]
        assert view_of(client.get("/waivers")).lines == ()


def test_r25_approval_scope_and_both_files_say_waived(
    browse: Browser, work: Work, desk: Desk, reference: str, now: datetime
) -> None:
    work.write_now(confirmed, desk, reference, now=now)
    page = browse(desk.elif_).get(f"/reviews/{reference}/approve")
    assert rules_of(view_of(page).waived) == ["BG-15"]
    assert "none of them is passed" in page.text
    work.write_now(desks.approved, desk.elif_, reference, now=now)
    ops = browse(desk.ops)
    scope = ops.get(f"/scopes/{reference}")
    ((message, words),) = view_of(scope).waived
    assert "roll" in message.lower() or "back" in message.lower()
    assert words == f"Waived by A engineer and A engineer until 7 December 2026: {WHY}"
    assert "Waived, and not passed" in scope.text
    line = ops.get(f"/scopes/{reference}/file?kind=jsonl").text
    table = ops.get(f"/scopes/{reference}/file?kind=csv").text
    (row,) = read_csv(io.StringIO(table, newline=""))
    assert row == json.loads(line)
    (finding,) = (one for one in row["report"]["findings"] if one["rule"] == "BG-15")
    assert finding["status"] == "waived"
    assert finding["waiver"]["reason"] == WHY
    cells = next(csv.DictReader(io.StringIO(table)))
    assert '"status":"waived"' in cells["report"]


def test_r24_ops_and_engineers_see_who_why_and_until_when(
    browse: Browser, work: Work, desk: Desk, reference: str, now: datetime
) -> None:
    work.write_now(confirmed, desk, reference, now=now)
    work.write_now(lambda db: waived(db, desk.elif_, reference, WARNS, now=now))
    asked = work.write_now(service.relax, desk.elif_, rule="BG-15", reason="For all.", until=now.date(), now=now)
    for person in (desk.ops, desk.elif_):
        client = browse(person)
        lines = view_of(client.get("/waivers")).lines
        assert [(line.reason, line.state, len(line.who)) for line in lines] == [
            ("For all.", "Waits for a second engineer", 1),
            (WHY, "In force", 1),
            (WHY, "In force", 2),
        ]
        assert "All inquiries" in lines[0].about
        assert lines[1].about.startswith(reference)
        assert client.get(f"/waivers/{asked.id}").status_code == 200
    assert "/reviews/" not in browse(desk.ops).get("/waivers").text
    assert drafts.document()["title"] not in browse(desk.ops).get("/waivers/1").text


def test_an_engineer_sees_no_waiver_of_what_they_may_not_judge(
    browse: Browser, work: Work, desk: Desk, reference: str, now: datetime
) -> None:
    granted = work.write_now(confirmed, desk, reference, now=now)
    assert len(view_of(browse(desk.ezra).get("/waivers")).lines) == 1
    work.write_now(service.declare_interest, desk.ezra, reference, version=1, reason="I own shares of theirs.", now=now)
    client = browse(desk.ezra)
    assert view_of(client.get("/waivers")).lines == ()
    assert client.get(f"/waivers/{granted.id}").status_code == 403


def test_a_rule_is_relaxed_and_taken_back_over_the_pages(browse: Browser, post_form: PostForm, desk: Desk) -> None:
    client = browse(desk.elif_)
    assert "Nothing is waived." in client.get("/waivers").text
    page = post_form(client, "/waivers/new", {"rule": "XX-01", "reason": "", "until": ""})
    assert page.status_code == 422
    assert [href for _, href in view_of(page).errors] == ["#rule", "#reason", "#until"]
    typed = {"rule": "RW-20", "reason": "Nobody reads now.", "until": UNTIL}
    done = post_form(client, "/waivers/new", form(client.get("/waivers/new").text, "/waivers/new", **typed))
    assert (done.status_code, done.headers["location"]) == (303, "/waivers/1")
    page = client.get("/waivers/1")
    assert view_of(page).line.state == "In force"
    assert post_form(client, "/waivers/1", {}).status_code == 400
    assert post_form(client, "/waivers/1", {"do": "withdraw"}).status_code == 303
    assert view_of(client.get("/waivers/1")).line.state == "Withdrawn"
    assert post_form(client, "/waivers/1", {"do": "withdraw"}).status_code == 409
    assert client.get("/waivers/2").status_code == 404


def test_a_program_waives_and_another_ones_confirms(program: Browser, desk: Desk, reference: str) -> None:
    first, second = program(desk.elif_), program(desk.ezra)
    body: dict[str, Any] = {**ASKED, "inquiry": reference, "version": 1, "reason": WHY, "until": UNTIL}
    made = first.post("/api/v1/waivers", json=body)
    assert made.status_code == 201
    assert made.json() == {
        **{key: body[key] for key in ("inquiry", "version", "rule", "field", "reason", "until")},
        "id": 1,
        "state": "waiting",
        "needs_second": True,
        "confirmed": None,
        "withdrawn": None,
        "asked": {"by": "A engineer", "at": made.json()["asked"]["at"]},
    }
    refused = first.post("/api/v1/waivers/1", json={"action": "confirm"})
    assert (refused.status_code, refused.json()["code"]) == (403, "second-needed")
    assert second.post("/api/v1/waivers/1", json={"action": "confirm"}).json()["state"] == "in-force"
    assert [one["state"] for one in program(desk.ops).get("/api/v1/waivers").json()["waivers"]] == ["in-force"]
    assert second.post("/api/v1/waivers/1", json={"action": "withdraw"}).json()["state"] == "withdrawn"
    assert second.get("/api/v1/waivers").json() == {"waivers": []}
    assert len(second.get("/api/v1/waivers?show=all").json()["waivers"]) == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"until": "2026-11-01"}, "waiver-incomplete"),
        ({"until": "soon"}, "unreadable-request"),
        ({"reason": " "}, "waiver-incomplete"),
        ({"surprise": True}, "unreadable-request"),
        ({"rule": "XX-01", "inquiry": ""}, "no-such-rule"),
    ],
)
def test_r25_a_program_that_says_too_little_is_refused(
    program: Browser, desk: Desk, reference: str, change: dict[str, Any], code: str
) -> None:
    body = {**ASKED, "inquiry": reference, "version": 1, "reason": WHY, "until": UNTIL, **change}
    answer = program(desk.elif_).post("/api/v1/waivers", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert program(desk.ann).post("/api/v1/waivers", json=body).status_code == 404


def test_r01_what_was_typed_into_a_waiver_survives_the_end_of_a_session(
    app: FastAPI, post_form: PostForm, desk: Desk, reference: str, work: Work, now: datetime
) -> None:
    path = f"/reviews/{reference}/waive"
    client = TestClient(app, base_url=BASE_URL, follow_redirects=False)
    posted = {**ASKED, "version": "1", "reason": "A long one.", "until": UNTIL}
    assert post_form(client, path, posted).headers["location"].startswith("/sign-in")
    token = work.write_now(factories.stored_session, desk.elif_.id or 0, now=now)
    client.cookies.set("pilotdesk_session", token, domain=HOST)
    view = view_of(client.get(path))
    assert [field.value for field in view.fields] == ["A long one.", UNTIL]
