"""One word for each state and for each kind of version, whoever reads it."""

import re
from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.errors import ConflictError
from app.infra.work import Work
from app.inquiries import service
from app.inquiries.fields.states import STATE_WORDS
from app.reviews import service as reviews
from app.rules.workflow import Role, State
from tests import drafts, factories
from tests.pages.conftest import Browser
from tests.pages.desk import Desk
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded

SUBMITTED_VERSION = re.compile(r"[Vv]ersion (\d+)(?! of the draft)\b")


def test_every_state_has_its_word() -> None:
    assert set(STATE_WORDS) == set(State)


def test_a_draft_that_was_saved_often_has_no_other_version_than_one_of_the_draft(desk: Desk, ready: str) -> None:
    for title in ("One", "Two", "Three"):
        desk.save(ready, "model", {"title": title})
    for path in ("/inquiries", f"/inquiries/{ready}", f"/inquiries/{ready}/sections/model"):
        text = desk.client.get(path).text
        assert "version 4 of the draft" in text, path
        assert SUBMITTED_VERSION.findall(text) == [], path
    assert set(SUBMITTED_VERSION.findall(desk.client.get(f"/inquiries/{ready}/check-answers").text)) == {"1"}


def test_customer_and_desk_read_the_same_word(
    work: Work, client: TestClient, browse: Browser, customer: Person, ready: str, now: datetime
) -> None:
    engineer = work.write_now(factories.stored_person, Role.ENGINEER, now=now)
    desk = browse(engineer)

    def read_alike(word: str) -> None:
        mine = view_of(client.get(f"/inquiries/{ready}")).state
        assert (mine, view_of(desk.get(f"/reviews/{ready}")).state) == (word, word)

    work.write_now(drafts.submitted, customer, ready, now=now)
    read_alike("Submitted")
    work.write_now(reviews.take, engineer, ready, version=1, now=now)
    read_alike("In review")
    with pytest.raises(ConflictError, match="This inquiry is in review already"):
        work.write_now(service.submit, customer, ready, digest="sha256:" + "0" * 64, now=now)
    work.write_now(reviews.return_, engineer, ready, version=1, message="This has to change.", now=now)
    read_alike("Returned")
