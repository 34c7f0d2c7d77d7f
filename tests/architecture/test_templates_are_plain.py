import re

import pytest

from tests.architecture.source import ROOT

INLINE = re.compile(r"""<script(?![^>]*\bsrc=)|<style\b|\sstyle\s*=|\son[a-z]+\s*=\s*["']|\|\s*safe\b""", re.IGNORECASE)
DRAWINGS = "SHAPES[token] | safe"  # literal shapes of _ui/mark.html; nothing that anyone typed


def inline_parts(text: str) -> list[str]:
    without_comments = re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL)
    return INLINE.findall(without_comments.replace(DRAWINGS, ""))


def test_no_template_holds_an_inline_style_or_script() -> None:
    found = {
        str(file.relative_to(ROOT)): inline_parts(file.read_text()) for file in (ROOT / "templates").rglob("*.html")
    }
    assert {file: parts for file, parts in found.items() if parts} == {}


@pytest.mark.parametrize(
    "text",
    [
        '<p style="color: red">',
        "<script>alert(1)</script>",
        "<style>p {}</style>",
        '<a onclick="x()">',
        "{{ view.title | safe }}",
    ],
)
def test_a_planted_inline_part_is_found(text: str) -> None:
    assert inline_parts(text) != []


def test_a_linked_script_is_allowed() -> None:
    assert inline_parts('<script src="/static/js/start.js" defer></script>') == []
