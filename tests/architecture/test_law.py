"""Catalogue, functions and whatever mentions a rule agree. The table of ids and weights below is the test's own."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from app.inquiries.fields import FIELDS
from app.inquiries.fields.read_by import FACTS, is_read, names_read
from app.rules.catalogue import CATALOGUE
from app.rules.finding import Severity
from app.rules.rule import Rule
from app.rules.ruleset import VERSION
from tests.architecture.source import ROOT

WORDS = {"b": Severity.BLOCK, "p": Severity.PROMISE, "w": Severity.WARN, "n": Severity.NOTE}
# in the order of their numbers: what each weighs at submission, then at commitment
WEIGHTS = {
    "CK": "bb bb bb pb ww bb ww wb ww ww wb wb wb ww ww nn ww ww bb ww nn pb ww",
    "EV": "pb bb bb ww wb ww bb ww ww pb ww wb ww ww ww pb ww ww ww pb ww ww ww ww ww ww nn ww ww nn pb",
    "EN": "pb bb bb ww pb bb ww bb pb ww ww wb wb ww ww ww nn",
    "RW": "pb pb pb wb bb pb ww ww wb wb ww wb ww ww ww ww ww ww nn ww",
    "BG": "bb bb pb wb ww wb ww ww ww pb ww wb bb ww pb wb ww ww bb",
    "MT": "bb bb ww ww bb ww ww ww bb ww ww bb nn bb",
    "SC": "bb bb bb bb ww ww nn bb nn bb",
}
LAW = {
    f"{prefix}-{number:02}": (WORDS[pair[0]], WORDS[pair[1]])
    for prefix, pairs in WEIGHTS.items()
    for number, pair in enumerate(pairs.split(), start=1)
}
AN_ID = re.compile(r"\b(?:CK|EV|EN|RW|BG|MT|SC)-[0-9]{2}\b")
ITEMS = ("checkpoint", "evaluation", "environment", "reward", "budget", "evidence", "scope")
MENTIONING = ("templates", "static/js", "app/inquiries", "app/reviews", "app/exports", "app/infra", "app/cli")
SHORTEST = 12  # letters: less is no sentence


def functions() -> dict[str, list[str]]:
    """Every function of the items' packages whose docstring begins with an id: its name, by that id."""
    found: dict[str, list[str]] = {}
    for item in ITEMS:
        for file in sorted((ROOT / "app" / "rules" / item).glob("*.py")):
            for node in ast.parse(file.read_text()).body:
                said = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) else None
                if isinstance(node, ast.FunctionDef) and said and AN_ID.match(said):
                    found.setdefault(said[:5], []).append(node.name)
    return found


def mentioned() -> dict[str, str]:
    """Every id that a template, a script or code outside the law mentions, and one file that does."""
    files = [
        file for place in MENTIONING for file in (ROOT / place).rglob("*") if file.suffix in {".py", ".html", ".js"}
    ]
    return {found: str(file) for file in files for found in AN_ID.findall(file.read_text())}


def test_the_catalogue_holds_the_whole_law_with_its_weights() -> None:
    assert len(LAW) == 134
    assert {rule.id: (rule.submit, rule.commit) for rule in CATALOGUE} == LAW
    assert len(CATALOGUE) == 134


def test_every_rule_is_carried_out_by_exactly_one_function_of_todays_law() -> None:
    assert [rule.id for rule in CATALOGUE if not rule.is_carried_out] == []
    earlier = {row.judge.__name__ for rule in CATALOGUE for row in rule.earlier}
    found = {rule: [name for name in names if name not in earlier] for rule, names in functions().items()}
    assert found == {rule.id: [rule.judge.__name__] for rule in CATALOGUE}


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule.id)
def test_a_rule_is_a_plain_function_that_says_its_id(rule: Rule) -> None:
    for row in (rule, *rule.earlier):
        assert inspect.isfunction(row.judge)
        assert (row.judge.__doc__ or "").startswith(f"{rule.id}: ")
        (tree,) = ast.parse(inspect.getsource(row.judge)).body
        assert isinstance(tree, ast.FunctionDef)
        assert tree.decorator_list == []
        assert tree.name == row.judge.__name__


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule.id)
def test_a_rule_reads_fields_pages_and_facts_that_there_are(rule: Rule) -> None:
    names = names_read(rule.reads)
    assert names
    assert ", ".join(names) == rule.reads
    assert [name for name in names if not is_read(name)] == []


def test_the_facts_that_no_question_asks_for_are_known_by_name() -> None:
    assert set(FACTS) == {
        "today", "registry", "rows", "checkpoint files", "overlap hashes", "speed tests", "invitations",
    }  # fmt: skip
    assert is_read("kind")
    assert not is_read("kind.checkpoint_to_train")


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule.id)
def test_a_rule_is_explained_with_two_examples_in_the_readers_words(rule: Rule) -> None:
    assert rule.source
    for text in (rule.title, rule.why, rule.passing, rule.failing):
        assert len(text) >= SHORTEST
        assert text == text.strip()
        assert not any(name in text for name in FIELDS if "." in name)
    assert not rule.title.endswith(".")
    assert rule.passing != rule.failing


def test_titles_tell_rules_apart() -> None:
    assert len({rule.title for rule in CATALOGUE}) == len(CATALOGUE)


def test_every_rule_began_in_a_rule_set_that_there_was() -> None:
    assert {rule.since for rule in CATALOGUE} <= {"2026.11.1", "2026.11.2", VERSION}


def test_r21_nothing_outside_the_law_mentions_a_rule_that_there_is_not() -> None:
    assert {found: file for found, file in mentioned().items() if found not in LAW} == {}


def test_r21_no_template_and_no_script_names_a_rule_of_its_own() -> None:
    own = {Path(file).name for file in mentioned().values() if not file.endswith(".py")}
    assert own == set()
