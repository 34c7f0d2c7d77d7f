"""Typed text into a document: exact values, everything else as it was typed, and nothing lost that no page knows."""

from typing import Any

import pytest

from app.inquiries.fields import read
from app.inquiries.forms import fill
from tests.services.documents import example


def filled(section: str, *pairs: tuple[str, str], **document: Any) -> dict[str, Any]:  # noqa: ANN401  any document
    return fill(document, section, pairs)


def test_text_that_reads_exactly_becomes_a_value() -> None:
    after = filled(
        "training",
        ("training.steps", " 60 "),
        ("training.method", "grpo"),
        ("training.trainer.name", "slime"),
        ("training.trainer.version", ""),
        ("training.controls", "router replay\r\n\r\n logged gap "),
        ("training.load_test.passed", "no"),
        ("training.load_test.on", "2026-11-15"),
    )
    assert after == {
        "training": {
            "steps": 60,
            "method": "grpo",
            "trainer": {"name": "slime"},
            "controls": ["router replay", "logged gap"],
            "load_test": {"passed": False, "on": "2026-11-15"},
        }
    }


@pytest.mark.parametrize("text", ["sixty", "65,536", "60 000", "1.5", "9007199254740993", "٣", "0x10"])
def test_r02_text_that_does_not_read_exactly_is_kept_as_typed(text: str) -> None:
    after = filled("training", ("training.steps", text))
    assert after == {"training": {"steps": text}}
    assert [found.field for found in read(after).unreadable] == ["training.steps"]


@pytest.mark.parametrize(
    ("text", "value"), [("0.15", 0.15), ("1", 1), ("-2", -2), ("1e-3", 0.001), ("0,15", "0,15"), ("1e999", "1e999")]
)
def test_numbers_keep_their_kind(text: str, value: object) -> None:
    assert filled("success", ("success.minimum_gain", text)) == {"success": {"minimum_gain": value}}


def test_line_ends_are_of_one_kind() -> None:
    after = filled("task", ("task.description", "one\r\ntwo\rthree"))
    assert after == {"task": {"description": "one\ntwo\nthree"}}


def test_an_empty_input_takes_the_answer_away() -> None:
    document = {"training": {"steps": 60, "trainer": {"name": "slime"}}, "title": "T"}
    after = fill(document, "training", [("training.steps", " "), ("training.trainer.name", "")])
    assert after == {"title": "T"}


def test_a_page_that_was_not_sent_back_changes_nothing() -> None:
    document = example("glm")
    assert fill(document, "checkpoint", [("csrf_token", "x"), ("verifier.kind", "judge")]) == document


def test_what_no_page_knows_is_kept() -> None:
    document = {
        "odd": 1,
        "training": {"odd": 2, "steps": 1, "trainer": {"odd": 3, "name": "a"}},
        "evidence": [{"odd": 4}],
    }
    pairs = [("training.steps", "2"), ("training.trainer.name", "b")]
    assert fill(document, "training", pairs) == {
        "odd": 1,
        "training": {"odd": 2, "steps": 2, "trainer": {"odd": 3, "name": "b"}},
        "evidence": [{"odd": 4}],
    }
    after = fill(document, "evidence", [("evidence.0.claim", "x"), ("evidence.1.claim", "y")])
    assert after["evidence"] == [{"odd": 4, "claim": "x"}, {"claim": "y"}]


def test_the_document_that_was_given_is_not_changed() -> None:
    document = {"training": {"trainer": {"name": "a"}}}
    fill(document, "training", [("training.trainer.name", "b")])
    assert document == {"training": {"trainer": {"name": "a"}}}


def test_unchecked_boxes_are_taken_away_and_checked_ones_follow_the_order_of_the_form() -> None:
    document = {"task": {"kind": ["math", "odd one", "code"]}}
    pairs = [("task.kind", ""), ("task.kind", "terminal"), ("task.kind", "repository"), ("task.kind", "odd one")]
    assert fill(document, "task", pairs) == {"task": {"kind": ["odd one", "repository", "terminal"]}}
    assert fill(document, "task", [("task.kind", "")]) == {}


