"""What people do at the door: sign up, sign in, sign out."""

import itertools
from dataclasses import dataclass

from playwright.sync_api import Page, expect

_numbers = itertools.count(1)
PASSWORD = "several words are good"


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody with an account: what they type to come in."""

    email: str
    name: str
    organisation: str


def sign_up(page: Page) -> Somebody:
    """Fill in the page that asks who one is; it is open already."""
    number = next(_numbers)
    person = Somebody(f"ada-{number}@example.org", "Ada Halden", f"Halden Pay {number}")
    page.get_by_label("E-mail address").fill(person.email)
    page.get_by_label("Your name").fill(person.name)
    page.get_by_label("Organisation").fill(person.organisation)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    return person


def sign_in(page: Page, person: Somebody) -> None:
    """Fill in the page that asks for address and password; it is open already."""
    page.get_by_label("E-mail address").fill(person.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def sign_out(page: Page) -> None:
    """Leave."""
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
