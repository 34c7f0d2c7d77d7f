"""Every template compiles, every macro renders alone from values, and what comes out is HTML without a parse error."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import html5lib
import pytest
from jinja2 import Environment, Template
from jinja2.nodes import Macro

from app.infra import gallery
from app.infra.error_pages import RefusalPage
from app.infra.gallery import SampleField, SampleFinding, SampleTask
from app.infra.web import Frame, NavLink, Web
from app.inquiries.pages.figures.parts import Part

RULESET = ("2026.11.1", "sha256:41f0c9aa")
JINJA: Environment = Web(environment="development", ruleset=RULESET).templates.env
FRAME = Frame(
    who="Ada <Ops>",
    signed_in=True,
    nav=(NavLink("Evidence", "/evidence", is_current=True), NavLink("Inquiries", "/inquiries", is_current=False)),
    csrf="token",
    flash="Saved.",
    ruleset=RULESET,
    path="/",
    environment="development",
)
FIELD = SampleField(
    "task.name",
    "task.name",
    "Name <of the task>",
    hint="What you call it.",
    value='<b>"12k"</b>',
    values=("bf16", "own"),
    choices=(("bf16", "BF16"), ("fp8", "FP8")),
    unit="tokens",
    errors=("This cannot be read.",),
    width="10",
    autocomplete="off",
)
FINDING = SampleFinding("block", "open", "It is <missing>.", "Why.", "Add it.", "EN-06", "Page")
TASK = SampleTask("model", "Model", "/x", "Not <yet>", "done", "Complete")
CALLED = {"fold", "fieldset", "note", "details", "scroll", "group", "choice_group"}
ARGUMENTS: dict[str, tuple[object, ...]] = {
    "answers": ([("Format", "", "/x", ""), ("Licence", "<MIT>", "", "")],),
    "facts": ([("Format", ""), ("Licence", "<MIT>")],),
    "button": ("Save <it>",),
    "link_button": ("Check", "/x"),
    "choice_group": (FIELD,),
    "option": ("govuk-radios", "radio", FIELD, "id", "v", "Words", True),
    "radios": (FIELD,),
    "checkboxes": (FIELD,),
    "details": ("What is it?",),
    "fold": ("Model <it>", "3 of 5 answered"),
    "described_by": (FIELD,),
    "messages": (FIELD,),
    "error_summary": ("There is a problem", [("Wrong <text>", "#a"), ("No field", "")]),
    "group": (FIELD,),
    "text_input": (FIELD,),
    "date_input": (FIELD,),
    "textarea": (FIELD,),
    "select": (FIELD,),
    "password_input": (FIELD,),
    "file_input": (FIELD,),
    "fieldset": ("Trainer", "trainer", "A hint", ("An error",)),
    "finding": (FINDING, "/x#a"),
    "findings": ([(FINDING, ""), (replace(FINDING, status="cannot-tell"), "/x")],),
    "csrf": ("token",),
    "save_status": ("Saved.",),
    "mark": ("supports", "Supports"),
    "flash": ("Saved <it>.",),
    "note": (),
    "pagination": ("/1", "/3"),
    "scroll": ("A table",),
    "grid": ({"label": "Tools", "heads": ("Tool", "Name"), "rows": ((1, ({"words": "<it>", "small": "<MIT>"},)),)},),
    "table": ("Trials", ["Task", "#Accepted"], [["<a>", 3]]),
    "task_list": ([TASK, replace(TASK, href="")],),
    "trail": ([("Start", "/")], "Here"),
}
PICTURES: dict[str, Any] = {picture.kind: picture for _, picture in gallery.gallery().charts}
ARGUMENTS |= {kind: (picture, "part", "Lines <of it>", "What it shows") for kind, picture in PICTURES.items()}
PART = Part("part", "Lines <of it>", ("So many <it>.",), PICTURES["curve"], "What it shows", missing=("Not <text>.",))
ARGUMENTS |= {
    "part": (PART,),
    "chart": ARGUMENTS["curve"],
    "head": ("part", "Lines <of it>", "What it shows"),
    "across": (PICTURES["spans"].ticks, 16, 90),
    "up": (PICTURES["columns"].ticks,),
    "limit": (PICTURES["spans"].limit, 16, 90),
}
MACRO_FILES = sorted(name for name in JINJA.list_templates() if name.startswith("_ui/") and name != "_ui/gallery.html")


def macros() -> Iterator[tuple[str, str]]:
    for file in MACRO_FILES:
        source = (JINJA.loader.get_source(JINJA, file) if JINJA.loader else ("",))[0]
        yield from ((file, name) for name in sorted(macro_names(source)))


def macro_names(source: str) -> set[str]:
    return {node.name for node in JINJA.parse(source).find_all(Macro)}


def render(file: str, name: str) -> str:
    call = f"m.{name}(*arguments)"
    body = "{% call " + call + " %}<p>Inside.</p>{% endcall %}" if name in CALLED else "{{ " + call + " }}"
    template: Template = JINJA.from_string("{% import '" + file + "' as m %}" + body)
    return template.render(arguments=ARGUMENTS[name])


def parse(html: str) -> None:
    html5lib.HTMLParser(strict=True).parseFragment(html)


@pytest.mark.parametrize("name", JINJA.list_templates(extensions=["html"]))
def test_each_template_compiles(name: str) -> None:
    assert JINJA.get_template(name).name == name


@pytest.mark.parametrize(("file", "name"), list(macros()))
def test_each_macro_renders_alone_and_escapes_what_it_is_given(file: str, name: str) -> None:
    html = render(file, name)
    if name != "described_by":  # attributes, not elements
        parse(html)
    assert "undefined" not in html.lower()
    for typed in ("<of the task>", '<b>"12k"</b>', "<missing>", "<yet>", "<MIT>", "<text>", "<it>"):
        assert typed not in html


def test_the_gallery_shows_every_macro_that_pages_use() -> None:
    page = JINJA.get_template("_ui/gallery.html").render(view=gallery.gallery(), frame=FRAME)
    html5lib.HTMLParser(strict=True).parse(page)
    assert "<title>Visible things \N{EN DASH} Pilotdesk</title>" in page


def test_a_refusal_says_what_it_is_and_where_to_go() -> None:
    view = RefusalPage("Nothing here", "S.", "not-found", "", (("Start", "/"),))
    page = JINJA.get_template("_layout/refusal.html").render(view=view, frame=replace(FRAME, signed_in=False, flash=""))
    html5lib.HTMLParser(strict=True).parse(page)
    assert "<title>Nothing here \N{EN DASH} Pilotdesk</title>" in page
    assert ">Sign in</a>" in page


@pytest.mark.parametrize("state", ["choices", "value"])
def test_an_answer_that_is_no_choice_stays_chosen(state: str) -> None:
    field = replace(FIELD, value="own" if state == "value" else "bf16")
    for name in ("select", "radios"):
        template = JINJA.from_string("{% import '_ui/field.html' as m %}{{ m." + name + "(field) }}")
        html = template.render(field=field)
        assert html.count(" selected") + html.count(" checked") == 1
        assert f'value="{field.value}"' in html


def test_a_mark_with_an_unknown_token_is_a_mistake_of_ours() -> None:
    with pytest.raises(Exception, match="no attribute"):
        JINJA.from_string("{% from '_ui/mark.html' import mark %}{{ mark('fine', 'Fine') }}").render()


@pytest.mark.parametrize("kind", ["text_input", "textarea", "select", "radios", "checkboxes", "file_input"])
def test_r20_each_control_is_described_by_its_hint_and_its_message(kind: str) -> None:
    html = JINJA.from_string("{% import '_ui/field.html' as m %}{{ m." + kind + "(field) }}").render(field=FIELD)
    parts = ["hint", "unit", "error"] if kind == "text_input" else ["hint", "error"]
    assert f'aria-describedby="{" ".join(f"task.name-{part}" for part in parts)}"' in html
    assert [f'id="task.name-{part}"' in html for part in parts] == [True] * len(parts)
    assert 'id="task.name"' in html
