"""A customer who is alone in their organisation reads that the desk was told, whatever they did."""

from datetime import datetime, timedelta

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries import service
from app.rules.workflow import Role
from tests import drafts, factories
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


def test_whatever_a_lone_customer_did_the_page_says_that_the_desk_was_told(
    work: Work, client: TestClient, customer: Person, ready: str, now: datetime
) -> None:
    work.write_now(factories.stored_person, Role.ENGINEER, now=now)

    def told() -> list[str]:
        page = client.get(f"/inquiries/{ready}")
        assert "Nobody was told anything yet" not in page.text
        return [line.about.partition(": ")[2] for line in view_of(page).following.told.lines]

    work.write_now(drafts.submitted, customer, ready, now=now)
    assert told() == ["was submitted"]
    for minutes, (deed, words) in enumerate(
        (
            (lambda db, at: service.write_message(db, customer, ready, text="Hello.", now=at), "a message"),
            (lambda db, at: service.withdraw(db, customer, ready, reason="", now=at), "was withdrawn"),
            (lambda db, at: service.undo(db, customer, ready, now=at), "is back: its withdrawal was undone"),
        ),
        start=1,
    ):
        work.write_now(deed, now + timedelta(minutes=minutes))
        assert told()[0] == words


def test_where_the_desk_has_no_engineer_nobody_was_told(
    work: Work, client: TestClient, customer: Person, ready: str, now: datetime
) -> None:
    work.write_now(drafts.submitted, customer, ready, now=now)
    assert "Nobody was told anything yet" in client.get(f"/inquiries/{ready}").text
