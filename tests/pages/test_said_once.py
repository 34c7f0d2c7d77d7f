"""A message of a customer's that is sent twice by the same form is one message."""

from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from tests import drafts
from tests.conftest import PostForm
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


@pytest.fixture
def submitted(work: Work, customer: Person, now: datetime) -> str:
    reference = work.write_now(drafts.opened, customer, drafts.document(), now=now)
    work.write_now(drafts.submitted, customer, reference, now=now)
    return reference


def said(client: TestClient, reference: str) -> list[str]:
    entries = view_of(client.get(f"/inquiries/{reference}/timeline")).entries
    return [entry.text for entry in entries if entry.did == "wrote to the desk"]


def test_a_message_that_is_sent_twice_is_written_once(client: TestClient, post_form: PostForm, submitted: str) -> None:
    path = f"/inquiries/{submitted}/timeline"
    key = drafts.posted_by(client.get(path).text, path)["form_key"][-1]
    typed = {"text": "We start in March.", "form_key": key}
    assert [post_form(client, path, typed).status_code for _ in range(3)] == [303, 303, 303]
    assert said(client, submitted) == ["We start in March."]


def test_who_goes_back_and_writes_something_else_is_heard(
    client: TestClient, post_form: PostForm, submitted: str
) -> None:
    path = f"/inquiries/{submitted}/timeline"
    for words in ("We start in March.", "In April, I mean."):
        assert post_form(client, path, {"text": words, "form_key": "the same"}).status_code == 303
    assert said(client, submitted) == ["In April, I mean.", "We start in March."]


def test_each_page_can_say_the_same_again_and_a_refused_one_keeps_its_key(
    client: TestClient, post_form: PostForm, submitted: str
) -> None:
    path = f"/inquiries/{submitted}/timeline"
    for _ in range(2):
        key = drafts.posted_by(client.get(path).text, path)["form_key"][-1]
        assert post_form(client, path, {"text": "Any news?", "form_key": key}).status_code == 303
    assert said(client, submitted) == ["Any news?", "Any news?"]
    refused = post_form(client, path, {"text": " ", "form_key": "mine"})
    assert drafts.posted_by(refused.text, path)["form_key"] == ["mine"]
