"""A customer's way with an inquiry that came back, with scripts and without: mend, compare, withdraw, undo, copy."""

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy.orm import Session

from app.reviews import service as reviews
from app.rules.workflow import Role
from tests import drafts, factories
from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.looking import look_at


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251  a browser lives today


def _returned(db: Session, title: str) -> tuple[str, str]:
    """Return the session of a customer and the inquiry that came back to them."""
    made = factories.signed_in(db, organisation=f"{title} Ltd", now=_now())
    engineer = factories.stored_person(db, Role.ENGINEER, now=_now())
    reference = drafts.opened(db, made.person, {**drafts.document(), "title": title}, now=_now())
    drafts.submitted(db, made.person, reference, now=_now())
    reviews.take(db, engineer, reference, version=1, now=_now())
    asks = {"model": "Say which service it is."}
    reviews.return_(db, engineer, reference, version=1, message="Nearly there.", asks=asks, now=_now())
    return made.token, reference


def _signed_in(open_browser: OpenBrowser, desk: Desk, token: str, *, scripts: bool) -> Page:
    page = open_browser(scripts=scripts)
    host = urlsplit(desk.address).hostname or ""
    page.context.add_cookies([{"name": "pilotdesk_session", "value": token, "domain": host, "path": "/"}])
    return page


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_an_inquiry_comes_back_and_goes_on(open_browser: OpenBrowser, desk: Desk, *, scripts: bool) -> None:
    token, reference = desk.work.write_now(_returned, f"Ledger tests {scripts}")
    page = _signed_in(open_browser, desk, token, scripts=scripts)
    page.goto(f"/inquiries/{reference}")
    expect(page.get_by_text("Nearly there.")).to_be_visible()
    page.get_by_role("listitem").filter(has_text="Say which service it is.").get_by_role("link").click()
    expect(page.get_by_text("Say which service it is.")).to_be_visible()
    page.get_by_label("Title").fill("Ledger service tests")
    page.get_by_role("button", name="Save and return to the list").click()

    page.get_by_role("link", name="Compare versions").click()
    expect(page.get_by_role("heading", name="From version 1 to the draft")).to_be_visible()
    expect(page.get_by_text("Ledger service tests").first).to_be_visible()
    page.goto(f"/inquiries/{reference}/check-answers")
    expect(page.get_by_text("Will be told, in their inbox and by mail")).to_be_visible()
    page.get_by_role("button", name="Submit inquiry").click()
    expect(page.get_by_text(f"{reference}, version 2.")).to_be_visible()

    page.goto(f"/inquiries/{reference}/timeline")
    page.get_by_label("Write to the desk").fill("The service has a name now.")
    page.get_by_role("button", name="Send the message").click()
    expect(page.get_by_text("The service has a name now.", exact=True)).to_be_visible()

    page.goto(f"/inquiries/{reference}")
    page.get_by_role("link", name="Withdraw", exact=True).click()
    page.get_by_role("button", name="Withdraw the inquiry").click()
    page.get_by_role("button", name="Undo the withdrawal").click()
    expect(page.get_by_role("alert")).to_contain_text("stands where it stood")

    page.get_by_role("link", name="Copy as a new inquiry").click()
    page.get_by_role("button", name="Make the copy").click()
    expect(page.get_by_text(re.compile("pages are unreviewed"))).to_be_visible()
    page.get_by_role("link", name="Check answers and submit").click()
    page.get_by_role("button", name="Submit inquiry").click()
    expect(page).to_have_title(re.compile("^Error: Not submitted: "))
    if scripts:
        look_at(page, "copied pages, not confirmed")
    page.get_by_label(re.compile("^I have read these")).check()
    page.get_by_role("button", name="Submit inquiry").click()
    expect(page.get_by_role("heading", name=re.compile("^Submitted: "))).to_be_visible()


def test_what_followed_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    token, reference = desk.work.write_now(_returned, "Fix failing unit tests in ledger services")
    page = _signed_in(open_browser, desk, token, scripts=True)
    for path in ("", "/timeline", "/compare", "/withdraw", "/copy", "/owner", "/sections/model"):
        page.goto(f"/inquiries/{reference}{path}")
        look_at(page, f"followed{path}")
