"""The pages around a decision, looked at: refused, too late, waiting for a second engineer, and as customers see it."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.reviews import service
from app.rules.workflow import Role
from tests import approvals, drafts, factories
from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.looking import look_at

LONG = "A long text that took an hour to write."


def _now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251  a browser lives today


def _document() -> dict[str, object]:
    document = drafts.document()
    days = {"earliest_start": 70, "latest_start": 84, "finish_by": 137}
    timing = {name: (_now().date() + timedelta(days=days[name])).isoformat() for name in days}
    return {**document, "timing": {**document["timing"], **timing}}


def _taken(db: Session, title: str) -> tuple[Person, Person, Person, str]:
    at = _now() - timedelta(days=2)
    author = factories.stored_person(db, now=at, organisation=f"{title} Ltd")
    first, second = (factories.stored_person(db, Role.ENGINEER, now=at) for _ in range(2))
    for person, name in ((first, "Ada Lindqvist"), (second, "Samuel Osei")):
        db.execute(text("UPDATE users SET name = :name WHERE id = :id"), {"name": name, "id": person.id})
    reference = drafts.opened(db, author, {**_document(), "title": title}, now=at)
    drafts.submitted(db, author, reference, now=at)
    service.take(db, first, reference, version=1, now=at)
    return author, first, second, reference


def _become(open_browser: OpenBrowser, desk: Desk, person: Person, *, scripts: bool = True) -> Page:
    page = open_browser(scripts=scripts)
    token = desk.work.write_now(factories.stored_session, person.id or 0, now=_now())
    host = urlsplit(desk.address).hostname or ""
    page.context.add_cookies([{"name": "pilotdesk_session", "value": token, "domain": host, "path": "/"}])
    return page


def test_a_return_that_came_too_late_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    _, first, second, reference = desk.work.write_now(_taken, "Returned at the same time")
    page = _become(open_browser, desk, first, scripts=False)
    page.goto(f"/reviews/{reference}/return")
    page.get_by_label("What has to change").fill(LONG)
    desk.work.write_now(service.decline, second, reference, version=1, reason="No capacity before May.", now=_now())
    page.get_by_role("button", name="Return the inquiry").click()
    expect(page.get_by_text("Samuel Osei declined it")).to_be_visible()
    expect(page.get_by_label("Comment", exact=True)).to_have_value(LONG)
    page.get_by_label("Only the desk can read this").check()
    page.get_by_role("button", name="Add it as a comment").click()
    expect(page.get_by_text(LONG, exact=True)).to_be_visible()


def test_what_came_too_late_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    _, first, second, reference = desk.work.write_now(_taken, "Decided at the same time")
    page = _become(open_browser, desk, first)
    page.goto(f"/reviews/{reference}/return")
    page.get_by_label("What has to change").fill(LONG)
    late = _become(open_browser, desk, first)
    late.goto(f"/reviews/{reference}/approve")
    late.get_by_label("A note on this approval").fill(LONG)
    desk.work.write_now(service.decline, second, reference, version=1, reason="No capacity before May.", now=_now())
    page.get_by_role("button", name="Return the inquiry").click()
    look_at(page, "return, too late")
    late.get_by_role("button", name="Approve version 1").click()
    expect(late.get_by_label("A note on this approval")).to_have_value(LONG)
    look_at(late, "approve, too late")


def test_who_takes_too_late_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    author, first, second, _ = desk.work.write_now(_taken, "Taken at the same time")

    def submitted(db: Session) -> str:
        reference = drafts.opened(db, author, {**_document(), "title": "Taken twice"}, now=_now())
        drafts.submitted(db, author, reference, now=_now())
        return reference

    reference = desk.work.write_now(submitted)
    page = _become(open_browser, desk, second)
    page.goto(f"/reviews/{reference}")
    desk.work.write_now(service.take, first, reference, version=1, now=_now())
    page.get_by_role("button", name="Take this inquiry").click()
    expect(page.get_by_role("alert")).to_contain_text("Ada Lindqvist took it for review")
    look_at(page, "take, too late")


def test_an_impossible_grant_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    _, first, _, reference = desk.work.write_now(_taken, "Granted too early")
    page = _become(open_browser, desk, first)
    page.goto(f"/reviews/{reference}/approve")
    page.get_by_label("Cap that is granted").fill("1.00")
    page.get_by_label("Earliest start that is granted").fill("2020-01-01")
    for answer in page.get_by_label("Why approve all the same").all():
        answer.fill("x")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Go to the answer").first.click()
    expect(opened.value.get_by_role("heading", name="Granted too early", exact=True)).to_be_visible()
    page.get_by_role("button", name="Approve version 1").click()
    expect(page.get_by_label("Cap that is granted")).to_have_value("1.00")
    look_at(page, "approve, impossible")


def test_a_revocation_that_waits_is_looked_at_by_both(open_browser: OpenBrowser, desk: Desk) -> None:
    author, first, second, reference = desk.work.write_now(_taken, "Revoked by two")
    grant = service.Grant(3_800_000, _now().date() + timedelta(days=77), "A report after every 20 steps.")
    desk.work.write_now(approvals.approve, first, reference, now=_now(), grant=grant)
    page = _become(open_browser, desk, first)
    page.goto(f"/reviews/{reference}/revoke")
    look_at(page, "revoke")
    page.get_by_label("Why the approval has to be revoked").fill("The held-out tasks were part of the training tasks.")
    page.get_by_role("button", name="Ask another engineer to agree").click()
    look_at(page, "review, revocation asked")
    other = _become(open_browser, desk, second)
    other.goto(f"/reviews/{reference}")
    look_at(other, "review, revocation waits")
    other.get_by_role("link", name="Agree to revoke").click()
    look_at(other, "agree to revoke")
    customer = _become(open_browser, desk, author)
    for name in ("", "/receipt", "/timeline"):
        customer.goto(f"/inquiries/{reference}{name}")
        expect(customer.get_by_role("cell", name="38,000.00")).to_be_visible()
        look_at(customer, f"granted{name}")


def test_what_a_later_version_changed_and_who_decided_is_looked_at(open_browser: OpenBrowser, desk: Desk) -> None:
    author, first, second, reference = desk.work.write_now(_taken, "Came back changed")

    def again(db: Session) -> None:
        service.return_(db, second, reference, version=1, message="Measure the sequence length.", now=_now())
        drafts.submitted(db, author, reference, now=_now())

    desk.work.write_now(again)
    page = _become(open_browser, desk, first)
    page.goto(f"/reviews/{reference}")
    expect(page.get_by_role("heading", name="Changed since you last looked")).to_be_visible()
    expect(page.get_by_text("on version 1, returned by Samuel Osei")).to_be_visible()
    look_at(page, "review, version 2")
    page.goto("/queue")
    look_at(page, "queue of the desk")


def test_staff_land_on_their_own_first_page(open_browser: OpenBrowser, desk: Desk) -> None:
    engineer = desk.work.write_now(factories.stored_person, Role.ENGINEER, now=_now())
    page = _become(open_browser, desk, engineer)
    page.goto("/")
    page.get_by_role("link", name="Go to the queue").click()
    expect(page.get_by_role("heading", name="Queue")).to_be_visible()
    page.goto("/")
    look_at(page, "home of an engineer")
