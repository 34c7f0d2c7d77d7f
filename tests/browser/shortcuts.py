"""Puts people and inquiries where a test begins, for tests that are not about how they got there."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from app.accounts.queries import Person
from app.infra import clock
from app.inquiries import service as inquiries
from app.inquiries.fields import SECTIONS
from app.rules.workflow import Role
from tests import factories
from tests.browser.desk import Desk
from tests.factories import SignedIn

WRONG = "neither here nor there"
SESSION = "pilotdesk_session"


def somebody(desk: Desk, role: Role = Role.CUSTOMER) -> SignedIn:
    """Return a new person who is signed in."""
    return desk.work.write_now(factories.signed_in, role=role, now=clock.now())


def become(page: Page, desk: Desk, person: SignedIn) -> None:
    """Let this browser be theirs."""
    page.context.add_cookies([{"name": SESSION, "value": person.token, "url": desk.address}])


def inquiry_of(desk: Desk, person: Person, document: Mapping[str, Any], key: str) -> str:
    """Return the path of a new inquiry with these answers."""
    kind = str(document.get("kind", "qwen-27b"))
    reference = desk.work.write_now(
        inquiries.open_inquiry, person, kind=kind, form_key=key, now=clock.now(), document=dict(document)
    )
    return f"/inquiries/{reference}"


def all_wrong() -> dict[str, Any]:
    """Return answers of which nothing but text can be read."""
    document: dict[str, Any] = {}
    for section in SECTIONS.values():
        for field in section.fields:
            place = document
            *parents, last = field.id.split(".")
            for parent in parents:
                place = place.setdefault(parent, {})
            place[last] = WRONG
    return {**document, "schema": "pilot-inquiry/1", "kind": "qwen-27b"}
