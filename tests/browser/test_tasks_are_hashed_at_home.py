"""The page that hashes tasks: to the byte what the command makes, without a request, and explained without scripts."""

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from app.cli import run
from tests.browser.conftest import OpenBrowser
from tests.browser.looking import look_at

LONG = " ".join(f"word{number}" for number in range(5000))
ALPHABET = (
    "aZ \t\u00a0\u200b\u2028.,;!?'\"-_+$€£012٣५９ß"
    "\u0130Iıσς\u03a3ﬁ①²Å\u00c5\u0301\u0308e\u1e9e中文字日本語\U0001f600\U0001d400\ufdfa\ud7ff\ue000"
)
AWKWARD = (
    *("What is 2 + 2?", "  WHAT is\u00a02 + 2 ", "\uff37hat is ２ 2", "ΟΔΟΣ ΣΑΣ. Σ", "\u0130stanbul I", "ﬁne ① ² ³"),
    *("e\u0301 \u00e9 ḍ̇", "١٢٣ ४५६ 12٣", "don't stop-me_now", "\ud800 alone \udfff", "\x00\x1c\x85 a", "𝐀𝟙 😀 b", LONG),
)
ROWS = (
    *(json.dumps({"id": place, "prompt": text}) for place, text in enumerate(AWKWARD)),
    json.dumps({"prompt": [{"role": "user", "content": [{"type": "text", "text": "Look"}, "here"]}]}),
    *("nonsense", "", "[1]", '{"prompt": ""}', '{"prompt": "...", "text": "later"}', '{"prompt": "a", "x": NaN}'),
    *(
        '{"question": "q", "n": 1e999}',
        '{"content": 1}',
        '{"prompt": {"text": "inner"}}',
        '{"prompt": "a", "prompt": 2}',
    ),
    '{"prompt": ' + "[" * 120 + "]" * 120 + "}",
    '{"prompt": "big", "n": ' + "9" * 5000 + "}",
    '{"constructor": "no", "__proto__": {"prompt": "no"}}',
)
TABLE = (
    '\ufeffid ; question;text\r\n1;"what; is ""2""\nplus 2?";x\r\n\r\n2;;late\n3;a;b;c\n4;un"quoted;x\n'
    '5;\u0130;y\n6;"open;\nend'
)


def random_rows() -> str:
    """Any letters that Unicode has had for long, the same each time."""
    draw = random.Random(20261130)  # noqa: S311  nothing secret
    texts = ("".join(draw.choices(ALPHABET, k=draw.randint(1, 90))) for _ in range(200))
    return "\n".join(json.dumps({"prompt": text}, ensure_ascii=draw.random() < 0.5) for text in texts)


FILES = {
    "rows": (
        "\n".join(ROWS).encode(errors="surrogatepass") + b'\n{"prompt": "\xff\xfe broken \xe2\x82"}\n',
        "training",
    ),
    "table": (TABLE.encode(), "held-out"),
    "any letters": (random_rows().encode(), "held-out"),
}


def hashed(page: Page, file: Path, which: str) -> bytes:
    """What the page offers to save for this file."""
    page.locator("#tasks").set_input_files(file)
    page.get_by_label("Training tasks" if which == "training" else "Held-out tasks").check()
    page.get_by_role("button", name="Hash these tasks").click()
    link = page.get_by_role("link", name=f"Save {which}-hashes.jsonl")
    expect(link).to_be_visible(timeout=60_000)
    with page.expect_download() as saved:
        link.click()
    return saved.value.path().read_bytes()


@pytest.mark.parametrize("name", FILES)
def test_the_browser_makes_what_the_command_makes_and_asks_nobody(page: Page, tmp_path: Path, name: str) -> None:
    data, which = FILES[name]
    file, made = tmp_path / "tasks", tmp_path / "made"
    file.write_bytes(data)
    assert run(["hash-tasks", str(file), "--set", which, "--out", str(made)]) == 0
    page.goto("/hash-tasks")
    expect(page.get_by_role("button", name="Hash these tasks")).to_be_visible()
    page.wait_for_load_state("networkidle")
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))  # noqa: PLW0108  it marks what it is given
    assert hashed(page, file, which) == made.read_bytes()
    assert [request.url for request in asked if not request.url.startswith("blob:")] == []


def test_what_is_left_out_and_what_is_missing_is_said(page: Page, tmp_path: Path) -> None:
    page.goto("/hash-tasks")
    status, button = (
        page.locator("[data-hash-tasks] [role=status]"),
        page.get_by_role("button", name="Hash these tasks"),
    )
    button.click()
    expect(status).to_have_text("Choose a file of tasks first.")
    (tmp_path / "tasks.csv").write_text("id,mine\n1,a task\n2,\n")
    page.locator("#tasks").set_input_files(tmp_path / "tasks.csv")
    button.click()
    expect(status).to_have_text("Say first whether these are training or held-out tasks.")
    page.get_by_label("Held-out tasks").check()
    button.click()
    expect(status).to_contain_text("This file has no column prompt, question")
    page.get_by_label("Field that holds the text").fill("mine")
    button.click()
    expect(status).to_have_text("1 held-out task is hashed. No text is in the file, and nothing was sent.")
    expect(page.get_by_text("Line 3 has no text in mine, and is left out.")).to_be_visible()
    look_at(page, "tasks hashed")


def test_without_scripts_the_command_is_explained(open_browser: OpenBrowser) -> None:
    page = open_browser(scripts=False)
    page.goto("/hash-tasks")
    expect(page.get_by_text("This part needs scripts")).to_be_visible()
    expect(page.get_by_role("button", name="Hash these tasks")).to_be_hidden()
    page.get_by_role("link", name="use the command").click()
    expect(page.get_by_text("pilotdesk hash-tasks train.jsonl --set training")).to_be_visible()
