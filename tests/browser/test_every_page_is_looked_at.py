"""Axe finds nothing on any page or error state, light and dark, and nothing hangs over the edge down to 320 px."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from app.infra import clock
from app.inquiries import service as inquiries
from app.inquiries.fields import SECTIONS
from app.rules.workflow import Role
from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.filling import document_of
from tests.browser.looking import look_at
from tests.browser.shortcuts import all_wrong, become, inquiry_of, somebody
from tests.factories import SignedIn

PUBLIC = {
    "first page": "/",
    "claims": "/evidence",
    "claims, none": "/evidence?text=nothing-bears-these-words",
    "checkpoints": "/evidence?show=checkpoints",
    "sources": "/evidence?show=sources",
    "match": "/evidence/match",
    "match by method": "/evidence/match?use=method&method=grpo",
    "rules": "/rules?item=scope",
    "rules, none": "/rules?gate=commit&severity=promise",
    "hash tasks": "/hash-tasks",
    "sign in": "/sign-in",
    "sign up": "/sign-up",
    "no inquiry": "/inquiries",
    "gallery": "/_ui",
    "nothing": "/nothing/here",
    "used link": "/link/nobody-has-this-one",
}
DANGLING = """[...document.querySelectorAll("[aria-describedby]")]
  .flatMap((e) => e.getAttribute("aria-describedby").split(/\\s+/))
  .filter((id) => !document.getElementById(id))"""


@dataclass(frozen=True, slots=True)
class Customer:
    """A customer with an inquiry in each state of mind."""

    person: SignedIn
    empty: str
    full: str
    wrong: str
    promised: str


@pytest.fixture(scope="module")
def customer(desk: Desk) -> Customer:
    person = somebody(desk)
    documents = {
        "empty": {},
        "full": document_of("qwen"),
        "wrong": all_wrong(),
        "promised": document_of("promised"),
    }
    return Customer(person, **{key: inquiry_of(desk, person.person, each, key) for key, each in documents.items()})


@pytest.fixture
def theirs(page: Page, desk: Desk, customer: Customer) -> Page:
    become(page, desk, customer.person)
    return page


@pytest.mark.parametrize("name", PUBLIC)
def test_pages_that_anyone_can_read(page: Page, name: str) -> None:
    page.goto(PUBLIC[name])
    look_at(page, name)


@pytest.mark.parametrize("kind", ["claims", "checkpoints", "sources"])
def test_one_record_of_the_registry(page: Page, kind: str) -> None:
    page.goto(f"/evidence?show={kind}")
    page.locator(f"main a[href^='/evidence/{kind}/']").first.click()
    look_at(page, f"one of the {kind}")


def test_the_reason_of_a_verdict(page: Page) -> None:
    page.goto("/evidence/match")
    page.locator("td a").first.click()
    look_at(page, "a verdict")


@pytest.mark.parametrize("name", ["sign-in", "sign-up"])
def test_forms_of_the_door_when_they_refuse(page: Page, name: str) -> None:
    page.goto(f"/{name}")
    page.get_by_role("main").get_by_role("button", name=name.replace("-", " ").capitalize()).click()
    expect(page).to_have_title(re.compile("^Error: "))
    look_at(page, f"{name}, refused")


@pytest.mark.parametrize("section", ["checkpoint", "baseline", "cases", "budget", "stops", "promise-evaluation"])
def test_pages_of_the_form_filled(theirs: Page, customer: Customer, section: str) -> None:
    theirs.goto(f"{customer.promised if section.startswith('promise') else customer.full}/sections/{section}")
    look_at(theirs, f"{section}, filled")


@pytest.mark.parametrize("section", SECTIONS)
def test_r20_each_page_of_the_form_when_nothing_can_be_read(theirs: Page, customer: Customer, section: str) -> None:
    theirs.goto(f"{customer.wrong}/sections/{section}")
    look_at(theirs, f"{section}, wrong")
    assert theirs.evaluate(DANGLING) == []


@pytest.mark.parametrize("state", ["empty", "full", "wrong"])
@pytest.mark.parametrize("page_name", ["", "/check-answers"], ids=["task list", "check answers"])
def test_the_pages_about_the_whole_inquiry(theirs: Page, customer: Customer, state: str, page_name: str) -> None:
    theirs.goto(getattr(customer, state) + page_name)
    look_at(theirs, f"{page_name or 'tasks'}, {state}")


def test_the_list_of_inquiries_and_the_account(theirs: Page) -> None:
    for path in ("/inquiries", "/account", "/account/password"):
        theirs.goto(path)
        look_at(theirs, path)
    theirs.goto("/account/password")
    theirs.get_by_role("main").get_by_role("button").last.click()
    look_at(theirs, "password, refused")


def test_everybodys_accounts(open_browser: OpenBrowser, desk: Desk) -> None:
    page = open_browser()
    become(page, desk, somebody(desk, Role.ADMIN))
    page.goto("/admin/people")
    look_at(page, "people")


def test_where_inquiries_stop(open_browser: OpenBrowser, desk: Desk, customer: Customer) -> None:
    reference = customer.empty.rpartition("/")[2]
    desk.work.write_now(inquiries.submit, customer.person.person, reference, digest=None, now=clock.now())
    page = open_browser()
    become(page, desk, somebody(desk, Role.OPS))
    page.goto("/stops")
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    look_at(page, "stops")
