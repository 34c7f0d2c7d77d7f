"""R17: whatever a finding names, the page that mends it has an element with that id."""

import re
from collections import Counter
from typing import Any

import html5lib
import pytest

from app.infra.web import Frame, Web
from app.inquiries.fields import FIELDS, SECTIONS, anchor_of, section_of
from app.inquiries.forms import show
from app.inquiries.pages.section import SectionPage
from app.inquiries.pages.stop_remarks import NONE
from tests.services.documents import example

WEB = Web(environment="test", ruleset=("1", "sha256:1"))
FRAME = Frame("", False, (), "token", "", ("1", "sha256:1"), "/", "test")  # noqa: FBT003  nobody is signed in


def page(document: dict[str, Any], section: str, **changes: Any) -> str:  # noqa: ANN401  fields of the view
    view: dict[str, Any] = {
        "reference": "PD-0001",
        "inquiry_title": "Fix tests",
        "section": section,
        "title": SECTIONS[section].title,
        "lead": SECTIONS[section].lead,
        "action": f"/inquiries/PD-0001/sections/{section}",
        "fields": show(document, section, errors=changes.get("errors", {})),
        "errors": {},
        "base_version": 1,
        "saved": "Saved 14:22:05 UTC, version 1 of the draft",
        "is_held": False,
        "token": "done",
        "words": "Complete",
        "findings": (),
        "problems": (),
        "asks": (),
        "is_unreviewed": False,
        "in_figures": ("", ""),
        "stop_remarks": NONE,
        "without_findings": "Nothing on this page stands in the way.",
        "suggestion": None,
        "has_files": section == "baseline",
        "files": (),
        "upload_action": "/inquiries/PD-0001/uploads",
    }
    template = WEB.templates.env.get_template("inquiries/section.html")
    return template.render(view=SectionPage(**view | changes), frame=FRAME)


def ids(html: str) -> Counter[str]:
    return Counter(re.findall(r'\sid="([^"]*)"', html))


def targets(document: dict[str, Any]) -> list[str]:
    rows = [f"{name}.{row}" for name, field in FIELDS.items() if field.row for row in range(rows_of(document, name))]
    return [*FIELDS, *rows, *(section.key for section in SECTIONS.values())]


def rows_of(document: dict[str, Any], name: str) -> int:
    here: Any = document
    for key in name.split("."):
        here = here.get(key, []) if isinstance(here, dict) else []
    return len(here)


@pytest.mark.parametrize("name", ["qwen", "promised", "glm", ""])
def test_r17_every_finding_links_to_an_element_of_the_page_that_mends_it(name: str) -> None:
    document = example(name) if name else {}
    pages = {section: ids(page(document, section)) for section in SECTIONS}
    for target in targets(document):
        assert anchor_of(target) in pages[section_of(target, document)], target


def test_r17_a_finding_of_something_unheard_of_still_links_to_a_heading() -> None:
    assert anchor_of("odd.one") in ids(page({}, section_of("odd.one")))


def test_r17_values_that_are_wrong_keep_their_place_on_the_page() -> None:
    document = {"verifier": {"cases": ["oracle", {"runs": "x"}]}, "training": {"trainer": "slime"}, "evidence": "mail"}
    assert {"verifier.cases", "verifier.cases.0", "verifier.cases.1"} <= ids(page(document, "cases")).keys()
    assert {"training.trainer", "training.trainer:raw"} <= ids(page(document, "training")).keys()
    assert {"evidence", "evidence:raw", "evidence.0"} <= ids(page(document, "evidence")).keys()


@pytest.mark.parametrize("section", SECTIONS)
def test_no_page_uses_an_id_twice_and_every_page_is_sound(section: str) -> None:
    for document in (example("qwen"), {}):
        html = page(document, section)
        assert [name for name, count in ids(html).items() if count > 1] == []
        html5lib.HTMLParser(strict=True).parse(html)


@pytest.mark.parametrize("section", SECTIONS)
def test_r20_every_message_is_said_with_its_question(section: str) -> None:
    document = example("qwen")
    html = page(document, section)
    named = [target for target in targets(document) if target in ids(html) and section_of(target, document) == section]
    errors = {target: ("It is wrong. Mend it.",) for target in named if target in FIELDS or "." in target}
    html = page(document, section, errors=errors)
    assert bool(errors) == ("<title>Error: " in html)
    for target in errors:
        assert re.search(rf'aria-describedby="[^"]*(?<![\w.]){re.escape(target)}-error(?![\w.])', html), target
        assert f'id="{target}-error"' in html


def test_r01_text_that_was_held_says_that_it_is_not_saved() -> None:
    assert "This is not saved yet." in page({}, "task", is_held=True)
