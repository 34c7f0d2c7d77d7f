"""A lowered severity: of one field or of a whole rule, until its day, and never as good as passed."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest

from app.rules.checklist import evaluate
from app.rules.facts import Waiver
from app.rules.finding import Finding, Gate, Report, Status
from tests.rules.examples import TODAY, facts

IMAGELESS = {"environment.image": None}
WAIVER = Waiver("EN-01", "environment.image", TODAY, "The image is built on Friday.", ("Elif", "Ezra"))


def judged(changes: Mapping[str, Any], *waivers: Waiver, gate: Gate = Gate.COMMIT) -> Report:
    asked = replace(facts(changes, gate=gate), waivers=waivers)
    return evaluate(asked, input_digest="")


def only(report: Report, rule: str = "EN-01") -> Finding:
    (found,) = (finding for finding in report.findings if finding.rule == rule)
    return found


@pytest.mark.parametrize("gate", Gate)
def test_r25_a_waived_finding_says_waived_and_who_why_and_until_when(gate: Gate) -> None:
    report = judged(IMAGELESS, WAIVER, gate=gate)
    found = only(report)
    assert found.status is Status.WAIVED
    assert not found.refuses
    assert report.passes
    (plain,) = (finding for finding in report.as_json()["findings"] if finding["rule"] == "EN-01")
    assert plain["status"] == "waived"
    assert plain["waiver"] == {
        "by": ["Elif", "Ezra"],
        "reason": "The image is built on Friday.",
        "until": TODAY.isoformat(),
    }


def test_r25_nothing_else_carries_a_waiver() -> None:
    for finding in judged(IMAGELESS).as_json()["findings"]:
        assert "waiver" not in finding


def test_r24_after_its_day_the_rule_counts_again() -> None:
    ended = replace(WAIVER, until=TODAY - timedelta(days=1))
    assert only(judged(IMAGELESS, ended)).status is Status.OPEN
    assert not judged(IMAGELESS, ended).passes


@pytest.mark.parametrize("other", [replace(WAIVER, rule="EN-02"), replace(WAIVER, field="environment.reset")])
def test_a_waiver_of_another_rule_or_field_lowers_nothing(other: Waiver) -> None:
    assert only(judged(IMAGELESS, other)).status is Status.OPEN


def test_r24_a_relaxed_rule_is_lowered_on_every_field() -> None:
    limits = {name: None for name in facts().answers.values if name.endswith("_limit_s")}
    found = [one.status for one in judged(limits, Waiver("EN-05", "", TODAY)).findings if one.rule == "EN-05"]
    assert len(found) > 1
    assert set(found) == {Status.WAIVED}


def test_the_waiver_of_this_very_field_speaks_first_then_the_one_that_lasts_longest() -> None:
    longer = replace(WAIVER, until=TODAY + timedelta(days=9), reason="longer")
    of_all = replace(WAIVER, field="", until=TODAY + timedelta(days=99), reason="all")
    for order in permutations((WAIVER, longer, of_all)):
        assert only(judged(IMAGELESS, *order)).waiver == longer.as_json()


def test_what_cannot_be_told_is_not_waived() -> None:
    for found in judged({}, *(Waiver(rule.rule, "", TODAY) for rule in judged({}).findings)).findings:
        assert found.status is Status.CANNOT_TELL
        assert found.waiver is None
