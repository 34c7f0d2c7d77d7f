"""Pages of figures: looked at as a careful person would, with scripts off, by keyboard, and while a file is read."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.infra import clock
from app.infra.files import Files
from app.infra.jobs import run_due
from app.measurements.service import READ_FILES, reading_handler
from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.filling import document_of
from tests.browser.looking import look_at
from tests.browser.shortcuts import become, inquiry_of, somebody
from tests.factories import SignedIn
from tests.services.measuring import by_task, jsonl

PAGES = ("baseline", "verifier-audit", "budget-lines")


@pytest.fixture(scope="module")
def person(desk: Desk) -> SignedIn:
    return somebody(desk)


@pytest.fixture(scope="module")
def full(desk: Desk, person: SignedIn) -> str:
    return inquiry_of(desk, person.person, document_of("qwen"), "figures, full")


@pytest.fixture(scope="module")
def empty(desk: Desk, person: SignedIn) -> str:
    return inquiry_of(desk, person.person, {}, "figures, empty")


@pytest.fixture
def theirs(page: Page, desk: Desk, person: SignedIn) -> Page:
    become(page, desk, person)
    return page


@pytest.mark.parametrize("name", PAGES)
def test_figures_of_a_full_and_of_an_empty_inquiry(theirs: Page, full: str, empty: str, name: str) -> None:
    for kind, inquiry in (("full", full), ("empty", empty)):
        theirs.goto(f"{inquiry}/{name}")
        look_at(theirs, f"figures {name} {kind}")


def test_a_picture_is_an_image_with_a_name_and_its_table_is_reached_by_keyboard(theirs: Page, full: str) -> None:
    theirs.goto(f"{full}/budget-lines")
    expect(theirs.get_by_role("img", name="Lines against the cap")).to_be_visible()
    region = theirs.get_by_role("region", name="Lines of the budget")
    for _ in range(40):
        theirs.keyboard.press("Tab")
        if region.evaluate("element => element === document.activeElement"):
            return
    pytest.fail("the table is not reached by keyboard")


def test_figures_are_whole_with_scripts_off(open_browser: OpenBrowser, desk: Desk, person: SignedIn, full: str) -> None:
    page = open_browser(scripts=False)
    become(page, desk, person)
    page.goto(full)
    page.get_by_role("link", name="Verifier put to the test").click()
    expect(page.get_by_role("img", name="Cases by type")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the figures as CSV").click()
    assert download.value.path().read_text().startswith("table,row,column,value,unit\n")


def test_a_file_is_read_while_somebody_waits_and_its_figures_come_by_themselves(
    theirs: Page, desk: Desk, person: SignedIn, tmp_path: Path
) -> None:
    inquiry = inquiry_of(desk, person.person, document_of("qwen"), "figures, read")
    run = tmp_path / "run.jsonl"
    run.write_bytes(jsonl(by_task([0] * 20 + [1] * 20 + [2] * 20, 2, latency_s=12.5)))
    theirs.goto(f"{inquiry}/sections/baseline")
    theirs.set_input_files("input[type=file]", run)
    theirs.get_by_role("button", name="Attach", exact=True).click()
    theirs.get_by_role("link", name="What was read from run.jsonl").click()
    expect(theirs.get_by_role("progressbar")).to_be_visible()
    look_at(theirs, "file being read")
    run_due(desk.work, {READ_FILES: reading_handler(Files(desk.data / "uploads"), clock.now)}, clock.now)
    expect(theirs.get_by_role("heading", name="Verdicts by task")).to_be_visible()
    look_at(theirs, "file that was read")
    theirs.get_by_role("link", name="Baseline in figures").first.click()
    expect(theirs.get_by_role("img", name="Which tasks can teach")).to_be_visible()
    look_at(theirs, "figures of rows")
