"""The way of ops through the desk, with scripts and without: list, choose, take home, see what was revoked."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.exports.service import read_csv, read_jsonl
from app.infra import clock
from app.rules.workflow import Role
from tests import approvals
from tests.browser.conftest import OpenBrowser
from tests.browser.desk import Desk
from tests.browser.looking import look_at
from tests.browser.shortcuts import become, somebody


def _taken(page: Page, name: str, role: str = "link") -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("button" if role == "button" else "link", name=name, exact=True).click()
    return Path(waiting.value.path())


def _look(page: Page, name: str, *, scripts: bool) -> None:
    if scripts:  # what looks at a page is a script itself
        look_at(page, name)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_scopes_are_taken_home_and_a_revoked_one_says_so(
    open_browser: OpenBrowser, desk: Desk, *, scripts: bool
) -> None:
    title = f"Reports to take home {scripts}"
    decided = desk.work.write_now(approvals.approved, now=clock.now(), answers={"title": title})
    page = open_browser(scripts=scripts)
    become(page, desk, somebody(desk, Role.OPS))
    page.goto("/scopes")
    page.get_by_role("button", name="Export the chosen ones").click()
    expect(page).to_have_title("Error: Scopes – Pilotdesk")
    _look(page, "scopes, none chosen", scripts=scripts)
    page.get_by_label(f"Choose {decided.reference}").check()
    (chosen,) = read_jsonl(_taken(page, "Export the chosen ones", "button").read_text("utf-8").split("\n")[:-1])
    assert chosen["document"]["title"] == title

    page.get_by_role("link", name="Export what is new").click()
    _look(page, "export", scripts=scripts)
    page.get_by_label("Since cursor").fill(str(decided.seq - 1))
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("status").filter(has_text="new or revoked since")).to_contain_text("1 of")
    with _taken(page, "CSV").open(newline="", encoding="utf-8") as file:
        assert list(read_csv(file)) == [chosen]
    page.get_by_role("button", name=f"Everything up to cursor {decided.seq} arrived").click()
    expect(page.get_by_role("alert")).to_contain_text(f"up to cursor {decided.seq} arrived")
    expect(page.get_by_label("Since cursor")).to_have_value(str(decided.seq))

    desk.work.write_now(approvals.revoked, decided.reference, now=clock.now())
    page.goto("/scopes")
    page.get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_text("Do not commit capacity to it.")).to_be_visible()
    _look(page, "a revoked scope", scripts=scripts)
    (revoked,) = read_jsonl(_taken(page, "Export as JSON Lines").read_text("utf-8").split("\n")[:-1])
    assert revoked["state"] == "revoked"
    page.goto(f"/scopes/chosen?reference={decided.reference}&reference=PD-9999")
    _look(page, "a mixed choice", scripts=scripts)
