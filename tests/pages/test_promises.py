"""Promises as both sides read them, with whether they are kept."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries.pages.promises import PromiseLine
from app.rules.workflow import Role
from tests import drafts, factories
from tests.conftest import BASE_URL, HOST, SignIn
from tests.pages.seen import view_of
from tests.services.test_reviews_waiving import BLOCKS

pytestmark = pytest.mark.seeded
DUE = datetime(2027, 1, 15, 12, tzinfo=UTC)


@pytest.fixture
def engineer(app: FastAPI, work: Work, now: datetime) -> TestClient:
    """The browser of a sales engineer."""
    client = TestClient(app, base_url=BASE_URL, follow_redirects=False)
    token = work.write_now(factories.signed_in, Role.ENGINEER, now=now).token
    client.cookies.set("pilotdesk_session", token, domain=HOST)
    return client


def submitted(work: Work, customer: Person, now: datetime) -> str:
    reference = work.write_now(lambda db: drafts.opened(db, customer, drafts.owing(), now=now))
    work.write_now(drafts.submitted, customer, reference, now=now)
    return reference


def only(client: TestClient, path: str) -> PromiseLine:
    (line,) = view_of(client.get(path)).promises
    assert isinstance(line, PromiseLine)
    return line


def test_promises_are_shown_to_both_sides_with_what_is_owed(
    client: TestClient, customer: Person, engineer: TestClient, work: Work, now: datetime
) -> None:
    reference = submitted(work, customer, now)
    lines = [
        only(client, f"/inquiries/{reference}"),
        only(client, f"/inquiries/{reference}/receipt"),
        only(engineer, f"/reviews/{reference}"),
    ]
    assert lines[0] == lines[1] == lines[2]
    assert (lines[0].title, lines[0].owner, lines[0].due) == (
        "Budget, stops and deployment",
        "Platform",
        DUE.date(),
    )
    assert (lines[0].mark, lines[0].words, len(lines[0].owed)) == ("promised", "Not kept yet, 46 days left", 1)
    page = client.get(f"/inquiries/{reference}").text
    assert "15 January 2027" in page
    assert "1 thing is still owed" in page
    assert lines[0].owed_words == "1 thing is still owed"
    assert lines[0].owed[0] in page


@pytest.mark.parametrize(
    ("days", "mark", "words"),
    [
        (-1, "promised", "Not kept yet, 1 day left"),
        (0, "promised", "Not kept yet, due today"),
        (1, "block", "Not kept, 1 day late"),
        (2, "block", "Not kept, 2 days late"),
    ],
)
def test_promises_say_how_late_they_are(
    app: FastAPI, sign_in: SignIn, work: Work, now: datetime, days: int, mark: str, words: str
) -> None:
    client = TestClient(app, base_url=BASE_URL, follow_redirects=False)
    customer = sign_in(client)
    reference = submitted(work, customer, now)
    with time_machine.travel(DUE + timedelta(days=days)):
        token = work.write_now(factories.stored_session, customer.id or 0, now=DUE + timedelta(days=days))
        client.cookies.set("pilotdesk_session", token, domain=HOST)
        line = only(client, f"/inquiries/{reference}")
    assert (line.mark, line.words) == (mark, words)


def test_promises_that_are_kept_say_so_and_a_draft_shows_them_too(
    client: TestClient, customer: Person, work: Work, now: datetime
) -> None:
    kept = drafts.document() | {"commitments": drafts.owing()["commitments"]}
    reference = work.write_now(drafts.opened, customer, kept, now=now)
    line = only(client, f"/inquiries/{reference}")
    assert (line.mark, line.words, line.owed, line.owed_words) == ("done", "Kept", (), "")
    owing = work.write_now(drafts.opened, customer, drafts.owing(), now=now)
    assert only(client, f"/inquiries/{owing}").mark == "promised"
    none = work.write_now(drafts.opened, customer, drafts.document(), now=now)
    assert view_of(client.get(f"/inquiries/{none}")).promises == ()


def test_promises_that_were_not_kept_block_at_the_commit_gate(
    customer: Person, engineer: TestClient, work: Work, now: datetime
) -> None:
    reference = submitted(work, customer, now)
    refusing = view_of(engineer.get(f"/reviews/{reference}")).refusing
    assert [(finding.rule, finding.field) for finding, _ in refusing] == [BLOCKS]
