"""No text beside the answers is longer than 10,000 characters; one that is stands on its page again."""

from datetime import datetime
from html import unescape

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries.service import LONGEST, too_long
from app.reviews import service as reviews
from app.rules.workflow import Role
from tests import desk as at_desk
from tests import drafts, factories
from tests.conftest import PostForm
from tests.pages.conftest import Browser

pytestmark = pytest.mark.seeded

LONG = "x" * (LONGEST + 1)
SAID = "This is 10,001 characters long; write at most 10,000."


@pytest.fixture
def engineer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, Role.ENGINEER, now=now)


@pytest.fixture
def taken(work: Work, customer: Person, engineer: Person, ready: str, now: datetime) -> str:
    work.write_now(drafts.submitted, customer, ready, now=now)
    work.write_now(reviews.take, engineer, ready, version=1, now=now)
    return ready


def stories(work: Work) -> int:
    return work.read_now(lambda db: db.scalar(text("SELECT count(*) FROM inquiry_events"))) or 0


@pytest.mark.parametrize(("text_", "says"), [("x" * LONGEST, ""), (f" {'x' * LONGEST}\n", ""), (LONG, SAID)])
def test_a_text_is_bounded_without_the_white_space_around_it(text_: str, says: str) -> None:
    assert too_long(text_).startswith(says)
    assert bool(too_long(text_)) is bool(says)


@pytest.mark.parametrize(
    ("path", "name", "more"),
    [
        ("comment", "text", {"visibility": "customer"}),
        ("return", "message", {}),
        ("return", "ask.budget", {"message": "This has to change."}),
        ("decline", "reason", {}),
        ("interest", "reason", {}),
        ("approve", "note", {}),
        ("approve", "conditions", {}),
    ],
)
def test_what_the_desk_writes_too_long_is_refused_and_stands_on_the_page(
    work: Work,
    browse: Browser,
    post_form: PostForm,
    engineer: Person,
    taken: str,
    path: str,
    name: str,
    more: dict[str, str],
) -> None:
    client, before = browse(engineer), stories(work)
    answer = post_form(client, f"/reviews/{taken}/{path}", {"version": "1", **more, name: LONG})
    page = unescape(answer.text)
    assert (answer.status_code, page.count(LONG)) == (422, 1)
    assert f'href="#{name}">{SAID}' in page
    assert page.count(SAID) == 2
    assert stories(work) == before


@pytest.mark.parametrize(("path", "name"), [("timeline", "text"), ("withdraw", "reason")])
def test_what_a_customer_writes_too_long_is_refused_and_stands_on_the_page(
    work: Work, client: TestClient, post_form: PostForm, taken: str, path: str, name: str
) -> None:
    before = stories(work)
    answer = post_form(client, f"/inquiries/{taken}/{path}", {name: LONG})
    page = unescape(answer.text)
    assert (answer.status_code, page.count(LONG)) == (422, 1)
    assert f'href="#{name}">{SAID}' in page
    assert "<title>Error: " in page
    assert stories(work) == before


def test_the_reason_of_a_revocation_and_of_a_warning_is_bounded(
    work: Work, browse: Browser, post_form: PostForm, engineer: Person, taken: str, now: datetime
) -> None:
    client = browse(engineer)
    reasons = work.read_now(at_desk.reasons, engineer, taken, now=now)
    typed = {f"reason.{key}": LONG for key in reasons}
    answer = post_form(client, f"/reviews/{taken}/approve", {"version": "1", **typed})
    assert (answer.status_code, answer.text.count(LONG)) == (422, len(reasons))
    work.write_now(at_desk.approved, engineer, taken, now=now)
    answer = post_form(client, f"/reviews/{taken}/revoke", {"version": "1", "reason": LONG})
    assert (answer.status_code, answer.text.count(LONG), SAID in answer.text) == (422, 1, True)
