"""A form that somebody has still open when the inquiry is submitted: its page says so, and leads on."""

from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries import service
from tests import drafts
from tests.conftest import PostForm

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
