"""The two pictures of the README: taken here when pictures are wanted, and always small and shown."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize
from sqlalchemy.orm import Session

from app.infra import clock
from app.rules.workflow import Role
from tests import drafts, factories
from tests.browser.desk import Desk
from tests.browser.looking import PICTURED
from tests.browser.shortcuts import become, inquiry_of, somebody

FOLDER = Path(__file__).parent / "pictures"
README = Path(__file__).parents[2] / "README.md"
SIZE: ViewportSize = {"width": 1180, "height": 860}
LARGEST = 200_000
TITLE = "Fix failing unit tests in payment services"


def _draft() -> dict[str, Any]:
    document = {**drafts.document(), "title": TITLE}
    document["environment"] = {**document["environment"], "sequence_length_source": "published"}
    return {name: value for name, value in document.items() if name != "deployment"}


def _submitted(db: Session) -> str:
    at = clock.now() - timedelta(days=2)
    author = factories.stored_person(db, now=at, organisation="Halden Pay")
    reference = drafts.opened(db, author, {**drafts.document(), "title": TITLE}, now=at)
    drafts.submitted(db, author, reference, now=at)
    return reference


def _take(page: Page, path: str, name: str) -> None:
    page.set_viewport_size(SIZE)
    page.goto(path)
    if PICTURED:
        FOLDER.mkdir(exist_ok=True)
        page.screenshot(path=FOLDER / f"{name}.png")


def test_the_task_list_is_pictured(page: Page, desk: Desk) -> None:
    customer = somebody(desk)
    become(page, desk, customer)
    _take(page, inquiry_of(desk, customer.person, _draft(), "picture"), "task-list")
    assert page.get_by_role("heading", name=TITLE).is_visible()


def test_the_review_page_is_pictured(page: Page, desk: Desk) -> None:
    reference = desk.work.write_now(_submitted)
    become(page, desk, somebody(desk, Role.ENGINEER))
    _take(page, f"/reviews/{reference}", "review")
    assert page.get_by_role("heading", name=TITLE).first.is_visible()


@pytest.mark.parametrize("name", ["task-list", "review"])
def test_the_readme_shows_a_small_picture(name: str) -> None:
    assert f"(tests/browser/pictures/{name}.png)" in README.read_text()
    assert (FOLDER / f"{name}.png").stat().st_size < LARGEST
