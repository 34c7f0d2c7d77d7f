from datetime import date

import pytest

from tests.rules.examples import SOUND, TODAY, finding, opened, row, stop


def test_bg_01_wants_a_cap() -> None:
    assert opened("BG-01") == []
    assert opened("BG-01", {"budget.cap": None}) == ["budget.cap"]


@pytest.mark.parametrize(("rollout", "fields"), [(3000000, []), (3000001, ["budget.cap"])])
def test_bg_02_adds_the_lines_with_contingency(rollout: int, fields: list[str]) -> None:
    assert opened("BG-02", {"budget.rollout": rollout}) == fields


def test_bg_02_counts_verification_although_no_line_for_it_is_demanded() -> None:
    assert opened("BG-02", {"budget.verification": 1500001}) == ["budget.cap"]
    assert opened("BG-03", {"budget.verification": None}) == []


def test_bg_02_keeps_the_cap_within_the_range() -> None:
    assert opened("BG-02", {"budget.minimum": 6000000}) == []
    assert opened("BG-02", {"budget.minimum": 6000001}) == ["budget.maximum"]
    assert opened("BG-02", {"budget.maximum": 5999999}) == ["budget.maximum"]
    assert opened("BG-02", {"budget.minimum": None, "budget.maximum": None, "budget.currency": None}) == []
    both = finding("BG-02", {"budget.minimum": 5500000, "budget.maximum": 5000000})
    assert both.message == (
        "The range begins at USD 55,000.00 and ends at USD 50,000.00. "
        "The cap of USD 60,000.00 is above the end of the range, USD 50,000.00."
    )


def test_bg_02_says_amounts_as_their_currency_is_written() -> None:
    yen = {"budget.currency": "JPY", "budget.maximum": 5999999}
    assert "JPY 6,000,000 is above" in finding("BG-02", yen).message


@pytest.mark.parametrize("line", ["training", "rollout", "evaluation", "contingency"])
def test_bg_03_wants_an_amount_or_a_reason_for_none(line: str) -> None:
    name = f"budget.{line}"
    assert opened("BG-03") == []
    assert opened("BG-03", {name: None}) == [name]
    assert opened("BG-03", {name: 0}) == [name]
    assert opened("BG-03", {name: 0, "budget.reasons": row(**{line: "our own cluster"})}) == []
    assert opened("BG-03", unreadable=frozenset({name})) == []


def test_bg_10_wants_five_conditions() -> None:
    assert opened("BG-10") == []
    assert opened("BG-10", {"budget.stop_conditions": None}) == ["budget.stop_conditions"]
    assert opened("BG-10", {"budget.stop_conditions": SOUND["budget.stop_conditions"][1:]}) == [
        "budget.stop_conditions"
    ]
    assert opened("BG-10", unreadable=frozenset({"budget.stop_conditions"})) == []


@pytest.mark.parametrize("part", ["metric", "threshold", "action", "owner"])
def test_bg_10_wants_a_number_and_an_owner_in_each(part: str) -> None:
    lacking = stop("quality")
    lacking = row(**{key: value for key, value in lacking.values.items() if key != part})
    conditions = (*SOUND["budget.stop_conditions"], lacking)
    assert opened("BG-10", {"budget.stop_conditions": conditions}) == ["budget.stop_conditions.5"]


@pytest.mark.parametrize("part", ["comparison", "interval_rule", "acceptance_set", "decided_by"])
def test_bg_13_wants_all_that_decides(part: str) -> None:
    assert opened("BG-13") == []
    assert opened("BG-13", {f"success.{part}": None}) == [f"success.{part}"]


def test_bg_13_takes_a_gain_or_a_target() -> None:
    assert opened("BG-13", {"success.minimum_gain": None}) == ["success.minimum_gain"]
    assert opened("BG-13", {"success.minimum_gain": None, "success.target_value": 0.5}) == []


@pytest.mark.parametrize("part", ["artifact", "engine", "format", "target", "owner", "rollback"])
def test_bg_15_wants_a_whole_plan(part: str) -> None:
    assert opened("BG-15") == []
    assert opened("BG-15", {f"deployment.{part}": None}) == [f"deployment.{part}"]


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({}, []),
        ({"latest_start": date(2027, 1, 11)}, []),
        ({"latest_start": date(2027, 1, 10)}, ["timing.latest_start"]),
        ({"finish_by": date(2027, 2, 1)}, []),
        ({"finish_by": date(2027, 1, 31)}, ["timing.finish_by"]),
        ({"finish_by": date(2027, 1, 10), "latest_start": None}, ["timing.finish_by"]),
        ({"earliest_start": date(2026, 1, 1), "latest_start": TODAY}, []),
        ({"earliest_start": date(2026, 1, 1), "latest_start": date(2026, 11, 29)}, ["timing.latest_start"]),
        ({"earliest_start": date(2026, 1, 1), "latest_start": None, "finish_by": TODAY}, []),
        (
            {"earliest_start": date(2026, 1, 1), "latest_start": None, "finish_by": date(2026, 11, 29)},
            ["timing.finish_by"],
        ),
    ],
)
def test_bg_19_wants_dates_in_order_and_to_come(changes: dict[str, date | None], fields: list[str]) -> None:
    assert opened("BG-19", {f"timing.{name}": day for name, day in changes.items()}) == fields
