import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from app.rules.catalogue import CATALOGUE
from app.rules.checklist import evaluate
from app.rules.facts import Facts
from app.rules.finding import Gate, Said, Severity
from app.rules.rule import Rule
from app.rules.ruleset import RULESET, VERSION, canonical_catalogue, catalogue_at, ruleset_at
from app.rules.thresholds import BY_NAME
from tests.rules.examples import facts

ROOT = Path(__file__).resolve().parents[2]
PRINT_DIGEST = "from app.rules.ruleset import RULESET; print(RULESET.digest)"


def digest_in(python: str, seed: str) -> str:
    """Return the digest that another process makes, with letters hashed in its own way."""
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(  # noqa: S603  an interpreter of this machine, on our own code
        [python, "-S", "-c", PRINT_DIGEST], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def other_interpreters() -> list[str]:
    """Return the other versions of Python that this machine can run, also those that only a version manager knows."""
    named = [shutil.which(f"python3.{minor}") for minor in range(12, 17)]
    kept = [str(path) for path in (Path.home() / ".pyenv" / "versions").glob("3.1[2-9].*/bin/python3")]
    return [path for path in (*named, *kept) if path and runs(path)]


def runs(python: str) -> bool:
    """Say whether there is an interpreter behind the name; a stand-in of a version manager may have none."""
    return subprocess.run([python, "-V"], capture_output=True, check=False).returncode == 0  # noqa: S603  only its version


@pytest.mark.parametrize("seed", ["0", "1", "4294967295"])
def test_the_digest_is_the_same_in_every_process(seed: str) -> None:
    assert digest_in(sys.executable, seed) == RULESET.digest


def test_the_digest_is_the_same_in_every_version_of_python_at_hand() -> None:
    assert {digest_in(python, "7") for python in other_interpreters()} <= {RULESET.digest}


def test_the_digest_is_made_of_canonical_json_and_nothing_else() -> None:
    text = canonical_catalogue(VERSION, CATALOGUE)
    rows = [
        {
            "id": rule.id, "item": rule.item.value, "submit": rule.submit.value, "commit": rule.commit.value,
            "reads": rule.reads, "source": rule.source, "carried_out": rule.is_carried_out,
            "version": rule.version, "since": rule.since,
        }
        for rule in CATALOGUE
    ]  # fmt: skip
    assert text == rfc8785.dumps({"version": VERSION, "thresholds": {**BY_NAME}, "rules": rows})


@pytest.mark.parametrize(
    "change",
    [
        {"id": "CK-99"}, {"submit": Severity.NOTE}, {"commit": Severity.NOTE}, {"reads": "today"}, {"source": "L1"},
        {"version": 2}, {"since": "2027.1.1"},
    ],
)  # fmt: skip
def test_each_part_of_the_law_is_part_of_the_digest(change: dict[str, Any]) -> None:
    other = (replace(CATALOGUE[0], **change), *CATALOGUE[1:])
    assert canonical_catalogue(VERSION, other) != canonical_catalogue(VERSION, CATALOGUE)


def test_a_threshold_and_the_version_are_part_of_the_digest_and_words_are_not() -> None:
    today = canonical_catalogue(VERSION, CATALOGUE)
    assert canonical_catalogue(VERSION, CATALOGUE, {**BY_NAME, "review_days": 61}) != today
    assert canonical_catalogue("2027.1.1", CATALOGUE) != today
    assert canonical_catalogue(VERSION, (replace(CATALOGUE[0], title="Other", why="words"), *CATALOGUE[1:])) == today


def test_every_rule_of_the_catalogue_is_in_todays_rule_set() -> None:
    assert catalogue_at(VERSION) == CATALOGUE
    assert len(RULESET.carried_out) + RULESET.not_checked == len(CATALOGUE)
    assert ruleset_at(VERSION) == RULESET


def says_small(_facts: Facts) -> Iterator[Said]:
    yield Said("checkpoint.repository", "small", "mend")


def says_large(_facts: Facts) -> Iterator[Said]:
    yield Said("checkpoint.repository", "large", "mend")


FIRST = Rule("CK-01", Severity.WARN, Severity.BLOCK, reads="today", judge=says_small)
BESIDE = Rule("CK-02", Severity.NOTE, Severity.NOTE, reads="today")
SECOND = replace(
    FIRST,
    submit=Severity.BLOCK,
    judge=says_large,
    version=2,
    since="2026.12.10",
    earlier=(replace(FIRST, until="2026.12.9"),),
)


@pytest.mark.parametrize(
    ("version", "message", "severity"),
    [
        ("2026.11.1", "small", Severity.WARN),
        ("2026.12.9", "small", Severity.WARN),
        ("2026.12.10", "large", Severity.BLOCK),
        ("2027.1.1", "large", Severity.BLOCK),
    ],
)
def test_a_rule_that_changed_decides_in_each_rule_set_as_it_did_then(
    version: str, message: str, severity: Severity
) -> None:
    law = ruleset_at(version, (SECOND, BESIDE))
    report = evaluate(facts(gate=Gate.SUBMIT), input_digest="", ruleset=law)
    assert [(one.message, one.severity) for one in report.findings] == [(message, severity)]
    assert (report.ruleset_version, report.ruleset_digest, report.not_checked) == (version, law.digest, 1)


def test_the_rule_set_before_a_change_keeps_its_digest() -> None:
    assert ruleset_at("2026.12.9", (SECOND, BESIDE)).digest == ruleset_at("2026.12.9", (FIRST, BESIDE)).digest
    assert ruleset_at("2026.12.10", (SECOND, BESIDE)).digest != ruleset_at("2026.12.10", (FIRST, BESIDE)).digest


def test_a_rule_is_not_carried_out_before_its_first_rule_set() -> None:
    young = replace(FIRST, since="2026.12.1")
    assert not young.at("2026.11.30").is_carried_out
    assert young.at("2026.12.1") is young
    assert ruleset_at("2026.11.30", (young,)).not_checked == 1
    assert not SECOND.at("2026.11.0").is_carried_out
    assert not SECOND.at("2026.11.0").earlier


def test_a_rule_that_stopped_for_a_while_is_not_carried_out_meanwhile() -> None:
    paused = replace(SECOND, earlier=(replace(FIRST, until="2026.12.1"),))
    assert paused.at("2026.12.1").judge is says_small
    assert not paused.at("2026.12.2").is_carried_out


def test_the_rule_sets_of_every_row_are_versions_that_follow_each_other() -> None:
    for rule in CATALOGUE:
        rows = (rule, *rule.earlier)
        assert not rule.until
        for later, before in pairwise(rows):
            assert before.version < later.version
            assert rule.at(before.until) is before
        assert all(part.isdigit() for row in rows for part in row.since.split("."))
        assert rule.at(VERSION) is rule
