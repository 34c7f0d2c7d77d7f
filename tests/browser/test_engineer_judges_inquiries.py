"""A sales engineer's way through the desk, with scripts and without: queue, review, return, approve, revoke."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import service as inquiries
from app.rules.workflow import Role
from tests import drafts, factories
from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.looking import NARROW, look_at

HEIGHT = "document.documentElement.scrollHeight"


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251  a browser lives today


def _submitted(db: Session, title: str) -> tuple[Person, str]:
    author = factories.stored_person(db, now=_now(), organisation=f"{title} Ltd")
    at = _now() - timedelta(days=3)
    reference = drafts.opened(db, author, {**drafts.document(), "title": title}, now=at)
    drafts.submitted(db, author, reference, now=at)
    return author, reference


def _changed(db: Session, author: Person, reference: str) -> None:
    patch = {"task": {"accepted_result": "Every test passes and no other file changed."}}
    inquiries.patch_document(db, author, reference, patch, base_version=None, now=_now())
    inquiries.write_message(db, author, reference, text="We measured it again.", now=_now())
    drafts.submitted(db, author, reference, now=_now())


def _signed_in(open_browser: OpenBrowser, desk: Desk, *, scripts: bool) -> Page:
    page = open_browser(scripts=scripts)
    made = desk.work.write_now(factories.signed_in, role=Role.ENGINEER, now=_now())
    host = urlsplit(desk.address).hostname or ""
    page.context.add_cookies([{"name": "pilotdesk_session", "value": made.token, "domain": host, "path": "/"}])
    return page


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_an_inquiry_is_returned_approved_and_revoked(open_browser: OpenBrowser, desk: Desk, *, scripts: bool) -> None:
    title = f"Payment tests {scripts}"
    author, reference = desk.work.write_now(_submitted, title)
    page = _signed_in(open_browser, desk, scripts=scripts)
    page.goto("/queue")
    page.get_by_role("link", name=title, exact=True).click()
    page.get_by_role("button", name="Take this inquiry").click()
    page.get_by_label("Comment", exact=True).fill("The licence was read by our lawyers.")
    page.get_by_label("Only the desk can read this").check()
    page.get_by_role("button", name="Add the comment").click()
    expect(page.get_by_text("The licence was read by our lawyers.", exact=True)).to_be_visible()

    page.get_by_role("link", name="Ask for changes").click()
    page.get_by_role("button", name="Return the inquiry").click()
    expect(page).to_have_title(re.compile("^Error: Ask for changes: "))
    page.get_by_label("What has to change").fill("Measure the sequence length.")
    page.get_by_role("button", name="Return the inquiry").click()
    expect(page.get_by_role("alert")).to_contain_text("returned to the customer")

    desk.work.write_now(_changed, author, reference)
    page.goto("/queue")
    row = page.get_by_role("listitem").filter(has_text=f"{reference}, version 2")
    expect(row).to_contain_text("We measured it again.")
    page.goto(f"/reviews/{reference}")
    expect(page.get_by_role("heading", name="Changed since you last looked")).to_be_visible()
    expect(page.get_by_text("on version 1, returned")).to_be_visible()
    page.get_by_role("button", name="Take this inquiry").click()

    page.get_by_role("link", name="Approve", exact=True).click()
    page.get_by_role("button", name="Approve version 2").click()
    expect(page).to_have_title(re.compile("^Error: Not approved: "))
    for answer in page.get_by_label("Why approve all the same").all():
        answer.fill("The rows come with the first report.")
    page.get_by_label("Conditions").fill("A report each week.")
    page.get_by_role("button", name="Approve version 2").click()
    expect(page.get_by_text("A report each week.").first).to_be_visible()

    page.get_by_role("link", name="Revoke the approval").click()
    page.get_by_label("Why the approval has to be revoked").fill("The licence changed.")
    page.get_by_role("button", name="Ask another engineer to agree").click()
    expect(page.get_by_text("Waits for a second engineer")).to_be_visible()
    expect(page.get_by_role("link", name="Revoke the approval")).to_have_count(0)
    second = _signed_in(open_browser, desk, scripts=scripts)
    second.goto(f"/reviews/{reference}")
    second.get_by_role("link", name="Agree to revoke").click()
    second.get_by_role("button", name="Agree to revoke").click()
    expect(second.get_by_role("alert")).to_contain_text("The approval was revoked.")


def test_the_queue_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    desk.work.write_now(_submitted, "A first one")
    page = _signed_in(open_browser, desk, scripts=True)
    page.goto("/queue")
    look_at(page, "queue")


def test_the_review_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    author, reference = desk.work.write_now(_submitted, "Fix failing unit tests in payment services")
    page = _signed_in(open_browser, desk, scripts=True)
    page.goto(f"/reviews/{reference}")
    page.get_by_role("button", name="Take this inquiry").click()
    page.goto(f"/reviews/{reference}/return")
    page.get_by_label("What has to change").fill("Measure the sequence length.")
    page.get_by_role("button", name="Return the inquiry").click()
    desk.work.write_now(_changed, author, reference)
    page.goto(f"/reviews/{reference}")
    look_at(page, "review")


@pytest.mark.parametrize("query", ["", "?from=2&to=2", "?from=2&to=1"], ids=["last two", "no change", "backwards"])
def test_the_comparison_of_the_desk_is_looked_at(open_browser: OpenBrowser, desk: Desk, query: str) -> None:
    author, reference = desk.work.write_now(_submitted, f"To be compared {query}")
    page = _signed_in(open_browser, desk, scripts=True)
    page.goto(f"/reviews/{reference}")
    page.get_by_role("button", name="Take this inquiry").click()
    page.goto(f"/reviews/{reference}/return")
    page.get_by_label("What has to change").fill("Measure the sequence length.")
    page.get_by_role("button", name="Return the inquiry").click()
    desk.work.write_now(_changed, author, reference)
    page.goto(f"/reviews/{reference}/compare{query}")
    look_at(page, f"desk-compare{query}")


def test_on_a_narrow_screen_answers_fold_but_for_those_with_a_finding(open_browser: OpenBrowser, desk: Desk) -> None:
    _, reference = desk.work.write_now(_submitted, "A long one")
    page = _signed_in(open_browser, desk, scripts=True)
    page.goto(f"/reviews/{reference}")
    parts = page.locator("details.fold")
    assert page.locator("details.fold:not([open])").count() == 0  # wide: nothing is folded
    expect(page.get_by_role("navigation", name="On this page")).to_be_hidden()
    wide = page.evaluate(HEIGHT)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    unfolded = page.evaluate(HEIGHT)
    page.reload()
    expect(page.locator("details.fold[open]:not([data-matters])")).to_have_count(0)
    expect(page.locator("details.fold[data-matters]:not([open])")).to_have_count(0)
    assert 0 < page.locator("details.fold[open]").count() < parts.count()
    assert page.evaluate(HEIGHT) < unfolded * 0.6
    assert wide < unfolded
    expect(page.get_by_role("navigation", name="On this page")).to_be_visible()
    look_at(page, "review, folded")


def test_a_folded_answer_opens_where_a_link_leads_to_it_and_on_paper(open_browser: OpenBrowser, desk: Desk) -> None:
    _, reference = desk.work.write_now(_submitted, "Another long one")
    page = _signed_in(open_browser, desk, scripts=True)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    page.goto(f"/reviews/{reference}")
    folded = page.locator("section:has(> details.fold:not([open]))")
    name = str(folded.first.get_attribute("id"))
    page.evaluate("name => { location.hash = name }", name)
    expect(page.locator(f"#{name} > details")).to_have_attribute("open", "")
    expect(page.locator(f"#{name}")).to_be_in_viewport()
    page.goto("/queue")
    page.goto(f"/reviews/{reference}#{name}")
    expect(page.locator(f"#{name} > details")).to_have_attribute("open", "")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("details.fold:not([open])")).to_have_count(0)
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.fold:not([open])").count() > 0
    page.emulate_media(media="print")
    for answer in page.locator("details.fold dd").all():
        assert answer.evaluate("e => e.getBoundingClientRect().height") > 0


def test_on_a_narrow_screen_without_scripts_all_is_open_and_the_contents_lead_on(
    open_browser: OpenBrowser, desk: Desk
) -> None:
    _, reference = desk.work.write_now(_submitted, "A plain one")
    page = _signed_in(open_browser, desk, scripts=False)
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    page.goto(f"/reviews/{reference}")
    expect(page.locator("details.fold:not([open])")).to_have_count(0)
    for link in page.get_by_role("navigation", name="On this page").get_by_role("link").all():
        target = str(link.get_attribute("href"))
        assert page.locator(target).count() == 1, target
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Decision").click()
    expect(page.locator("#decision")).to_be_in_viewport()


def test_a_refused_return_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    _, reference = desk.work.write_now(_submitted, "A second one")
    page = _signed_in(open_browser, desk, scripts=True)
    page.goto(f"/reviews/{reference}")
    page.get_by_role("button", name="Take this inquiry").click()
    page.goto(f"/reviews/{reference}/return")
    page.get_by_role("button", name="Return the inquiry").click()
    look_at(page, "return-error")


def test_a_refused_approval_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    _, reference = desk.work.write_now(_submitted, "A third one")
    page = _signed_in(open_browser, desk, scripts=True)
    page.goto(f"/reviews/{reference}")
    page.get_by_role("button", name="Take this inquiry").click()
    page.goto(f"/reviews/{reference}/approve")
    page.get_by_role("button", name="Approve version 1").click()
    look_at(page, "approve-error")
