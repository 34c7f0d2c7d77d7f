"""A form saves itself: quietly, honestly, and without ever standing in the way of the person who types."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect
from sqlalchemy import text
from sqlalchemy.orm import Session

from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.people import sign_in, sign_up

SAVED = re.compile(r"^Saved \d\d:\d\d:\d\d UTC, version (\d+)")
STATUS = "[data-save-status]"
TITLE = "[id='title']"
TYPED = "  Reports <b>&amp;</b> \u201cquoted\u201d \U0001f9ea  a\tb"


@pytest.fixture
def section(page: Page) -> str:
    """The first page of an inquiry that the visitor has just opened; the page shows it."""
    return open_section(page)


def open_section(page: Page, name: str = "model") -> str:
    page.goto("/inquiries")
    page.get_by_role("button", name="Open: Qwen").click()
    page.wait_for_url(re.compile(r"/inquiries/PD-\d+$"))
    address = f"{page.url}/sections/{name}"
    page.goto(address)
    return address


def version(page: Page) -> int:
    found = SAVED.match(page.locator(STATUS).inner_text())
    return int(found[1]) if found else 0


def saved_after(page: Page, do: Callable[[], object]) -> None:
    with page.expect_response(lambda response: response.request.method == "POST" and response.ok):
        do()


def state_of(page: Page) -> tuple[str, int, int]:
    return tuple(page.evaluate("(e => [e.id, e.selectionStart, e.selectionEnd])(document.activeElement)"))


@pytest.mark.usefixtures("section")
def test_r03_autosave_moves_neither_caret_nor_focus_and_says_nothing_of_untouched_fields(page: Page) -> None:
    before = page.locator(".govuk-error-message").count()
    page.locator(TITLE).press_sequentially("Write reports", delay=10)
    page.locator(TITLE).evaluate("e => e.setSelectionRange(5, 5)")
    expect(page.locator(STATUS)).to_have_text(SAVED)

    assert state_of(page) == ("title", 5, 5)
    page.keyboard.type(" the")
    expect(page.locator(TITLE)).to_have_value("Write the reports")
    assert page.locator(".govuk-error-message").count() == before
    assert page.title().startswith("Error: ") is (before > 0)


@pytest.mark.usefixtures("section")
def test_r05_each_save_says_when_and_as_which_version(page: Page) -> None:
    first = version(page)
    saved_after(page, lambda: page.locator(TITLE).fill("One"))
    saved_after(page, lambda: page.locator(TITLE).fill("Two"))
    expect(page.locator(STATUS)).to_have_text(SAVED)
    assert version(page) == first + 2
    page.reload()
    expect(page.locator(TITLE)).to_have_value("Two")


def test_r05_a_failed_save_says_so_keeps_the_text_and_tries_again(page: Page, section: str) -> None:
    address = section
    page.route(address, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator(TITLE).fill("Kept")
    expect(page.locator(STATUS)).to_have_text(re.compile("^Not saved: .* Your text is still in this page\\.$"))
    expect(page.locator(TITLE)).to_have_value("Kept")

    page.unroute(address)
    page.locator(TITLE).press_sequentially("!")
    expect(page.locator(STATUS)).to_have_text(SAVED)
    page.reload()
    expect(page.locator(TITLE)).to_have_value("Kept!")


def test_typing_goes_on_while_a_slow_answer_is_on_its_way(page: Page, section: str) -> None:
    held: list[Route] = []  # saves, and the page that is fetched for what the checklist says
    slow = {"fetch"}
    page.route(section, lambda route: held.append(route) if route.request.resource_type in slow else route.continue_())
    box = page.locator(TITLE)
    with page.expect_request(lambda request: request.url == section and request.method == "POST"):
        box.fill("Write")
    page.keyboard.type(" reports")
    expect(box).to_have_value("Write reports")
    box.evaluate("e => e.setSelectionRange(5, 5)")

    with page.expect_request(lambda request: request.url == section and request.method == "GET"):
        held.pop().continue_()
    page.keyboard.type(" the")
    expect(box).to_have_value("Write the reports")
    assert state_of(page) == ("title", 9, 9)

    slow.clear()
    while held:
        held.pop(0).continue_()
    with page.expect_response(lambda response: response.request.method == "POST" and response.ok):
        page.keyboard.type("!")
    expect(page.locator(STATUS)).to_have_text(SAVED)
    assert state_of(page) == ("title", 10, 10)
    page.wait_for_timeout(1500)
    page.reload()
    expect(box).to_have_value("Write the! reports")


def test_saving_by_hand_right_after_typing_never_collides_with_the_autosave(page: Page, section: str) -> None:
    for number in range(4):
        page.goto(section)
        page.locator(TITLE).fill(f"Title {number}")
        page.locator(TITLE).blur()  # begins an autosave, and the click follows while it is under way
        page.get_by_role("button", name="Save and return to the list").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Title {number}")


def test_one_save_is_under_way_at_a_time(page: Page, section: str) -> None:
    under_way: list[Request] = []
    most: list[int] = []

    def slowly(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        under_way.append(route.request)
        most.append(len(under_way))
        page.wait_for_timeout(300)
        route.continue_()

    page.on("requestfinished", lambda request: under_way.remove(request) if request in under_way else None)
    page.route(section, slowly)
    for title in ("a", "ab", "abc"):
        page.locator(TITLE).fill(title)
        page.locator(TITLE).blur()
    expect(page.locator(STATUS)).to_have_text(SAVED)
    page.wait_for_timeout(1500)
    assert max(most) == 1
    page.unroute(section)
    page.reload()
    expect(page.locator(TITLE)).to_have_value("abc")


@pytest.mark.usefixtures("section")
def test_the_browsers_back_button_leads_to_a_page_that_saves_again(page: Page) -> None:
    page.locator(TITLE).fill("Before")
    page.get_by_role("button", name="Save and continue").click()
    page.wait_for_url(re.compile("/sections/checkpoint"))
    page.go_back()
    saved_after(page, lambda: page.locator(TITLE).fill("After"))
    page.get_by_role("button", name="Save and return to the list").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("After")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_r01_a_session_that_ended_costs_nobody_their_text(
    open_browser: OpenBrowser, desk: Desk, *, scripts: bool
) -> None:
    page = open_browser(scripts=scripts)
    page.goto("/sign-up")
    person = sign_up(page)
    address = open_section(page)
    end_every_session(desk)

    page.locator(TITLE).fill(TYPED)
    if scripts:
        expect(page.locator(STATUS)).to_contain_text("you need to sign in again")
        expect(page.locator(STATUS)).to_contain_text("your text will be kept")
    page.get_by_role("button", name="Save and continue").click()
    expect(page).to_have_url(re.compile(r"/sign-in\?next="))
    sign_in(page, person)
    expect(page).to_have_url(address)
    expect(page.get_by_role("main")).to_contain_text("This is not saved yet.")
    expect(page.locator(TITLE)).to_have_value(TYPED)
    page.get_by_role("button", name="Save and continue").click()
    page.goto(address)
    expect(page.get_by_role("main")).not_to_contain_text("This is not saved yet.")


def end_every_session(desk: Desk) -> None:
    def forget(db: Session) -> None:
        db.execute(text("DELETE FROM sessions"))

    desk.work.write_now(forget)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_r08_two_tabs_see_each_others_text_and_lose_none(open_browser: OpenBrowser, *, scripts: bool) -> None:
    mine = open_browser(scripts=scripts)
    address = open_section(mine)
    theirs = mine.context.new_page()
    theirs.goto(address)
    theirs.locator(TITLE).fill("Theirs")
    theirs.get_by_role("button", name="Save and return to the list").click()
    expect(theirs.get_by_role("heading", level=1)).to_have_text("Theirs")

    mine.locator(TITLE).fill("Mine")
    if scripts:
        expect(mine.locator(STATUS)).to_contain_text("someone else changed this")
    mine.get_by_role("button", name="Save and return to the list").click()
    expect(mine.get_by_role("main")).to_contain_text("Mine")
    expect(mine.get_by_role("main")).to_contain_text("Theirs")
    assert mine.title().startswith("Error: ")
    mine.get_by_role("button", name="Save these choices").click()
    mine.goto(address)
    expect(mine.locator(TITLE)).to_have_value("Mine")


def test_r07_a_double_click_opens_one_inquiry(page: Page) -> None:
    page.goto("/sign-up")
    sign_up(page)
    page.goto("/inquiries")
    page.get_by_role("button", name="Open: Qwen").dblclick()
    page.wait_for_url(re.compile(r"/inquiries/PD-\d+$"))
    page.goto("/inquiries")
    assert page.locator(".govuk-task-list__item").count() == 1
