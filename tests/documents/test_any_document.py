"""Any document whatever is answered with a report, soon, and what cannot be read is said once and by one rule."""

import copy
import time
from typing import Any

import pytest

from app.inquiries.fields import FIELDS, Type
from app.inquiries.fields.kinds import LONGEST_TEXT, MOST_ROWS
from app.rules.finding import Gate
from tests.documents.judging import GATES, assert_is_a_report, judge, judge_mutants
from tests.documents.mutating import EXAMPLES, mutated

HERE = 5_000  # `make reliability` judges many more
UNREADABLE = [[5]]  # nothing that any field asks for
CASE = {"type": "V01", "expected": "accept", "observed": "reject"}
CITED = {"claim": "qwengyre-2.4t-rl", "used_for": "rl-result"}


def changed(field_id: str, value: object, example: int = 0) -> dict[str, Any]:
    """Return an example with another value in one place."""
    document: dict[str, Any] = copy.deepcopy(EXAMPLES[example])
    section, _, name = field_id.partition(".")
    if name:
        document.setdefault(section, {})[name] = value
    else:
        document[section] = value
    return document


def opened(document: dict[str, Any], gate: Gate = Gate.SUBMIT) -> set[tuple[str, str]]:
    """Return rule and field of each open finding."""
    return {(item["rule"], item["field"]) for item in judge(document, gate)["findings"] if item["status"] == "open"}


@pytest.mark.timeout(300)
def test_r19_thousands_of_odd_documents_are_answered_with_a_report() -> None:
    assert judge_mutants(0, HERE) > HERE // 2


def test_a_document_is_made_again_from_its_number() -> None:
    once = [repr(mutated(number)) for number in range(100)]
    assert [repr(mutated(number)) for number in reversed(range(100))] == once[::-1]
    assert len(set(once)) == 100


@pytest.mark.parametrize("gate", GATES)
@pytest.mark.parametrize("example", range(len(EXAMPLES)))
def test_an_unreadable_answer_is_spoken_of_by_one_rule_alone(example: int, gate: Gate) -> None:
    before = opened(EXAMPLES[example], gate)
    for field_id in FIELDS.keys() - {"commitments", "verifier.judge"}:
        value = 5 if FIELDS[field_id].type is Type.ROWS else UNREADABLE
        assert opened(changed(field_id, value, example), gate) - before == {("SC-10", field_id)}


@pytest.mark.parametrize("gate", GATES)
def test_a_row_with_a_part_that_cannot_be_read_is_spoken_of_by_one_rule_alone(gate: Gate) -> None:
    before = opened(EXAMPLES[0], gate)
    for field in (field for field in FIELDS.values() if field.type is Type.ROWS):
        section, _, name = field.id.partition(".")
        held = EXAMPLES[0].get(section, {})
        rows = held.get(name) if name else held
        for cell in field.parts if rows else ():
            after = opened(changed(field.id, [{**rows[0], cell.id: UNREADABLE}, *rows[1:]]), gate)
            assert after - before == {("SC-10", f"{field.id}.0")}


@pytest.mark.parametrize(
    ("field_id", "value", "reason"),
    [
        ("evidence", [CITED] * 100_000, "There are 100,000 rows; at most 500 are read"),
        ("verifier.cases", [CASE] * 1_000_000, "There are 1,000,000 rows; at most 500 are read"),
        ("task.kind", ["cooking"] * 1_000_000, "There are 1,000,000 entries; at most 500 are read"),
        ("baseline.files", ["x"] * (MOST_ROWS + 1), "There are 501 entries; at most 500 are read"),
        ("training.controls", ["x"] * 1_000_000, "There are 1,000,000 entries; at most 500 are read"),
        ("checkpoint.repository", "a/" * 5_000_000, "The text is 10,000,000 characters long; at most 20,000 are read"),
        ("success.metric", "é" * (LONGEST_TEXT + 1), "The text is 20,001 characters long; at most 20,000 are read"),
    ],
)
def test_what_is_too_much_to_read_is_said_at_once(field_id: str, value: object, reason: str) -> None:
    document = changed(field_id, value)
    began = time.process_time()
    found = judge(document)
    assert time.process_time() - began < 20  # seconds; the digest of a million rows takes most of it
    (said,) = (item for item in found["findings"] if item["field"] == field_id and item["rule"] == "SC-10")
    assert reason in said["message"]
    assert len(repr(found)) < 40_000


@pytest.mark.parametrize(
    ("field_id", "value"),
    [
        ("evidence", [CITED] * MOST_ROWS),
        ("verifier.cases", [CASE] * MOST_ROWS),
        ("verifier.cases", [{"type": 3, "expected": 4, "observed": 5, "runs": "x", "note": [5]}] * MOST_ROWS),
        ("task.kind", ["code"] * MOST_ROWS),
        ("success.metric", "pass@" * (LONGEST_TEXT // 5)),
        ("success.metric", "pass@" + "9" * 10_000),
        ("environment.image", "@sha256:" * (LONGEST_TEXT // 8)),
        ("odd", {str(number): number for number in range(100_000)}),
    ],
)
def test_as_much_as_can_be_read_is_judged_soon(field_id: str, value: object) -> None:
    document = changed(field_id, value)
    began = time.process_time()
    assert_is_a_report(judge(document))
    assert time.process_time() - began < 3


def test_nesting_without_end_is_no_answer_either() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    found = judge(changed("training.steps", deep))
    assert ("SC-10", "training.steps") in {(item["rule"], item["field"]) for item in found["findings"]}
