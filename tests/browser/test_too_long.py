"""Text that is too long to be saved is not lost: it stands on the page again, with scripts and without."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.looking import look_at
from tests.browser.shortcuts import become, inquiry_of, somebody


@pytest.mark.parametrize(("scripts", "size"), [(True, 1_100_000), (False, 1_100_000), (False, 2_300_000)])
def test_a_text_that_is_too_long_stands_on_the_page_again(
    open_browser: OpenBrowser, desk: Desk, *, scripts: bool, size: int
) -> None:
    page = open_browser(scripts=scripts)
    person = somebody(desk)
    become(page, desk, person)
    page.goto(inquiry_of(desk, person.person, {}, f"long-{size}") + "/sections/task")
    page.get_by_label("What is done").fill("x" * size)
    page.get_by_role("button", name="Save and continue").click()
    expect(page).to_have_title(re.compile("^Error: Not saved: "))
    assert len(page.get_by_label("What is done").input_value()) == size
    if scripts:
        page.get_by_label("What is done").fill("x")
        look_at(page, "text too long")
