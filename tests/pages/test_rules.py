"""The catalogue as a public page: whole, narrowed by its address, and reached from every finding."""

import html
import re
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from app.inquiries.fields import SECTIONS
from app.inquiries.fields.read_by import read_words
from app.inquiries.forms.catalogue import RulesFilter
from app.inquiries.pages.catalogue import RulesPage
from app.rules.catalogue import CATALOGUE
from app.rules.ruleset import RULESET
from app.rules.sources import source_in_words
from tests.conftest import PostForm
from tests.pages.seen import view_of

LINK = re.compile(r'href="/rules#([A-Z]{2}-[0-9]{2})"')
ANCHOR = re.compile(r'<article class="rule" id="([A-Z]{2}-[0-9]{2})"')


def ids(view: RulesPage) -> list[str]:
    return [rule.id for group in view.groups for rule in group.rules]


def test_anyone_reads_the_whole_catalogue_and_each_rule_has_an_anchor(client: TestClient) -> None:
    answer = client.get("/rules")
    assert answer.status_code == 200
    view: RulesPage = view_of(answer)
    assert ids(view) == ANCHOR.findall(answer.text) == [rule.id for rule in CATALOGUE]
    assert (view.found, view.total, view.is_narrowed) == (134, 134, False)
    assert (view.version, view.digest) == (RULESET.version, RULESET.digest)
    assert RULESET.digest in answer.text
    assert [group.id for group in view.groups] == [
        "checkpoint", "evaluation", "environment", "reward", "budget", "evidence", "scope",
    ]  # fmt: skip


def test_each_rule_says_on_the_page_what_its_row_says(client: TestClient) -> None:
    text = html.unescape(client.get("/rules").text)
    parts = dict(zip(ANCHOR.findall(text), ANCHOR.split(text)[2::2], strict=True))
    for rule in CATALOGUE:
        part = parts[rule.id].partition("</article>")[0]
        for said in (rule.title, rule.why, rule.passing, rule.failing, source_in_words(rule.source), rule.since):
            assert said in part
        assert re.findall(r'class="mark mark--(block|promise|warn|note)"', part)[:2] == [
            rule.submit, rule.commit,
        ]  # fmt: skip
        for page, names in read_words(rule.reads):
            assert f"{page} ({', '.join(names)})" in part if page else ", ".join(names) in part


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"item": "scope"}, [rule for rule in CATALOGUE if rule.id.startswith("SC")]),
        ({"severity": "note"}, [rule for rule in CATALOGUE if "note" in (rule.submit, rule.commit)]),
        ({"gate": "commit", "severity": "promise"}, []),
        ({"gate": "submit", "severity": "promise"}, [rule for rule in CATALOGUE if rule.submit == "promise"]),
        (
            {"gate": "commit", "severity": "block", "item": "reward"},
            [rule for rule in CATALOGUE if rule.id.startswith("RW") and rule.commit == "block"],
        ),
        ({"gate": "commit"}, CATALOGUE),
        ({"gate": "lunch", "severity": "severe", "item": "<b>"}, CATALOGUE),
    ],
)
def test_the_list_is_narrowed_by_what_stands_in_the_address(
    client: TestClient, asked: dict[str, str], expected: list[object]
) -> None:
    view = view_of(client.get("/rules?" + urlencode(asked)))
    assert ids(view) == [rule.id for rule in expected]  # type: ignore[attr-defined]
    assert view.found == len(expected)


def test_the_choices_stay_in_the_form_and_at_one_gate_one_weight_is_shown(client: TestClient) -> None:
    view = view_of(client.get("/rules?gate=commit&severity=block&item=reward"))
    assert {field.id: field.value for field in view.fields} == {"gate": "commit", "severity": "block", "item": "reward"}
    assert {tuple(weight.gate for weight in rule.weights) for group in view.groups for rule in group.rules} == {
        ("At approval",)
    }


def test_a_list_without_a_rule_says_how_to_go_on(client: TestClient) -> None:
    page = client.get("/rules?gate=commit&severity=promise").text
    assert "No rule is all of this." in page
    assert 'href="/rules"' in page


def test_an_address_says_only_what_was_chosen() -> None:
    assert RulesFilter().address() == "/rules"
    assert RulesFilter.of([("item", "scope"), ("gate", "x"), ("severity", "warn")]).address() == (
        "/rules?severity=warn&item=scope"
    )


@pytest.mark.seeded
def test_r21_the_pages_of_the_form_speak_of_the_rules_that_found_something_and_of_no_other(
    client: TestClient, post_form: PostForm
) -> None:
    opened = post_form(client, "/inquiries", {"kind": "qwen-27b", "form_key": "k"}).headers["location"]
    found = {finding["rule"] for finding in client.get(f"{opened}/verdict.json").json()["findings"]}
    assert set(LINK.findall(client.get(f"{opened}/check-answers").text)) == found
    for section in SECTIONS:
        assert set(LINK.findall(client.get(f"{opened}/sections/{section}").text)) <= found
    assert found <= {rule.id for rule in CATALOGUE}


@pytest.mark.seeded
def test_each_finding_leads_to_its_rule(client: TestClient, post_form: PostForm) -> None:
    opened = post_form(client, "/inquiries", {"kind": "qwen-27b", "form_key": "k"}).headers["location"]
    shown = set(LINK.findall(client.get(f"{opened}/check-answers").text))
    assert "SC-08" in shown
    assert shown <= set(ANCHOR.findall(client.get("/rules").text))


def test_every_page_leads_to_the_rules(client: TestClient) -> None:
    page = client.get("/sign-in").text
    assert page.count('href="/rules"') == 2
