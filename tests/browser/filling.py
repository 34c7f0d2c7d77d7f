"""Fills in an inquiry as a person would, page by page, from a document that says what they would answer."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from app.infra import clock
from app.inquiries.fields import SECTIONS
from app.inquiries.forms import FieldView, show

DOCUMENTS = Path(__file__).parents[1] / "documents"
DAY = re.compile(r'"(\d{4}-\d\d-\d\d)"')
WRITTEN_ON = date(2026, 11, 30)  # the day on which the dates in our documents make sense
Document = Mapping[str, Any]  # Any: JSON values
ANSWER = """given => {
  for (const [name, values] of given) {
    for (const control of document.getElementsByName(name)) {
      if (control.type === "hidden") continue;
      if (["radio", "checkbox"].includes(control.type)) control.checked = values.includes(control.value);
      else control.value = values[0];
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}"""


def document_of(name: str) -> dict[str, Any]:
    """Return one of our example documents, moved to today: a browser has the machine's own clock."""
    text = (DOCUMENTS / f"{name}.json").read_text()
    return dict(json.loads(DAY.sub(_moved, text)))


def _moved(day: re.Match[str]) -> str:
    return f'"{date.fromisoformat(day[1]) + (clock.now().date() - WRITTEN_ON)}"'


def promising_the_reward(document: Document) -> dict[str, Any]:
    """Return the document with a promise in the place of 32 cases."""
    verifier = {key: value for key, value in document["verifier"].items() if not key.startswith("cases")}
    promises = [promise for promise in document_of("promised")["commitments"] if promise["item"] == "reward"]
    return {**document, "verifier": verifier, "commitments": promises}


def without(document: Document, section: str, field: str) -> dict[str, Any]:
    """Return the document without one answer."""
    return {**document, section: {key: value for key, value in document[section].items() if key != field}}


def fill_inquiry(page: Page, inquiry: str, document: Document, sections: Iterable[str] = tuple(SECTIONS)) -> None:
    """Go through the pages and save each."""
    for section in sections:
        views = show(document, section)
        if has_answers(views):
            page.goto(f"{inquiry}/sections/{section}")
            fill_section(page, views)
            page.get_by_role("button", name="Save and return to the list").click()
            page.wait_for_url(inquiry)


def has_answers(views: Iterable[FieldView]) -> bool:
    """Say whether anything on the page would be answered."""
    return any(view.value or view.values for view in controls(views))


def fill_section(page: Page, views: tuple[FieldView, ...]) -> None:
    """Answer each question; rows first, for adding one loads the page again."""
    for view in rows_in(views):
        fill_rows(page, view)
    answer(page, controls(view for view in views if view.control != "rows"))


def fill_rows(page: Page, view: FieldView) -> None:
    """Fill one row after the other, asking for the next one as it is needed."""
    for row in view.rows:
        if page.locator(f'[id="{row.id}"]').count() == 0:
            page.locator(f'button[value="add:{view.name}"]').click()
            page.wait_for_selector(f'[id="{row.id}"]')
        answer(page, controls(row.cells))


def answer(page: Page, views: Iterable[FieldView]) -> None:
    """Give all answers in one breath, for there are hundreds, and let the page know as if they had been typed."""
    given = [[view.name, list(view.values) or [view.value]] for view in views if view.value or view.values]
    page.evaluate(ANSWER, given)


def controls(views: Iterable[FieldView]) -> Iterator[FieldView]:
    """Return every single control that a page shows and a person can change."""
    for view in views:
        if view.control == "object":
            yield from controls(view.parts)
        elif view.control == "rows":
            for row in view.rows:
                yield from controls(row.cells)
        elif view.control not in {"fixed", "files"}:
            yield view


def rows_in(views: Iterable[FieldView]) -> Iterator[FieldView]:
    """Return the repeating groups of a page, those inside an object too."""
    for view in views:
        if view.control == "rows":
            yield view
        yield from rows_in(view.parts)
