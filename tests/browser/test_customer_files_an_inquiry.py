"""The main job, from the evidence to the receipt, with scripts and without, for each kind of inquiry."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from app.inquiries.fields import SECTIONS
from tests.browser.conftest import OpenBrowser
from tests.browser.filling import Document, document_of, fill_inquiry, promising_the_reward, without
from tests.browser.people import sign_in, sign_out, sign_up

KINDS = {"qwen": "Qwen 27B", "glm": "GLM 5.3"}
FIRST = ("model", "checkpoint")


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """A file of baseline rows, as a customer has it."""
    file = tmp_path / "baseline.jsonl"
    lines = [{"task": f"report-{number}", "attempt": 1, "accepted": number % 2 == 0} for number in range(20)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


@pytest.mark.timeout(300)
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
@pytest.mark.parametrize("kind", KINDS)
def test_r04_an_inquiry_is_filed_from_the_evidence_to_the_receipt(
    open_browser: OpenBrowser, rows: Path, kind: str, *, scripts: bool
) -> None:
    page = open_browser(scripts=scripts)
    family = KINDS[kind]
    document = document_of(kind)
    if scripts is (kind == "glm"):  # two of the four give all cases of the verifier, two promise them
        document = promising_the_reward(document)

    read_the_evidence(page, family)
    inquiry = open_inquiry(page, family)
    fill_inquiry(page, inquiry, document, FIRST)
    come_back_later(page, inquiry, document["title"])

    page.goto(inquiry)
    page.get_by_role("main").get_by_role("link", name="sign up").click()
    person = sign_up(page)
    expect(page).to_have_url(inquiry)
    missing = without(without(document, "task", "accepted_result"), "deployment", "owner")
    fill_inquiry(page, inquiry, missing, [section for section in SECTIONS if section not in FIRST])
    sign_out(page)

    elsewhere = open_browser(scripts=scripts)
    elsewhere.goto(inquiry)
    sign_in(elsewhere, person)
    expect(elsewhere).to_have_url(inquiry)
    be_refused_and_mend(elsewhere, inquiry, document, rows)
    submit_and_read_the_receipt(elsewhere, inquiry, document["title"])


def read_the_evidence(page: Page, family: str) -> None:
    """Look at what is published, at one claim with its limits, and at what may be used for what."""
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("what is published")
    page.get_by_role("main").locator("a[href^='/evidence/claims/']").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("does not")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Match").click()
    page.locator("td a").filter(has_text="No").first.click()
    expect(page.get_by_role("main")).to_contain_text(re.compile("does not transfer", re.IGNORECASE))
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile(family)).first).to_be_visible()


def open_inquiry(page: Page, family: str) -> str:
    """Begin at once, signed out; return the inquiry's address."""
    page.get_by_role("button", name=re.compile(family)).first.click()
    expect(page).to_have_url(re.compile(r"/inquiries/PD-\d+$"))
    expect(page.get_by_role("main")).to_contain_text("You are not signed in")
    return page.url


def come_back_later(page: Page, inquiry: str, title: str) -> None:
    """Go away, and find the draft in the list again."""
    page.goto("/evidence")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="My inquiries").click()
    page.get_by_role("link", name=title).click()
    expect(page).to_have_url(inquiry)


def be_refused_and_mend(page: Page, inquiry: str, document: Document, rows: Path) -> None:
    """Find out from the messages alone what is missing, and give it where their links lead."""
    page.get_by_role("link", name="Check answers and submit").click()
    expect(page.get_by_role("main")).to_contain_text("This cannot be submitted yet.")
    assert page.get_by_role("button", name="Submit inquiry").count() == 0

    finding(page, "when one result is accepted").click()
    expect(page).to_have_url(f"{inquiry}/sections/task#task")
    page.get_by_label("When a result is accepted").fill(document["task"]["accepted_result"])
    page.get_by_role("button", name="Save and return to the list").click()

    finding(page, "who would look after the tuned model").click()
    expect(page).to_have_url(f"{inquiry}/sections/deployment#deployment.owner")
    page.locator("[id='deployment.owner']").fill(document["deployment"]["owner"])
    page.get_by_role("button", name="Save and return to the list").click()

    finding(page, "No run of the untouched checkpoint").click()
    page.locator("input[type=file]").set_input_files(rows)
    page.get_by_role("button", name="Attach", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("baseline.jsonl")
    page.goto(f"{inquiry}/check-answers")


def finding(page: Page, words: str) -> Locator:
    """Return the link by which a finding with these words leads to where it is mended."""
    return page.locator(".finding").filter(has_text=words).get_by_role("link").first


def submit_and_read_the_receipt(page: Page, inquiry: str, title: str) -> None:
    """Submit what was looked at; the receipt carries the digest that the page showed."""
    digest = page.locator("code").filter(has_text=re.compile("^sha256:[0-9a-f]{64}$")).last.inner_text()
    page.get_by_role("button", name="Submit inquiry").click()
    expect(page).to_have_url(f"{inquiry}/receipt")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Submitted: {title}")
    expect(page.get_by_role("main")).to_contain_text(digest)
    page.reload()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="My inquiries").click()
    assert page.get_by_role("link", name=title).count() == 1
    expect(page.get_by_role("main")).to_contain_text("Submitted")