def test_the_order_of_boxes_is_not_a_change() -> None:
    document = {"checkpoint": {"serving_formats": ["fp8", "bf16"]}}
    pairs = [("checkpoint.serving_formats", value) for value in ("", "bf16", "fp8")]
    assert fill(document, "checkpoint", pairs) == document


def test_a_list_of_choices_that_is_none_can_be_mended() -> None:
    document = {"task": {"kind": "code"}}
    assert fill(document, "task", [("task.kind", ""), ("task.kind", "code")]) == {"task": {"kind": ["code"]}}


def test_a_text_where_a_number_is_asked_can_be_mended_by_the_same_digits() -> None:
    document = {"training": {"steps": "60"}}
    assert fill(document, "training", [("training.steps", '"60"')]) == document
    assert fill(document, "training", [("training.steps", "60")]) == {"training": {"steps": 60}}


def test_rows_are_added_in_order_and_blank_ones_dropped() -> None:
    pairs = [
        ("verifier.cases:rows", "0,1,2"),
        ("verifier.cases.2.type", "V03"),
        ("verifier.cases.0.type", "V01"),
        ("verifier.cases.0.runs", "60"),
        ("verifier.cases.1.type", ""),
        ("verifier.cases.10.type", "V04"),
    ]
    after = filled("cases", *pairs)
    assert after == {"verifier": {"cases": [{"type": "V01", "runs": 60}, {"type": "V03"}, {"type": "V04"}]}}


def test_a_row_is_removed_by_its_button_and_what_was_typed_beside_it_is_kept() -> None:
    document = {"verifier": {"cases": [{"type": "V01"}, {"type": "V02"}, {"type": "V03"}]}}
    pairs = [
        ("do", "remove:verifier.cases.1"),
        *((f"verifier.cases.{number}.type", f"V0{number + 1}") for number in range(3)),
        ("verifier.cases.2.note", "late"),
    ]
    after = fill(document, "cases", pairs)
    assert after == {"verifier": {"cases": [{"type": "V01"}, {"type": "V03", "note": "late"}]}}


@pytest.mark.parametrize(
    "do", ["remove:evidence.0", "remove:verifier.cases", "remove:", "remove:verifier.cases.x", "save"]
)
def test_a_button_of_something_else_removes_nothing(do: str) -> None:
    document = {"verifier": {"cases": [{"type": "V01"}]}}
    assert fill(document, "cases", [("do", do), ("verifier.cases.0.type", "V01")]) == document


def test_a_row_that_the_browser_took_out_is_gone_and_one_it_never_had_stays() -> None:
    document = {"evidence": [{"claim": "a"}, {"claim": "b"}, {"claim": "c"}]}
    pairs = [("evidence:rows", "0,1"), ("evidence.1.claim", "b")]
    assert fill(document, "evidence", pairs) == {"evidence": [{"claim": "b"}, {"claim": "c"}]}


def test_the_last_row_takes_the_list_with_it() -> None:
    document = {"evidence": [{"claim": "a"}]}
    assert fill(document, "evidence", [("do", "remove:evidence.0"), ("evidence.0.claim", "a")]) == {}


def test_a_text_where_rows_or_parts_are_asked_is_kept_until_it_is_cleared() -> None:
    document = {"evidence": "see mail", "training": {"trainer": "slime"}, "verifier": {"cases": ["oracle"]}}
    assert fill(document, "evidence", [("evidence:raw", "see mail"), ("evidence.0.claim", "")]) == document
    assert fill(document, "evidence", [("evidence:raw", "other")])["evidence"] == "other"
    assert "evidence" not in fill(document, "evidence", [("evidence:raw", "")])
    rows = fill(document, "evidence", [("evidence:raw", "see mail"), ("evidence.0.claim", "x")])
    assert rows["evidence"] == [{"claim": "x"}]
    parts = fill(document, "training", [("training.trainer:raw", "slime"), ("training.trainer.name", "slime")])
    assert parts["training"] == {"trainer": {"name": "slime"}}
    cases = fill(document, "cases", [("verifier.cases.0:raw", ""), ("verifier.cases.0.type", "V01")])
    assert cases["verifier"] == {"cases": [{"type": "V01"}]}


