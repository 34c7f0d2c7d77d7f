"""Reading a document: every field as its type, blank as not answered, and the rest said in people's words."""

from datetime import date
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.inquiries.fields import FIELDS, SECTIONS, read
from app.rules.facts import NOTHING, Answers, Unreadable
from tests.services.documents import ANYTHING, TEXTS, documents, example

BLANKS: tuple[object, ...] = (None, "", " \n\t", [], {})


def placed(field_id: str, value: object) -> dict[str, Any]:
    key, _, rest = field_id.partition(".")
    return {key: {rest: value}} if rest else {key: value}


def only(field_id: str, value: object) -> Unreadable:
    """Return the one thing that cannot be read when only this stands in the document."""
    (found,) = read(placed(field_id, value)).unreadable
    return found


@pytest.mark.parametrize("name", ["qwen", "promised", "glm"])
def test_the_examples_read_whole(name: str) -> None:
    assert read(example(name)).unreadable == ()


@settings(max_examples=100, deadline=None)
@given(documents() | st.dictionaries(TEXTS, ANYTHING, max_size=4))
def test_r19_no_document_is_too_odd_to_read(document: dict[str, Any]) -> None:
    first, second = read(document), read(document)
    assert first == second
    for found in first.unreadable:
        assert found.label
        assert found.reason
        assert found.remedy
        f"{found.field}{found.label}{found.given}{found.reason}{found.remedy}".encode()


@settings(max_examples=50, deadline=None)
@given(documents())
def test_r18_one_field_is_reported_once(document: dict[str, Any]) -> None:
    fields = [found.field for found in read(document).unreadable]
    assert len(set(fields)) == len(fields)


def test_nesting_without_end_is_read_like_anything_else() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert only("training.steps", deep).reason == "A list is not a whole number"


@pytest.mark.parametrize("blank", BLANKS)
def test_blank_is_not_answered(blank: object) -> None:
    reading = read({"title": blank, **dict.fromkeys(("checkpoint", "evidence"), blank), "training": {"steps": blank}})
    assert reading.answers == Answers({}, frozenset())
    assert reading.unreadable == ()


@pytest.mark.parametrize("blank", BLANKS)
def test_blank_is_not_answered_whatever_is_asked(blank: object) -> None:
    assert [field_id for field_id in FIELDS if read(placed(field_id, blank)) != read({})] == []


@pytest.mark.parametrize("wrong", [True, 1.5, "word", ["word"], [[]], {"odd": 1}, nan])
def test_r17_every_field_says_what_it_cannot_read_in_words(wrong: object) -> None:
    for field_id in FIELDS:
        reading = read(placed(field_id, wrong))
        for found in reading.unreadable:
            assert found.field.startswith(field_id)
            assert "." not in field_id or field_id not in found.label + found.reason + found.remedy
        assert reading.answers.answered(field_id) or wrong in ({"odd": 1}, [[]])


def test_text_loses_the_white_space_round_it() -> None:
    assert read({"title": "  Fix tests \n"}).answers.text("title") == "Fix tests"


def test_text_that_no_page_can_carry_is_written_out() -> None:
    assert read({"title": "a\ud800"}).answers.text("title") == "a\\ud800"


def test_numbers_keep_their_kind() -> None:
    answers = read({"training": {"steps": 60.0}, "success": {"minimum_gain": 0.15, "target_value": 1}}).answers
    assert (answers.values["training.steps"], type(answers.values["training.steps"])) == (60, int)
    assert (answers.number("success.minimum_gain"), answers.number("success.target_value")) == (0.15, 1)


def test_dates_flags_and_lists_are_what_they_say() -> None:
    answers = read(
        {
            "timing": {"finish_by": " 2027-03-31 "},
            "scope": {"training": False},
            "task": {"kind": ["code", " math ", ""]},
            "training": {"controls": [" a ", ""]},
        }
    ).answers
    assert answers.day("timing.finish_by") == date(2027, 3, 31)
    assert answers.flag("scope.training") is False
    assert answers.items("task.kind") == ("code", "math")
    assert answers.items("training.controls") == ("a",)


def test_a_row_keeps_its_place_among_empty_ones() -> None:
    answers = read({"verifier": {"cases": [None, {}, {"type": " "}, {"type": "V01"}]}}).answers
    assert answers.rows("verifier.cases") == (NOTHING, NOTHING, NOTHING, Answers({"type": "V01"}))


def test_rows_of_nothing_are_not_answered() -> None:
    assert read({"verifier": {"cases": [None, {}, {"note": "", "odd": 1}]}}) == read({})


def test_unknown_is_an_answer_where_it_is_a_choice_or_text() -> None:
    answers = read({"data": {"personal_data": "unknown", "source": "unknown"}}).answers
    assert (answers.text("data.personal_data"), answers.text("data.source")) == ("unknown", "unknown")


@pytest.mark.parametrize("field_id", ["training.steps", "timing.finish_by", "budget.cap", "training.method"])
def test_unknown_is_refused_kindly_elsewhere(field_id: str) -> None:
    assert only(field_id, "unknown").reason.startswith("“unknown” cannot be taken here: ")


