"""What the form shows and gets back untouched is the document, whatever stands in it."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings

from app.inquiries.fields import SECTIONS
from app.inquiries.forms import FieldView, fill, show
from tests.services.documents import documents, example


def posted(views: Sequence[FieldView]) -> Iterator[tuple[str, str]]:
    """What a browser sends when nobody touches the page."""
    for view in views:
        if view.raw:
            yield view.raw.name, view.raw.value
        if view.control == "object":
            yield from posted(view.parts)
        elif view.control == "rows":
            yield f"{view.name}:rows", view.listed
            for row in view.rows:
                if row.raw:
                    yield row.raw.name, row.raw.value
                yield from posted(row.cells)
        elif view.control == "checkboxes":
            yield view.name, ""
            yield from ((view.name, value) for value in view.values)
        elif view.control != "fixed":
            yield view.name, view.value.replace("\n", "\r\n")


def through_every_page(document: dict[str, Any]) -> dict[str, Any]:
    for section in SECTIONS:
        document = fill(document, section, posted(show(document, section)))
    return document


def as_text(document: object) -> str:
    return json.dumps(document, sort_keys=True)


@pytest.mark.parametrize("name", ["qwen", "promised", "glm"])
def test_r10_a_whole_inquiry_survives_every_page_untouched(name: str) -> None:
    document = example(name)
    assert as_text(through_every_page(document)) == as_text(document)


@settings(max_examples=60, deadline=None)
@given(documents())
def test_r10_any_document_survives_every_page_untouched(document: dict[str, Any]) -> None:
    before = as_text(document)
    assert as_text(through_every_page(document)) == before
    assert as_text(document) == before