def test_a_promise_takes_the_item_of_its_page_and_leaves_the_others_alone() -> None:
    document = {
        "commitments": [{"item": "reward", "owner": "A"}, {"item": "budget", "owner": "B", "due": "2026-12-20"}]
    }
    pairs = [("commitments:rows", "1,2"), ("commitments.1.owner", "B"), ("commitments.2.owner", "C")]
    after = fill(document, "promise-budget", pairs)
    assert after == {"commitments": [*document["commitments"], {"item": "budget", "owner": "C"}]}


def test_clearing_a_promise_twice_never_touches_one_of_another_page() -> None:
    document = {"commitments": [{"item": "reward", "owner": "A"}, {"item": "budget", "owner": "B"}]}
    pairs = [("commitments:rows", "0"), ("commitments.0.owner", ""), ("commitments.0.due", "")]
    once = fill(document, "promise-reward", pairs)
    assert once == {"commitments": [{"item": "budget", "owner": "B"}]}
    assert fill(once, "promise-reward", pairs) == once
    again = fill(once, "promise-reward", [("commitments:rows", "0"), ("commitments.0.owner", "C")])
    assert again == {"commitments": [{"item": "budget", "owner": "B"}, {"item": "reward", "owner": "C"}]}
    assert fill(once, "promise-reward", [("do", "remove:commitments.0"), ("commitments.0.owner", "")]) == once


def test_a_promise_without_owner_and_date_is_taken_back() -> None:
    document = {
        "commitments": [{"item": "reward", "owner": "A"}, {"item": "budget", "owner": "B", "due": "2026-12-20"}]
    }
    after = fill(document, "promise-budget", [("commitments.1.owner", ""), ("commitments.1.due", "")])
    assert after == {"commitments": [{"item": "reward", "owner": "A"}]}


def test_r26_money_is_typed_in_major_units_and_kept_in_minor_ones() -> None:
    pairs = [
        ("budget.currency", "USD"),
        ("budget.cap", "60,000.00"),
        ("budget.maximum", "9,99"),
        ("budget.minimum", "5"),
    ]
    after = filled("budget", *pairs)
    assert after == {"budget": {"currency": "USD", "cap": 6_000_000, "maximum": "9,99", "minimum": 500}}


def test_money_waits_for_its_currency() -> None:
    first = filled("success", ("success.max_cost_per_accepted", "0.60"))
    assert first == {"success": {"max_cost_per_accepted": "0.60"}}
    assert fill(first, "budget", [("budget.currency", "USD")])["success"] == {"max_cost_per_accepted": 60}


def test_another_currency_keeps_the_amount_that_people_see() -> None:
    document = {
        "budget": {"currency": "USD", "cap": 6_000_000, "training": 5, "minimum": 4_000_000},
        "success": {"max_cost_per_accepted": 60},
    }
    pairs = [("budget.currency", "KWD"), ("budget.cap", "60,000.00"), ("budget.training", "1")]
    after = fill(document, "budget", pairs)
    assert after["budget"]["cap"] == 60_000_000
    assert after["budget"]["training"] == 1_000
    assert after["budget"]["minimum"] == 40_000_000
    assert after["success"]["max_cost_per_accepted"] == 600
    assert fill(after, "budget", [("budget.currency", "EUR")])["budget"]["minimum"] == 4_000_000


def test_money_without_a_currency_stays_minor_units_when_one_is_named() -> None:
    document = {"budget": {"cap": 6_000_000}}
    after = fill(document, "budget", [("budget.currency", "USD"), ("budget.cap", "6000000")])
    assert after == {"budget": {"currency": "USD", "cap": 6_000_000}}


def test_files_among_the_pairs_are_passed_over() -> None:
    assert fill({}, "task", [("task.description", object())]) == {}  # type: ignore[list-item]


def test_an_amount_that_the_new_currency_cannot_hold_is_kept_as_it_was_seen() -> None:
    document = {"budget": {"currency": "KWD", "cap": 40_001}, "success": {"max_cost_per_accepted": 1_001}}
    after = fill(document, "budget", [("budget.currency", "EUR"), ("budget.cap", "40.001")])
    assert after == {"budget": {"currency": "EUR", "cap": "40.001"}, "success": {"max_cost_per_accepted": "1.001"}}