@pytest.mark.parametrize(
    ("field_id", "value", "reason"),
    [
        ("training.steps", "sixty", "“sixty” is not a whole number"),
        ("training.steps", "60", "“60” is not a whole number"),
        ("training.steps", 1.5, "1.5 is not a whole number"),
        ("training.steps", True, "The value true is not a whole number"),
        ("training.steps", -1, "-1 is less than 0"),
        ("training.steps", 2**53, "9007199254740992 is larger than any number that can be kept exactly"),
        ("training.steps", inf, "A number without bound is not a whole number"),
        ("success.target_value", nan, "Not a number (NaN) is not a number"),
        (
            "success.target_value",
            10**40,
            "A number of more than 30 digits is larger than any number that can be kept exactly",
        ),
        ("budget.cached_share", 40, "40 is more than 1, the whole"),
        ("budget.cap", -5, "-5 is less than 0"),
        ("budget.cap", "9,99", "“9,99” can be read as 9.99 or as 999"),
        ("budget.cap", "1.234", "“1.234” can be read as 1.234 or as 1234"),
        ("budget.cap", "60 000", "“60 000” can be read as 60.000 or as 60000"),
        ("budget.currency", "usd", "“usd” is not a currency code"),
        ("timing.time_zone", "Mars/Base", "“Mars/Base” is not a time zone"),
        ("timing.time_zone", "Europe", "“Europe” is not a time zone"),
        ("timing.time_zone", "../etc", "“../etc” is not a time zone"),
        ("timing.finish_by", "31.3.2027", "“31.3.2027” is not a date"),
        ("timing.finish_by", "2027-02-30", "“2027-02-30” is not a date"),
        ("timing.finish_by", 20270331, "20270331 is not a date"),
        ("training.method", "GRPO", "“GRPO” is not one of the choices"),
        ("training.method", ["grpo"], "A list is not one of the choices"),
        ("task.kind", "code", "“code” is not a list of choices"),
        ("task.kind", ["code", "cooking"], "“cooking” is not one of the choices"),
        ("scope.training", "yes", "“yes” is not yes or no"),
        ("model.version", 3.8, "3.8 is not text"),
        ("model.version", ["3.8"], "A list is not text"),
        ("training.trainer", "slime", "“slime” stands where a group of named parts is asked for"),
        ("verifier.cases", {"type": "V01"}, "A group of values stands where a list of rows is asked for"),
    ],
)
def test_r26_what_cannot_be_read_says_why(field_id: str, value: object, reason: str) -> None:
    found = only(field_id, value)
    assert (found.field, found.label, found.reason) == (field_id, FIELDS[field_id].label, reason)


def test_a_part_is_reported_at_its_object_and_the_rest_is_read() -> None:
    reading = read({"baseline": {"sampling": {"temperature": "hot", "top_k": -1}}})
    (found,) = reading.unreadable
    assert (found.field, found.label) == ("baseline.sampling", "Sampling of the baseline: Temperature")
    part = reading.answers.part("baseline.sampling")
    assert part == Answers({"top_k": -1}, frozenset({"temperature"}))


def test_a_part_of_a_part_is_named_from_the_outside_in() -> None:
    reading = read({"verifier": {"judge": {"model": "m", "sampling": {"top_p": 2}, "terms": "yes"}}})
    (found,) = reading.unreadable
    assert found.field == "verifier.judge"
    assert found.reason == (
        "Sampling of the judge, Top p: 2 is more than 1, the whole; "
        "Terms of the judge: “yes” stands where a group of named parts is asked for"
    )
    judge = reading.answers.part("verifier.judge")
    assert (judge.text("model"), judge.part("sampling").unreadable) == ("m", frozenset({"top_p"}))


def test_a_cell_is_reported_at_its_row_in_the_words_of_the_form() -> None:
    found = only("verifier.cases", [{}, {"type": "V01", "runs": "many"}])
    assert (found.field, found.label) == ("verifier.cases.1", "Case 2: Runs")
    assert found.remedy == "Give a whole number of runs from 0, such as 60. Leave it empty while it is not known."


def test_a_row_that_is_none_counts_as_answered() -> None:
    reading = read({"verifier": {"cases": ["oracle", {"type": "V01"}]}})
    (found,) = reading.unreadable
    assert (found.field, found.label) == ("verifier.cases.0", "Case 1")
    lost, _ = reading.answers.rows("verifier.cases")
    assert all(lost.answered(cell.id) for cell in FIELDS["verifier.cases"].parts)


def test_a_section_that_is_no_object_counts_as_answered() -> None:
    reading = read({"checkpoint": "Qwen"})
    (found,) = reading.unreadable
    assert (found.field, found.label) == ("checkpoint", "The section “Checkpoint”")
    assert all(reading.answers.answered(field.id) for field in SECTIONS["checkpoint"].fields)


def test_reports_follow_the_order_of_the_form() -> None:
    reading = read(
        {
            "budget": {"stop_conditions": [1, *[{}] * 9, 2], "cap": "x"},
            "schema": "other",
            "checkpoint": 1,
            "training": {"trainer": 1, "method": 1},
        }
    )
    assert [found.field for found in reading.unreadable] == [
        "checkpoint",
        "schema",
        "training.method",
        "training.trainer",
        "budget.cap",
        "budget.stop_conditions.0",
        "budget.stop_conditions.10",
    ]


def test_a_list_that_no_page_could_show_is_refused_as_one() -> None:
    reading = read({"verifier": {"cases": [1] * 501}})
    (found,) = reading.unreadable
    assert (found.field, found.reason) == ("verifier.cases", "There are 501 rows; at most 500 are read")
    assert reading.answers.answered("verifier.cases")


def test_a_long_list_of_choices_is_not_recited() -> None:
    found = only("verifier.cases", [{"type": "V99"}])
    assert found.remedy == "Choose one of the 32 kinds on the list, such as “Oracle: the reference solution passes”."
