"""Rows for the cases that a task needs are laid out on request; what came of them nobody fills in but the customer."""

from typing import Any

from app.inquiries.forms import fill, show
from app.inquiries.forms.needed import ADD_NEEDED, missing_kinds
from tests.services.documents import example

MATH: dict[str, Any] = {"task": {"kind": ["math"]}}
ALWAYS = ("V01", "V02", "V03", "V04", "V21", "V24", "V25")


def test_the_kinds_that_a_task_needs_are_those_of_the_checklist() -> None:
    assert missing_kinds({}) == ALWAYS
    assert missing_kinds(MATH) == ("V01", "V02", "V03", "V04", "V10", "V17", "V21", "V24", "V25")
    assert missing_kinds({"verifier": {"cases": [{"type": kind} for kind in ALWAYS]}}) == ()
    assert missing_kinds({"verifier": {"cases": "later"}}) == ()


def test_a_button_lays_out_the_missing_rows_beside_what_was_typed() -> None:
    pairs = [("do", ADD_NEEDED), ("verifier.cases.0.type", "V02"), ("verifier.cases.0.observed", "reject")]
    cases = fill(MATH, "cases", pairs)["verifier"]["cases"]
    assert cases[:3] == [
        {"type": "V02", "observed": "reject"},
        {"type": "V01", "expected": "accept"},
        {"type": "V03", "expected": "reject"},
    ]
    assert all("observed" not in case for case in cases[1:])
    again = {**MATH, "verifier": {"cases": cases}}
    assert fill(again, "cases", [("do", ADD_NEEDED)]) == again


def test_the_button_says_how_many_are_missing_and_goes_when_none_is() -> None:
    (_, cases) = show(MATH, "cases")
    assert cases.offer == (ADD_NEEDED, "Add the 9 kinds that your task needs")
    (_, one) = show({"verifier": {"cases": [{"type": kind} for kind in ALWAYS[:-1]]}}, "cases")
    assert one.offer[1] == "Add the kind that your task still needs"
    (_, none) = show(example("qwen"), "cases")
    assert none.offer[1] == ""
