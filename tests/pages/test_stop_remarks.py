"""What the pages say of the stop conditions beside the checklist, and where tasks are hashed at home."""

from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.rules.stop_conditions import LABEL
from tests import drafts
from tests.pages.desk import Desk
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


def test_the_page_of_stop_conditions_says_what_would_not_stop_a_run(desk: Desk, ready: str) -> None:
    page = desk.client.get(f"/inquiries/{ready}/sections/stops")
    said = view_of(page).stop_remarks
    assert [remark.href for remark in said.remarks] == [f"#budget.stop_conditions.{row}" for row in (0, 1, 2, 4)]
    assert "This fires above 42,000, when the cap is spent already (at 42,000)." in page.text
    assert LABEL in page.text
    assert all(f'id="{remark.href[1:]}"' in page.text for remark in said.remarks)


def test_other_pages_say_nothing_of_them(desk: Desk, ready: str) -> None:
    page = desk.client.get(f"/inquiries/{ready}/sections/budget")
    assert view_of(page).stop_remarks.remarks == ()
    assert LABEL not in page.text


def test_the_answers_say_it_too_and_lead_to_the_rows(desk: Desk, ready: str) -> None:
    page = desk.client.get(f"/inquiries/{ready}/check-answers")
    first = view_of(page).stop_remarks.remarks[0]
    assert first.href == f"/inquiries/{ready}/sections/stops#budget.stop_conditions.0"
    assert "The stop conditions, looked over" in page.text


def test_answers_that_are_closed_lead_nowhere(desk: Desk, customer: Person, work: Work, now: datetime) -> None:
    reference = work.write_now(drafts.opened, customer, drafts.document(), now=now)
    work.write_now(drafts.submitted, customer, reference, now=now)
    said = view_of(desk.client.get(f"/inquiries/{reference}/check-answers")).stop_remarks
    assert len(said.remarks) == 4
    assert {remark.href for remark in said.remarks} == {""}


def test_what_the_checklist_says_already_is_not_said_twice(
    desk: Desk, customer: Person, work: Work, now: datetime
) -> None:
    document = drafts.document()
    document["budget"]["stop_conditions"] = document["budget"]["stop_conditions"][-1:]
    document["budget"]["stop_conditions"][0]["threshold"] = 30000
    reference = work.write_now(drafts.opened, customer, document, now=now)
    page = desk.client.get(f"/inquiries/{reference}/sections/stops")
    assert "BG-10" in page.text
    assert view_of(page).stop_remarks.remarks == ()


def test_the_page_of_the_data_leads_to_hashing_at_home(desk: Desk, ready: str) -> None:
    assert 'href="/hash-tasks"' in desk.client.get(f"/inquiries/{ready}/sections/data").text
    assert 'href="/hash-tasks"' not in desk.client.get(f"/inquiries/{ready}/sections/task").text


def test_anyone_may_hash_tasks_and_nothing_of_the_page_can_be_sent(client: TestClient) -> None:
    page = client.get("/hash-tasks")
    assert page.status_code == 200
    main = page.text.partition("<main")[2].partition("</main>")[0]
    assert "<form" not in main
    assert "pilotdesk hash-tasks train.jsonl --set training" in main
