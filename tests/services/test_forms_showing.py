"""A document as controls: every value visible, every control with the id that findings link to."""

from typing import Any

import pytest

from app.inquiries.fields import FIELDS, SECTIONS
from app.inquiries.forms import FieldView, fill, show
from tests.services.documents import example


def view_of(section: str, field_id: str, **document: Any) -> FieldView:  # noqa: ANN401  any document
    return next(view for view in show(document, section) if view.id == field_id)


def test_every_question_of_a_page_is_a_control_named_by_its_id() -> None:
    for section in SECTIONS.values():
        assert [view.id for view in show({}, section.id)] == [field.id for field in section.fields]


@pytest.mark.parametrize(
    ("section", "field_id", "value", "shown"),
    [
        ("training", "training.steps", 60, "60"),
        ("training", "training.steps", "sixty", "sixty"),
        ("training", "training.steps", "60", '"60"'),
        ("training", "training.steps", [1], "[1]"),
        ("training", "training.steps", float("nan"), "NaN"),
        ("training", "training.controls", ["a", "b"], "a\nb"),
        ("training", "training.controls", ["a", 1], '["a", 1]'),
        ("training", "training.controls", "a", '"a"'),
        ("success", "success.minimum_gain", 0.15, "0.15"),
        ("scope", "scope.training", False, "no"),
        ("scope", "scope.training", "yes", '"yes"'),
        ("scope", "scope.training", 1, "1"),
        ("model", "model.version", 3.8, "3.8"),
        ("model", "title", True, "true"),
        ("model", "title", "\ud800", "\\ud800"),
    ],
)
def test_any_value_is_shown_as_text(section: str, field_id: str, value: object, shown: str) -> None:
    key, _, rest = field_id.partition(".")
    assert view_of(section, field_id, **{key: {rest: value} if rest else value}).value == shown


def test_a_number_without_end_is_named() -> None:
    assert (
        view_of("training", "training.steps", training={"steps": 10**5000}).value == "a number of more than 30 digits"
    )


def test_money_is_shown_in_major_units_with_its_currency() -> None:
    view = view_of("budget", "budget.cap", budget={"currency": "USD", "cap": 6_000_000})
    assert (view.value, view.unit) == ("60,000.00", "USD")
    nameless = view_of("budget", "budget.cap", budget={"cap": 6_000_000})
    assert (nameless.value, nameless.unit) == ("6000000", "")


def test_a_text_of_several_lines_gets_a_control_of_several_lines() -> None:
    assert view_of("model", "title", title="a\nb").control == "textarea"
    assert view_of("model", "title", title="a").control == "text"


def test_an_empty_group_offers_one_blank_row_and_another_when_asked() -> None:
    assert [row.number for row in view_of("cases", "verifier.cases").rows] == [0]
    document = {"verifier": {"cases": [{"type": "V01"}]}}
    (_, cases) = show(document, "cases", add={"verifier.cases": 0})
    assert [(row.id, row.label, row.is_new) for row in cases.rows] == [
        ("verifier.cases.0", "Case 1", False),
        ("verifier.cases.1", "Case 2", True),
    ]
    assert cases.listed == "0,1"


def test_r10_all_rows_of_all_groups_are_there_again() -> None:
    (_, cases) = show(example("qwen"), "cases")
    document = example("qwen")
    assert [row.cells[1].value for row in cases.rows] == [row["type"] for row in document["verifier"]["cases"]]


def test_promises_stand_on_the_page_of_their_item() -> None:
    rows = [
        {"item": "reward", "owner": "A"},
        {"item": "nonsense"},
        {"item": "budget"},
        {"item": "reward", "owner": "B"},
    ]
    (reward,) = show({"commitments": rows}, "promise-reward")
    assert [(row.number, row.label, [cell.label for cell in row.cells]) for row in reward.rows] == [
        (0, "Promise 1", ["Owner", "Due"]),
        (3, "Promise 4", ["Owner", "Due"]),
    ]
    (checkpoint,) = show({"commitments": rows}, "promise-checkpoint")
    assert [(row.number, row.label, len(row.cells)) for row in checkpoint.rows] == [(1, "Promise 2", 3)]
    (budget,) = show({"commitments": "later"}, "promise-budget")
    assert budget.raw is not None
    assert (budget.raw.value, [row.number for row in budget.rows]) == ("later", [0])


def test_r01_typed_text_stands_there_again_to_the_letter() -> None:
    typed = [
        ("training.steps", " 6 0 "),
        ("training.trainer.name", "slime "),
        ("training.controls", "a\r\nb"),
        ("training.load_test.passed", "yes"),
    ]
    views = {view.id: view for view in show(example("qwen"), "training", typed)}
    assert views["training.steps"].value == " 6 0 "
    assert views["training.trainer"].parts[0].value == "slime "
    assert views["training.controls"].value == "a\r\nb"
    assert views["training.load_test"].parts[0].value == "yes"
    assert views["training.method"].value == "grpo"


def test_r01_typed_rows_and_boxes_stand_there_again() -> None:
    typed = [("verifier.cases:rows", "0,7"), ("verifier.cases.0.note", "n"), ("verifier.cases.7.type", "V09")]
    (_, cases) = show(example("qwen"), "cases", typed)
    assert [(row.number, row.cells[1].value) for row in cases.rows] == [(0, "V01"), (7, "V09")]
    (*_, kinds) = show(example("qwen"), "task", [("task.kind", ""), ("task.kind", "math")])
    assert kinds.values == ("math",)


def test_r20_messages_stand_at_their_question_and_row() -> None:
    errors = {"verifier.cases.0": ["Give a number."], "verifier.cases_from": ["Choose."], "verifier.cases": ["Add."]}
    origin, cases = show({"verifier": {"cases": [{"runs": "x"}]}}, "cases", errors=errors)
    assert (origin.errors, cases.errors, cases.rows[0].errors) == (("Choose.",), ("Add.",), ("Give a number.",))


def test_what_decides_the_kind_of_inquiry_is_shown_and_never_asked() -> None:
    schema, kind, *_ = show({"kind": "qwen-27b", "schema": "pilot-inquiry/1"}, "model")
    assert (schema.control, kind.control, kind.value) == ("fixed", "fixed", "qwen-27b")


def test_a_list_that_is_no_list_and_a_row_that_is_no_row_are_seen() -> None:
    (_, cases) = show({"verifier": {"cases": ["oracle"]}}, "cases")
    assert cases.rows[0].raw is not None
    assert cases.rows[0].raw.value == "oracle"
    view = view_of("task", "task.kind", task={"kind": "code"})
    assert view.values == ("code ",)
    assert fill({}, "task", []) == {}
    assert set(FIELDS) >= {"task.kind"}
