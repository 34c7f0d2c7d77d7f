"""The inbox in a browser: with scripts and without, whichever way it is looked at."""

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import clock, mail
from app.infra.jobs import run_due
from app.infra.security import random_token
from app.infra.work import Work
from app.notices import service
from tests import factories
from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.looking import look_at
from tests.post_office import open_post_office


def sign_in(page: Page, desk: Desk) -> Person:
    made = desk.work.write_now(factories.signed_in, now=clock.now(), organisation=random_token())
    page.context.add_cookies([{"name": "pilotdesk_session", "value": made.token, "url": desk.address}])
    return made.person


def tell(db: Session, person: Person, number: int, quoted: str = "") -> None:
    service.tell(
        db,
        event=f"{person.id}/{number}",
        template="t",
        reference="PD-0001",
        path="/account",
        subject=f"PD-0001 was returned {number}",
        body="Eve asks for changes to version 1:",
        quoted=quoted,
        to=[person.id or 0],
        actor_id=None,
        now=clock.now(),
    )


def fail_mails(work: Work) -> None:
    with open_post_office() as office:
        office.refusal = "550 No such person here"
        server = mail.server_at(office.url)
        post = service.mail_handler(service.Post(server, "desk@example.org", ""))
        while run_due(work, {service.MAIL: post}, clock.now):  # other tests wait for their mails too
            pass


@pytest.mark.parametrize("scripts", [True, False])
def test_a_message_is_seen_opened_and_its_mail_sent_again(
    open_browser: OpenBrowser, desk: Desk, *, scripts: bool
) -> None:
    page = open_browser(scripts=scripts)
    person = sign_in(page, desk)
    page.goto("/inbox")
    expect(page.get_by_text("No message yet.")).to_be_visible()
    desk.work.write_now(tell, person, 1, "Name the verifier.\n\nAnd say who wrote it: " + "x" * 200)
    desk.work.write_now(tell, person, 2)
    fail_mails(desk.work)
    page.goto("/account")
    page.get_by_role("link", name="Inbox (new)").click()
    expect(page.get_by_role("heading", name="New: PD-0001 was returned 2")).to_be_visible()
    expect(page.get_by_text("The mail server said 550: No such person here")).to_have_count(2)
    if scripts:
        look_at(page, "inbox")
    page.get_by_role("button", name="Mark as read").first.click()
    expect(page.get_by_role("heading", name="New:")).to_have_count(1)
    page.get_by_role("button", name="Send again").first.click()
    expect(page.get_by_text("will be sent again")).to_be_visible()
    page.get_by_role("button", name="Open PD-0001").nth(1).click()
    expect(page).to_have_url(desk.at("/account"))
    expect(page.get_by_role("link", name="Inbox", exact=True)).to_be_visible()
