"""Repeating groups as tables, ids under what people call them, and rows that differ called by what they are."""

from typing import Any

import pytest

from app.inquiries.fields import FIELDS
from app.inquiries.forms import Difference, Grid, Names, Side, answers, called, row_differences

NAMES = Names(files={"a1": "rows.jsonl"}, claims={"c": "A published recipe"})


def shown(field_id: str, value: object, names: Names = NAMES) -> str | Grid:
    key, _, rest = field_id.partition(".")
    found = answers({key: {rest: value} if rest else value}, FIELDS[field_id].section, names)
    return next(words for _, words, anchor in found if anchor == field_id)


def apart(field_id: str, before: Any, after: Any, names: Names = NAMES) -> list[tuple[str, str, str]]:  # noqa: ANN401  any answer
    key, _, rest = field_id.partition(".")
    sides = [Side({key: {rest: value} if rest else value}, names) for value in (before, after)]
    return [(each.label, each.before_words, each.after_words) for each in row_differences(*sides)]


def test_a_repeating_group_is_a_table_of_those_columns_in_which_anything_stands() -> None:
    cases = [{"id": "V05", "type": "V05", "expected": "reject"}, {}, {"id": "late", "runs": 60}]
    grid = shown("verifier.cases", cases)
    assert isinstance(grid, Grid)
    assert grid.heads == ("Case", "Name", "Kind of case", "Expected", "Runs")
    assert [(number, [cell.words for cell in cells]) for number, cells in grid.rows] == [
        (1, ["V05", "Early exit that hides the exit code", "Reject", ""]),
        (3, ["late", "", "", "60 runs"]),
    ]


@pytest.mark.parametrize("value", [[{}, " "], [], [{"unknown": 3}]])
def test_a_group_in_which_nothing_stands_is_no_table(value: object) -> None:
    assert not isinstance(shown("verifier.cases", value), Grid)


@pytest.mark.parametrize(("value", "words"), [("mail", "mail"), ([{"claim": "c"}, 3], "1. Claim on record: c\n2. 3")])
def test_what_is_no_list_of_rows_is_shown_as_it_was_given(value: object, words: str) -> None:
    assert shown("evidence", value) == words


def test_a_claim_on_record_is_called_by_its_source_with_its_id_under_it() -> None:
    grid = shown("evidence", [{"claim": " c "}, {"claim": "unknown"}])
    assert isinstance(grid, Grid)
    assert [cells[0] for _, cells in grid.rows] == [("A published recipe", "c"), ("unknown", "")]


def test_a_file_is_called_by_its_name_wherever_an_answer_names_its_upload() -> None:
    assert shown("baseline.files", ["a1", "gone"]) == "rows.jsonl\ngone"
    assert shown("data.overlap_check", {"method": "13-grams", "files": ["a1"], "odd": 1}) == (
        "Method of the check: 13-grams; Files of hashes: rows.jsonl"
    )
    assert shown("data.overlap_check", "none") == "none"


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (85899345920, "80 GiB (85,899,345,920 bytes)"),
        (85899345920.0, "80 GiB (85,899,345,920 bytes)"),
        (80_000_000_000, "about 74.51 GiB (80,000,000,000 bytes)"),
        (1536, "1.5 KiB (1,536 bytes)"),
        (1 << 20, "1 MiB (1,048,576 bytes)"),
        (1 << 42, "4,096 GiB (4,398,046,511,104 bytes)"),
        (1023, "1,023 bytes"),
        (1, "1 byte"),
    ],
)
def test_a_size_is_said_in_the_largest_unit_with_its_exact_number_beside_it(size: float, words: str) -> None:
    assert shown("budget.hardware", {"memory_bytes": size}) == f"Memory of one device: {words}"


def test_a_changed_row_is_called_by_what_it_is_and_says_only_what_changed() -> None:
    before = [{"metric": "reward_std", "threshold": 0.2, "owner": "Ann"}, {"metric": "kl", "threshold": 1}]
    after = [{"metric": "kl", "threshold": 2}, {"metric": "reward_std", "threshold": 0.2}]
    assert apart("budget.stop_conditions", before, after) == [
        ("Stop condition “kl”", "Threshold: 1", "Threshold: 2"),
        ("Stop condition “reward_std”", "Owner: Ann", "Owner: not answered"),
    ]


def test_a_row_that_came_or_went_is_said_whole() -> None:
    tools = [{"name": "git", "version": "2.45"}]
    assert apart("environment.tools", tools, []) == [("Tool “git”", "Name: git\nVersion: 2.45", "")]
    assert apart("environment.tools", None, tools) == [("Tool “git”", "", "Name: git\nVersion: 2.45")]


def test_a_row_that_got_another_name_is_paired_by_its_place_and_one_without_a_name_is_called_by_its_number() -> None:
    assert apart("environment.tools", [{"name": "git", "version": "1"}], [{"name": "hg", "version": "1"}]) == [
        ("Tool “hg”", "Name: git", "Name: hg")
    ]
    assert apart("environment.tools", [{"version": "1"}], [{"version": "2"}]) == [
        ("Tool 1", "Version: 1", "Version: 2")
    ]


def test_two_rows_of_one_name_are_paired_in_their_order() -> None:
    before = [{"metric": "loss", "threshold": 1}, {"metric": "loss", "threshold": 2}]
    after = [{"metric": "loss", "threshold": 1}, {"metric": "loss", "threshold": 3}]
    assert apart("budget.stop_conditions", before, after) == [("Stop condition “loss”", "Threshold: 2", "Threshold: 3")]


def test_where_only_the_order_differs_the_whole_group_is_shown() -> None:
    one, other = {"name": "git"}, {"name": "hg"}
    assert apart("environment.tools", [one, other], [other, one]) == [
        ("Tools of the agent", "1. Name: git\n2. Name: hg", "1. Name: hg\n2. Name: git")
    ]
    assert apart("environment.tools", "git", [one]) == [("Tools of the agent", "git", "1. Name: git")]


def test_a_difference_names_files_and_claims_as_each_side_calls_them() -> None:
    old, new = Names(files={"a": "one.csv"}), Names(files={"a": "one.csv", "b": "two.csv"}, claims={"c": "Recipe"})
    found = row_differences(
        Side({"baseline": {"files": ["a"]}}, old),
        Side({"baseline": {"files": ["a", "b"]}, "evidence": [{"claim": "c"}]}, new),
    )
    assert found == [
        Difference("evidence", "Citation “Recipe”", "", "Claim on record: Recipe"),
        Difference("baseline.files", "Files with the rows behind these numbers", "one.csv", "one.csv\ntwo.csv"),
    ]


@pytest.mark.parametrize("field", [field for field in FIELDS.values() if field.row], ids=lambda field: field.id)
def test_a_row_of_every_group_can_be_called_by_what_it_is(field: Any) -> None:  # noqa: ANN401  a field
    part = next(part for part in field.parts if part.id != "version")
    value = part.choices[0][0] if part.choices else "this"
    assert "“" in called(field, {part.id: value}, 0, Side({}, NAMES))
    assert called(field, {}, 4, Side({}, NAMES)) == f"{field.row} 5"
