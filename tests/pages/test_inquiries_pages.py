from datetime import datetime, timedelta

import pytest
import time_machine
from sqlalchemy import update
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra import clock
from app.infra.web import instant
from app.infra.work import Work
from app.inquiries.fields import SECTIONS
from app.inquiries.pages import words
from app.inquiries.tables import Inquiry
from app.rules.finding import Item
from tests import drafts
from tests.pages.desk import Desk
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


def test_an_empty_list_says_what_would_fill_it_and_how(client: TestClient) -> None:
    page = client.get("/inquiries")
    assert view_of(page).entries == ()
    assert [kind for kind, _ in view_of(page).kinds] == ["qwen-27b", "glm-5.3"]
    assert "No inquiry yet. Open one below" in page.text


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.usefixtures("customer")
def test_the_list_asks_the_database_equally_often_however_long_it_is(
    desk: Desk, count: int, statements: list[str]
) -> None:
    for _ in range(count):
        desk.open()
    statements.clear()
    page = desk.client.get("/inquiries")
    assert len(view_of(page).entries) == count
    assert len(statements) == 4  # who asks, the inquiries, the kinds, and whether rules changed under a draft


def test_a_long_list_goes_on_at_its_own_address(desk: Desk, customer: Person, work: Work, now: datetime) -> None:
    references = [work.write_now(drafts.opened, customer, now=now) for _ in range(27)]
    first = view_of(desk.client.get("/inquiries"))
    assert [entry.reference for entry in first.entries] == references[:1:-1]
    rest = view_of(desk.client.get(first.older_href))
    assert [entry.reference for entry in rest.entries] == references[1::-1]
    assert (rest.older_href, rest.newest_href, first.newest_href) == ("", "/inquiries", "")


def test_the_task_list_shows_every_page_under_its_item(desk: Desk, ready: str) -> None:
    view = view_of(desk.client.get(f"/inquiries/{ready}"))
    assert [group.title.partition(". ")[0] for group in view.groups] == ["1", "2", "3", "4", "5"]
    assert [task.id for group in view.groups for task in group.tasks] == list(SECTIONS)
    assert {section.item for section in SECTIONS.values()} <= set(Item)
    assert (view.asks, view.refusing, view.is_editable) == ((10, 10), (), True)


def test_the_states_of_the_pages_say_the_gravest_thing(desk: Desk, customer: Person, work: Work, now: datetime) -> None:
    document = drafts.document("promised")
    document["checkpoint"]["repository"] = "qwen"
    del document["timing"]
    del document["success"]["metric"]
    reference = work.write_now(drafts.opened, customer, document, now=now)
    page = desk.client.get(f"/inquiries/{reference}")
    states = {task.id: task.token for group in view_of(page).groups for task in group.tasks}
    expected = {
        "model": "done",
        "checkpoint": "block",
        "rollout-checkpoint": "done",
        "success": "block",
        "timing": "not-started",
        "cases": "promised",
        "baseline": "block",
        "promise-reward": "promised",
    }
    assert {section: states[section] for section in expected} == expected
    assert view_of(page).asks == (8, 10)


def test_the_task_list_leaves_no_rule_unchecked_and_calls_nothing_passed_that_cannot_be_told(
    desk: Desk, ready: str
) -> None:
    page = desk.client.get(f"/inquiries/{ready}")
    assert "not checked" not in page.text
    assert {finding.status for finding, _ in view_of(page).cannot_tell} == {"cannot-tell"}


def test_a_verdict_that_left_rules_out_says_how_many() -> None:
    assert words.not_checked_words(87) == "87 of 134 rules were not checked. Not checked is not the same as fine."
    assert words.not_checked_words(0) == ""


@pytest.mark.parametrize(("path", "most"), [("", 8), ("/sections/model", 6), ("/document.json", 4)])
def test_a_page_of_an_inquiry_asks_the_database_a_few_times(
    desk: Desk, ready: str, path: str, most: int, statements: list[str]
) -> None:
    """What is judged asks for waivers and files; the task list also tells the story, the told and new rules."""
    assert desk.client.get(f"/inquiries/{ready}{path}").status_code == 200
    assert len(statements) <= most, statements


def test_a_save_asks_the_database_at_most_six_times(desk: Desk, ready: str, statements: list[str]) -> None:
    pairs = desk.shown(ready, "task") | {"task.description": ["Another task"]}
    statements.clear()
    assert desk.post(desk.client, f"/inquiries/{ready}/sections/task", pairs).status_code == 303
    assert len(statements) <= 6, statements


def test_an_older_save_is_shown_with_its_day(desk: Desk, ready: str, now: datetime) -> None:
    with time_machine.travel(clock.now() + timedelta(hours=20), tick=True):
        page = desk.client.get(f"/inquiries/{ready}")
    assert view_of(page).saved == f"Saved {instant(now)}, version 1 of the draft"


def test_a_submitted_inquiry_is_read_and_not_edited(desk: Desk, ready: str) -> None:
    desk.submit(ready)
    tasks = view_of(desk.client.get(f"/inquiries/{ready}"))
    assert {task.href for group in tasks.groups for task in group.tasks} == {""}
    assert desk.client.get(f"/inquiries/{ready}/sections/model").status_code == 409
    assert desk.client.get(f"/inquiries/{ready}/check-answers").status_code == 200


def test_there_is_no_receipt_before_the_submission(desk: Desk, ready: str) -> None:
    assert desk.client.get(f"/inquiries/{ready}/receipt").status_code == 404
    assert desk.client.get(f"/inquiries/{ready}/receipt.json").status_code == 404


def test_the_receipt_shows_earlier_versions_too(desk: Desk, ready: str, work: Work) -> None:
    desk.submit(ready)
    work.write_now(lambda db: db.execute(update(Inquiry).values(state="returned")))
    desk.submit(ready)
    view = view_of(desk.client.get(f"/inquiries/{ready}/receipt"))
    assert (view.latest.number, [receipt.number for receipt in view.earlier]) == (2, [1])


@pytest.mark.parametrize("path", ["/sections/nonsense", "/sections/", "/nonsense"])
def test_a_page_that_does_not_exist_is_not_there(desk: Desk, ready: str, path: str) -> None:
    assert desk.client.get(f"/inquiries/{ready}{path}").status_code == 404


@pytest.mark.usefixtures("customer")
def test_what_people_typed_is_text_wherever_it_is_shown(desk: Desk) -> None:
    reference = desk.open()
    hostile = "<script>alert(1)</script>\"'{{ 7 * 7 }}"
    desk.save(reference, "model", {"title": hostile})
    desk.save(reference, "task", {"task.description": hostile})
    for page in ("", f"/{reference}", f"/{reference}/sections/model", f"/{reference}/check-answers"):
        text = desk.client.get(f"/inquiries{page}").text
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)" in text
        assert "49" not in text.partition("<main")[2].partition("{{ 7 * 7 }}")[0][-40:]


def test_a_submitted_inquiry_leads_to_no_page_that_is_closed(desk: Desk, ready: str) -> None:
    desk.submit(ready)
    for page in ("", "/check-answers"):
        answer = desk.client.get(f"/inquiries/{ready}{page}")
        assert {href for _, href in view_of(answer).cannot_tell} == {""}
        assert "/sections/" not in answer.text
        assert view_of(answer).saved.startswith("Submitted 30 Nov 2026, 14:")
