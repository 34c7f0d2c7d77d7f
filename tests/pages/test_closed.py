"""A form that somebody has still open when the inquiry is submitted: its page says so, and leads on."""

from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries import service
from tests import drafts
from tests.conftest import HOST, PostForm
from tests.pages.desk import Desk
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


def leads_on(text: str, reference: str) -> bool:
    return f'href="/inquiries/{reference}/receipt"' in text and f'href="/inquiries/{reference}"' in text


def test_the_form_of_a_submitted_inquiry_leads_to_its_receipt(
    work: Work, client: TestClient, post_form: PostForm, customer: Person, ready: str, now: datetime
) -> None:
    work.write_now(drafts.submitted, customer, ready, now=now)
    page = f"/inquiries/{ready}/sections/task"
    answers = [
        client.get(page),
        post_form(client, page, {"task.description": "Later", "base_version": "1"}),
        post_form(client, f"/inquiries/{ready}/uploads/x/remove"),
        post_form(client, f"/inquiries/{ready}/submit", {"digest": "sha256:" + "0" * 64}),
    ]
    for answer in answers:
        assert (answer.status_code, leads_on(answer.text, ready)) == (409, True), answer.request.url
    assert client.get(page).text.count("its answers can no longer be changed") == 1
    told = client.post(page, headers={"Accept": "application/json"}).json()
    assert "links" not in told


def test_a_withdrawn_draft_has_no_receipt_to_lead_to(
    work: Work, client: TestClient, customer: Person, ready: str, now: datetime
) -> None:
    work.write_now(service.withdraw, customer, ready, reason="", now=now)
    answer = client.get(f"/inquiries/{ready}/sections/task")
    assert "This inquiry is withdrawn" in answer.text
    assert (answer.status_code, "/receipt" in answer.text) == (409, False)


LATE = "Written while a colleague pressed Submit."


def test_what_was_typed_into_a_form_that_is_closed_by_now_stands_on_the_answer(
    work: Work, client: TestClient, desk: Desk, customer: Person, ready: str, now: datetime
) -> None:
    typed = desk.shown(ready, "task")
    work.write_now(drafts.submitted, customer, ready, now=now)
    path = f"/inquiries/{ready}/sections/task"
    answer = desk.post(client, path, {**typed, "task.description": LATE})
    assert answer.status_code == 409
    assert view_of(answer).typed == (("What is done", LATE),)
    assert LATE in answer.text
    assert leads_on(answer.text, ready)
    assert "<title>Error: Not saved: " in answer.text
    assert LATE not in client.get(f"/inquiries/{ready}/document.json").text
    assert view_of(desk.post(client, path, typed)).typed == ()


def test_what_an_ended_session_left_behind_is_shown_even_where_the_form_is_closed_by_now(
    work: Work, client: TestClient, desk: Desk, customer: Person, ready: str, now: datetime
) -> None:
    typed = desk.shown(ready, "task")
    session = client.cookies.pop("pilotdesk_session")
    path = f"/inquiries/{ready}/sections/task"
    assert desk.post(client, path, {**typed, "task.description": LATE}).status_code == 303
    work.write_now(drafts.submitted, customer, ready, now=now)
    client.cookies.set("pilotdesk_session", session, domain=HOST)
    answer = client.get(path)
    assert (answer.status_code, LATE in answer.text) == (409, True)


def test_a_refused_submission_keeps_the_word_that_the_copied_pages_were_read(
    work: Work, client: TestClient, desk: Desk, customer: Person, ready: str, now: datetime
) -> None:
    copy = work.write_now(service.copy_inquiry, customer, ready, form_key="copied", now=now)
    posted = {"digest": "sha256:" + "0" * 64, "reviewed": "yes"}
    answer = desk.post(client, f"/inquiries/{copy}/submit", posted)
    assert answer.status_code == 409
    assert view_of(answer).confirming.values == ("yes",)
    del posted["reviewed"]
    assert view_of(desk.post(client, f"/inquiries/{copy}/submit", posted)).confirming.values == ()
