"""What those notice who use a keyboard or hear the page: where the focus is, what the title says, what leads where."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.filling import document_of
from tests.browser.looking import look_at
from tests.browser.people import PASSWORD
from tests.browser.shortcuts import become, inquiry_of, somebody

FOCUSED = "document.activeElement"


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, words: str) -> None:
    """Go forward by keyboard alone until the control with these words has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        said = page.evaluate(f"{FOCUSED}.innerText || {FOCUSED}.labels?.[0]?.innerText || ''")
        if words in said:
            return
    pytest.fail(f"No control says {words!r}")


def test_r20_a_refused_form_is_heard_and_mended_by_keyboard_alone(page: Page) -> None:
    page.goto("/sign-up")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to content")
    press(page, "Enter")
    tab_to(page, "Organisation")
    page.keyboard.type("Halden Keys")
    page.keyboard.press("Enter")

    expect(page).to_have_title(re.compile("^Error: Sign up"))
    expect(page.locator(".govuk-error-summary")).to_be_focused()
    tab_to(page, "Enter an e-mail address")
    page.keyboard.press("Enter")
    expect(page.get_by_label("E-mail address")).to_be_focused()
    describing = str(page.get_by_label("E-mail address").get_attribute("aria-describedby")).split()
    assert "email-error" in describing
    expect(page.locator("[id='email-error']")).to_contain_text("Enter an e-mail address")
    expect(page.get_by_label("Organisation")).to_have_value("Halden Keys")

    page.keyboard.type("keys@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type("Ada Keys")
    tab_to(page, "Password")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def test_an_inquiry_is_opened_answered_and_left_by_keyboard_alone(page: Page) -> None:
    page.goto("/inquiries")
    tab_to(page, "Open: Qwen 27B")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/inquiries/PD-\d+$"))
    inquiry = page.url
    tab_to(page, "Model")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/sections/model$"))
    tab_to(page, "Title")
    page.keyboard.type("By keyboard")
    page.keyboard.press("Enter")  # as "Save and continue" does
    page.wait_for_url(re.compile("/sections/checkpoint$"))
    tab_to(page, "Add a use")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("#checkpoint.licence_uses"))
    page.goto(inquiry)
    expect(page.get_by_role("heading", level=1)).to_have_text("By keyboard")


def test_a_finding_puts_the_focus_where_it_is_mended(page: Page, desk: Desk) -> None:
    person = somebody(desk)
    inquiry = inquiry_of(desk, person.person, {"training": {"steps": "sixty"}}, "focus")
    become(page, desk, person)
    page.goto(inquiry)
    page.locator(".finding").filter(has_text="sixty").get_by_role("link").first.click()
    page.wait_for_url(re.compile("#training.steps$"))
    assert page.title().startswith("Error: ")
    page.keyboard.press("Tab")
    expect(page.locator("[id='training.steps']")).to_have_attribute(
        "aria-describedby", re.compile("training.steps-error")
    )


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_r27_a_failed_submit_says_unmistakably_that_nothing_was_submitted(
    open_browser: OpenBrowser, desk: Desk, *, scripts: bool
) -> None:
    person = somebody(desk)
    inquiry = inquiry_of(desk, person.person, document_of("promised"), f"failed-{scripts}")
    page = open_browser(scripts=scripts)
    become(page, desk, person)
    page.goto(f"{inquiry}/check-answers")
    expect(page.get_by_role("button", name="Submit inquiry")).to_be_visible()

    other = page.context.new_page()
    other.goto(f"{inquiry}/sections/training")
    other.locator("[id='training.steps']").fill("sixty")
    other.get_by_role("button", name="Save and return to the list").click()
    other.wait_for_url(re.compile(r"/inquiries/PD-\d+$"))

    page.get_by_role("button", name="Submit inquiry").click()
    expect(page).to_have_title(re.compile("^Error: Not submitted"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Not submitted")
    expect(page.get_by_role("main")).to_contain_text("This inquiry was not submitted.")
    if scripts:
        expect(page.locator(".govuk-error-summary")).to_be_focused()
        look_at(page, "not submitted")
    page.goto(f"{inquiry}/sections/training")
    expect(page.locator("[id='training.steps']")).to_have_value("sixty")


def test_r08_two_versions_of_a_page_are_told_apart(page: Page, desk: Desk) -> None:
    person = somebody(desk)
    inquiry = inquiry_of(desk, person.person, document_of("promised"), "conflict")
    become(page, desk, person)
    page.goto(f"{inquiry}/sections/training")
    other = page.context.new_page()
    other.goto(f"{inquiry}/sections/training")
    for tab, steps in ((other, "70"), (page, "71")):
        tab.locator("[id='training.steps']").fill(steps)
        tab.get_by_role("button", name="Save and return to the list").click()
        tab.wait_for_load_state()
    expect(page).to_have_title(re.compile("^Error: "))
    expect(page.locator(".govuk-error-summary")).to_be_focused()
    look_at(page, "conflict")


def test_the_receipt_is_read_on_any_screen_and_prints_plainly(page: Page, desk: Desk) -> None:
    person = somebody(desk)
    inquiry = inquiry_of(desk, person.person, document_of("promised"), "receipt")
    become(page, desk, person)
    page.goto(f"{inquiry}/check-answers")
    look_at(page, "check answers, ready")
    page.get_by_role("button", name="Submit inquiry").dblclick()
    page.wait_for_url(re.compile("/receipt$"))
    look_at(page, "receipt")
    page.emulate_media(media="print")
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
    page.emulate_media(media="screen")
    page.goto(inquiry)
    look_at(page, "tasks, submitted")
