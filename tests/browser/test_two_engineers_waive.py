"""Two engineers waive what blocks, one approves, and ops takes home a scope that says so: with scripts and without."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy.orm import Session

from app.exports.service import read_jsonl
from app.infra import clock
from app.reviews import service as reviews
from app.rules.workflow import Role
from tests import drafts, factories
from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.looking import look_at
from tests.browser.shortcuts import become, inquiry_of, somebody
from tests.factories import SignedIn

WHY = "The way back is written on Friday, and the pilot starts in two weeks."
BLOCKS = {"rule": "BG-15", "field": "deployment.rollback"}


def _owing(title: str) -> dict[str, object]:
    return drafts.owing((clock.today() + timedelta(days=45)).isoformat(), title=title)


def _submitted(db: Session, title: str) -> str:
    author = factories.stored_person(db, now=clock.now(), organisation=f"{title} Ltd")
    reference = drafts.opened(db, author, _owing(title), now=clock.now())
    drafts.submitted(db, author, reference, now=clock.now())
    return reference


def _until(days: int = 14) -> str:
    return (clock.today() + timedelta(days=days)).isoformat()


def _as(open_browser: OpenBrowser, desk: Desk, role: Role, *, scripts: bool = True) -> Page:
    page = open_browser(scripts=scripts)
    become(page, desk, somebody(desk, role))
    return page


def _look(page: Page, name: str, *, scripts: bool) -> None:
    if scripts:  # what looks at a page is a script itself
        look_at(page, name)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_r25_two_engineers_waive_one_approves_and_the_scope_says_so(
    open_browser: OpenBrowser, desk: Desk, *, scripts: bool
) -> None:
    title = f"Nothing to go back to {scripts}"
    reference = desk.work.write_now(_submitted, title)
    first = _as(open_browser, desk, Role.ENGINEER, scripts=scripts)
    first.goto(f"/reviews/{reference}")
    first.get_by_role("button", name="Take this inquiry").click()
    _look(first, "review, something can be waived", scripts=scripts)
    first.locator(".finding--block").get_by_role("link", name="Waive…").click()
    _look(first, "waive", scripts=scripts)
    first.get_by_role("button", name="Ask another engineer to confirm").click()
    expect(first).to_have_title(re.compile("^Error: Waive a finding"))
    _look(first, "waive, refused", scripts=scripts)
    first.get_by_label("Why").fill(WHY)
    first.get_by_label("Last day on which it holds").fill(_until())
    first.get_by_role("button", name="Ask another engineer to confirm").click()
    expect(first.get_by_role("alert")).to_contain_text("Another engineer has to confirm it now")
    first.get_by_role("link", name="A waiver waits for a second engineer").click()
    expect(first.get_by_text("You asked for this.")).to_be_visible()
    expect(first.get_by_role("button", name="Confirm this waiver")).to_have_count(0)

    second = _as(open_browser, desk, Role.ENGINEER, scripts=scripts)
    second.goto("/waivers")
    second.get_by_role("listitem").filter(has_text=reference).get_by_role("link").click()
    _look(second, "a waiver that waits", scripts=scripts)
    second.get_by_role("button", name="Confirm this waiver").click()
    expect(second.get_by_text("In force", exact=True)).to_be_visible()

    first.goto(f"/reviews/{reference}")
    expect(first.get_by_text("Nothing blocks.")).to_be_visible()
    expect(first.locator(".finding--waived")).to_contain_text(WHY)
    _look(first, "review, something is waived", scripts=scripts)
    first.get_by_role("link", name="Approve", exact=True).click()
    expect(first.get_by_role("heading", name="What is waived")).to_be_visible()
    _look(first, "approve, something is waived", scripts=scripts)
    for answer in first.get_by_label("Why approve all the same").all():
        answer.fill("The rows come with the first report.")
    first.get_by_role("button", name="Approve version 1").click()
    expect(first.get_by_role("alert")).to_contain_text("The inquiry was approved.")

    ops = _as(open_browser, desk, Role.OPS, scripts=scripts)
    ops.goto("/scopes")
    ops.get_by_role("link", name=title, exact=True).click()
    expect(ops.get_by_role("heading", name="Waived, and not passed")).to_be_visible()
    expect(ops.get_by_role("main")).to_contain_text(WHY)
    _look(ops, "a scope with something waived", scripts=scripts)
    with ops.expect_download() as waiting:
        ops.get_by_role("link", name="Export as JSON Lines").click()
    (scope,) = read_jsonl(Path(waiting.value.path()).read_text("utf-8").split("\n")[:-1])
    (finding,) = (one for one in scope["report"]["findings"] if one["rule"] == BLOCKS["rule"])
    assert (finding["status"], finding["waiver"]["reason"]) == ("waived", WHY)
    ops.get_by_role("link", name="Waivers").click()
    expect(ops.get_by_role("listitem").filter(has_text=reference)).to_contain_text("In force")
    _look(ops, "waivers, for ops", scripts=scripts)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_r24_a_rule_is_relaxed_and_taken_back(open_browser: OpenBrowser, desk: Desk, *, scripts: bool) -> None:
    page = _as(open_browser, desk, Role.ENGINEER, scripts=scripts)
    page.goto("/waivers?show=all")
    _look(page, "waivers, all", scripts=scripts)
    page.get_by_role("link", name="Relax a rule for all inquiries").click()
    page.get_by_role("button", name="Relax this rule").click()
    expect(page).to_have_title(re.compile("^Error: Relax a rule"))
    _look(page, "relax, refused", scripts=scripts)
    page.get_by_label("Rule", exact=True).select_option("RW-13")
    page.get_by_label("Why").fill("Nobody has time to read in December.")
    page.get_by_label("Last day on which it holds").fill(_until(3))
    page.get_by_role("button", name="Relax this rule").click()
    expect(page.get_by_role("alert")).to_contain_text("Rule RW-13 is relaxed.")
    _look(page, "a rule that is relaxed", scripts=scripts)
    page.get_by_role("button", name="Withdraw this waiver").click()
    expect(page.get_by_text("Withdrawn", exact=True)).to_be_visible()


def _waived(db: Session, reference: str) -> None:
    first, second = (factories.stored_person(db, Role.ENGINEER, now=clock.now()) for _ in range(2))
    until = clock.today() + timedelta(days=9)
    asked = reviews.waive(db, first, reference, version=1, reason=WHY, until=until, now=clock.now(), **BLOCKS)
    reviews.confirm_waiver(db, second, asked.id, now=clock.now())


def _of(db: Session, person: SignedIn, title: str) -> str:
    reference = drafts.opened(db, person.person, _owing(title), now=clock.now())
    drafts.submitted(db, person.person, reference, now=clock.now())
    return reference


def test_promises_and_what_is_waived_are_looked_at_by_their_own_people(open_browser: OpenBrowser, desk: Desk) -> None:
    customer = somebody(desk)
    page = open_browser()
    become(page, desk, customer)
    page.goto(inquiry_of(desk, customer.person, _owing("A draft that promises"), "owing"))
    expect(page.get_by_role("heading", name="Promises", exact=True)).to_be_visible()
    look_at(page, "tasks, promised")
    reference = desk.work.write_now(_of, customer, "What is promised")
    page.goto(f"/inquiries/{reference}/receipt")
    expect(page.get_by_text("Not kept yet, 45 days left")).to_be_visible()
    look_at(page, "receipt, promised")
    desk.work.write_now(_waived, reference)
    page.goto(f"/inquiries/{reference}")
    expect(page.get_by_role("heading", name="Promises", exact=True).locator("xpath=following::ul[1]")).to_contain_text(
        "Waived"
    )
    page.goto(f"/inquiries/{reference}/timeline")
    expect(page.get_by_role("main")).to_contain_text("waived a finding")
    look_at(page, "timeline, waived")
