"""Fills in an inquiry as a person would, page by page, from a document that says what they would answer."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from app.inquiries.fields import SECTIONS
from app.inquiries.forms import FieldView, show

DOCUMENTS = Path(__file__).parents[1] / "documents"
Document = Mapping[str, Any]  # Any: JSON values


def document_of(name: str) -> dict[str, Any]:
    """Return one of our example documents."""
    return dict(json.loads((DOCUMENTS / f"{name}.json").read_text()))


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
    for view in controls(view for view in views if view.control != "rows"):
        answer(page, view)


def fill_rows(page: Page, view: FieldView) -> None:
    """Fill one row after the other, asking for the next one as it is needed."""
    for row in view.rows:
        if page.locator(f'[id="{row.id}"]').count() == 0:
            page.locator(f'button[value="add:{view.name}"]').click()
            page.wait_for_selector(f'[id="{row.id}"]')
        for cell in controls(row.cells):
            answer(page, cell)


def answer(page: Page, view: FieldView) -> None:
    """Answer one question the way its control is answered."""
    if not (view.value or view.values):
        return  # a new page asks it empty
    control = page.locator(f'[name="{view.name}"]')
    if view.control == "checkboxes":
        for value in view.values:
            page.locator(f'[name="{view.name}"][value="{value}"]').check()
    elif view.control == "radios":
        page.locator(f'[name="{view.name}"][value="{view.value}"]').check()
    elif view.control == "select":
        control.select_option(view.value)
    elif view.control != "files":
        control.fill(view.value)


def controls(views: Iterable[FieldView]) -> Iterator[FieldView]:
    """Return every single control that a page shows and a person can change."""
    for view in views:
        if view.control == "object":
            yield from controls(view.parts)
        elif view.control == "rows":
            for row in view.rows:
                yield from controls(row.cells)
        elif view.control != "fixed":
            yield view


def rows_in(views: Iterable[FieldView]) -> Iterator[FieldView]:
    """Return the repeating groups of a page, those inside an object too."""
    for view in views:
        if view.control == "rows":
            yield view
        yield from rows_in(view.parts)
