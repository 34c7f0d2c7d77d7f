"""What the desk asked to be changed, until it is saved and submitted anew; and what the mail says of it."""

from datetime import datetime
from html import unescape
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries import service
from app.inquiries.pages import states
from app.notices.tables import Message
from app.reviews import service as reviews
from app.rules.workflow import Role
from tests import drafts, factories
from tests.conftest import SignIn
from tests.pages.desk import Desk
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded

MESSAGE = "Nearly there: two pages have to change."
ASKS = {"budget": "Say what the cap covers.", "model": "A shorter title.", "data": "  "}


@pytest.fixture
def customer(client: TestClient, sign_in: SignIn) -> Person:
    return sign_in(client)


@pytest.fixture
def returned(work: Work, ready: str, customer: Person, now: datetime) -> str:
    """An inquiry that came back with what has to change on two of its pages."""
    engineer = work.write_now(factories.stored_person, Role.ENGINEER, now=now)
    work.write_now(drafts.submitted, customer, ready, now=now)
    work.write_now(reviews.take, engineer, ready, version=1, now=now)
    work.write_now(reviews.return_, engineer, ready, version=1, message=MESSAGE, asks=ASKS, now=now)
    return ready


def asked_on_list(desk: Desk, reference: str) -> list[str]:
    view = view_of(desk.client.get(f"/inquiries/{reference}"))
    return [task.id for group in view.groups for task in group.tasks if task.words == "Changes asked"]


def unchanged(desk: Desk, reference: str) -> list[str]:
    return [title for title, _, _ in desk.review(reference).unchanged]


def section(desk: Desk, reference: str, name: str) -> str:
    return unescape(desk.client.get(f"/inquiries/{reference}/sections/{name}").text)


def test_a_page_whose_change_was_asked_for_says_so_until_it_is_saved(desk: Desk, returned: str) -> None:
    assert asked_on_list(desk, returned) == ["model", "budget"]
    page = section(desk, returned, "budget")
    assert "The desk asks for a change here" in page
    assert "Say what the cap covers." in page
    assert view_of(desk.client.get(f"/inquiries/{returned}/sections/budget")).words == "Changes asked"

    desk.save(returned, "budget", {"budget.raised_by": "The head of finance alone"})
    assert asked_on_list(desk, returned) == ["model"]
    page = section(desk, returned, "budget")
    assert "The desk asks for a change here" not in page
    assert "and this page was saved since" in page
    assert "Say what the cap covers." in page
    assert section(desk, returned, "data").count("The desk asked") == 0
    assert "Saved since." in desk.client.get(f"/inquiries/{returned}").text


def test_what_is_saved_as_it_was_is_no_longer_asked_for_but_stays_unchanged(desk: Desk, returned: str) -> None:
    assert unchanged(desk, returned) == ["Model", "Budget"]
    desk.save(returned, "budget")
    assert asked_on_list(desk, returned) == ["model"]
    assert unchanged(desk, returned) == ["Model", "Budget"]
    desk.save(returned, "model", {"title": "Shorter"})
    assert unchanged(desk, returned) == ["Budget"]


def test_resubmitting_warns_of_unchanged_pages_with_links_and_lets_it_through(desk: Desk, returned: str) -> None:
    page = unescape(desk.client.get(f"/inquiries/{returned}/check-answers").text)
    assert "2 pages are unchanged" in page
    assert page.count("A change was asked for here, and nothing is changed") == 2
    assert f'<a href="/inquiries/{returned}/sections/budget">Budget</a>: <span class="typed">Say what' in page
    desk.save(returned, "model", {"title": "Shorter"})
    assert "1 page is unchanged" in desk.client.get(f"/inquiries/{returned}/check-answers").text
    assert desk.submit(returned).headers["location"] == f"/inquiries/{returned}/receipt"
    assert asked_on_list(desk, returned) == unchanged(desk, returned) == []


def test_a_program_that_changes_a_page_answers_what_was_asked_there(
    work: Work, customer: Person, desk: Desk, returned: str, now: datetime
) -> None:
    patch: dict[str, Any] = {"title": "From a program"}
    work.write_now(service.patch_document, customer, returned, patch, base_version=None, now=now)
    assert asked_on_list(desk, returned) == ["budget"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("done", "Complete"), ("promise", "Changes asked")),
        (("not-checked", "Unreviewed"), ("promise", "Changes asked")),
        (("promise", "Answer or promise"), ("promise", "Answer or promise, changes asked")),
        (("block", "Blocks submission"), ("block", "Blocks submission, changes asked")),
    ],
)
def test_what_stands_in_the_way_of_an_asked_page_is_said_with_it(
    before: tuple[str, str], after: tuple[str, str]
) -> None:
    assert states.asked(*before) == after


def test_asks_of_an_earlier_return_are_over_once_another_version_came_back(
    work: Work, customer: Person, desk: Desk, returned: str, now: datetime
) -> None:
    work.write_now(drafts.submitted, customer, returned, now=now)
    engineer = work.write_now(factories.stored_person, Role.ENGINEER, now=now)
    work.write_now(reviews.take, engineer, returned, version=2, now=now)
    asks = {"data": "Name the source of the rows."}
    work.write_now(reviews.return_, engineer, returned, version=2, message=MESSAGE, asks=asks, now=now)
    assert asked_on_list(desk, returned) == ["data"]


def test_the_mail_of_a_return_says_what_is_asked_on_which_page_as_plain_text(work: Work, returned: str) -> None:
    quoted = work.read_now(
        lambda db: db.scalars(select(Message.quoted).where(Message.event.contains("decision/"))).one()
    )
    assert quoted == f"{MESSAGE}\n\nModel: A shorter title.\n\nBudget: Say what the cap covers."
    assert returned
