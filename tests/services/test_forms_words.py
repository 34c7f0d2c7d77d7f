"""Answers in words: summaries, check answers, differences, and messages beside questions."""

from typing import Any

import pytest

from app.inquiries.fields import FIELDS, SECTIONS
from app.inquiries.forms import Difference, Grid, answers, differences, errors_of, summary
from app.inquiries.forms.grids import Cell
from app.rules.finding import Finding, Item, Severity, Status
from tests.services.documents import example


def said(field_id: str, **document: Any) -> str | Grid:  # noqa: ANN401  any document
    section = FIELDS[field_id].section
    return next(words for _, words, anchor in answers(document, section) if anchor == field_id)


@pytest.mark.parametrize(
    ("field_id", "value", "words"),
    [
        ("training.steps", 60, "60 steps"),
        ("training.steps", 1, "1 step"),
        ("training.steps", "sixty", "sixty"),
        ("training.max_trainer_tokens", 65536, "65,536 tokens"),
        ("training.method", "async-grpo", "GRPO, asynchronous"),
        ("training.controls", ["a", " ", "b"], "a\nb"),
        ("training.trainer", {"name": "slime", "version": "1"}, "slime, 1"),
        ("training.trainer", "slime", "slime"),
        ("training.load_test", {"passed": True, "on": "2026-11-15"}, "It worked: Yes; On: 15 November 2026"),
        ("scope.training", False, "No"),
        ("task.kind", ["code", "math"], "Writing code, Mathematics"),
        ("baseline.latency_p50_s", 67.405, "67.405 seconds"),
        ("budget.cached_share", 0.4, "0.4"),
        ("budget.cap", 600, "600 in the smallest unit of a currency that is not named"),
        (
            "evidence",
            [{}, {"claim": "c", "used_for": "recipe"}, 3],
            "2. Claim on record: c; Used for: A recipe to follow\n3. 3",
        ),
        ("evidence", "mail", "mail"),
        ("model.version", " 3.8 ", "3.8"),
        ("model.version", None, ""),
    ],
)
def test_answers_are_said_in_words_with_their_units(field_id: str, value: object, words: str) -> None:
    key, _, rest = field_id.partition(".")
    assert said(field_id, **{key: {rest: value} if rest else value}) == words


def test_money_is_said_with_its_currency() -> None:
    assert said("budget.cap", budget={"currency": "USD", "cap": 6_000_000}) == "USD 60,000.00"


def test_check_answers_names_every_question_once_and_the_promises_of_each_item() -> None:
    anchors = [anchor for section in SECTIONS for _, _, anchor in answers(example("promised"), section)]
    assert set(anchors) == set(FIELDS) - {"schema", "kind"}
    promised = {"commitments": [{"item": "reward", "owner": "ML lead", "due": "2026-12-20"}]}
    made = Grid("Promises", ("Promise", "Owner", "Due"), ((1, (Cell("ML lead"), Cell("20 December 2026"))),))
    assert answers(promised, "promise-reward") == [("Promises", made, "commitments")]
    assert answers({"commitments": 3}, "promise-reward") == [("Promises", "", "commitments")]


def test_a_page_says_in_one_line_what_stands_on_it() -> None:
    document = example("qwen")
    revision = document["checkpoint"]["revision"][:8]
    assert summary(document, "checkpoint") == f"Qwen/Qwen3.8-27B; {revision}; BF16; Apache-2.0"
    assert summary(document, "stops") == "5 stop conditions"
    assert summary({"data": {"held_out_tasks": 200}}, "data") == "Held-out tasks: 200"
    assert summary({"scope": {"training": True, "managed_rft": False}}, "scope") == "Training is asked for"
    assert summary({"evidence": [{"claim": "c"}]}, "evidence") == "1 citation"
    assert summary({"commitments": [{"item": "reward", "owner": "A"}]}, "promise-reward") == "promised by A"
    assert summary({"commitments": [{"item": "reward"}, 3]}, "promise-reward") == ""
    assert summary({"evidence": [None]}, "evidence") == ""
    assert summary({"title": "long " * 50}, "model").endswith("…")
    assert [section for section in SECTIONS if summary({}, section)] == []


def test_two_drafts_differ_answer_by_answer() -> None:
    before = {"title": "a", "training": {"steps": 60}, "scope": {"training": None}}
    after = {"title": "b", "training": {"steps": "60"}, "scope": {}, "evidence": [{"claim": "c"}]}
    assert differences(before, after) == [
        Difference("title", "Title", "a", "b"),
        Difference("training.steps", "Training steps", "60 steps", '"60"'),
        Difference("evidence", "Cited evidence", "", "1. Claim on record: c"),
        Difference("scope.training", "Training is asked for", "null", ""),
    ]
    assert differences(example("glm"), example("glm")) == []


def finding(field: str, severity: Severity, status: Status = Status.OPEN) -> Finding:
    return Finding("EN-06", Item.ENVIRONMENT, severity, status, field, "It is empty.", "Measure it.", {}, "L20")


def test_r20_what_refuses_stands_beside_its_question_once_the_page_was_begun() -> None:
    found = [
        finding("environment.image", Severity.BLOCK),
        finding("environment.image", Severity.PROMISE),
        finding("environment.reset", Severity.WARN),
        finding("environment.tools", Severity.PROMISE, Status.PROMISED),
    ]
    assert errors_of({"environment": {"tools": []}}, "environment", found) == {}
    assert errors_of({"kind": "qwen-27b"}, "model", [finding("model", Severity.BLOCK)]) == {}
    assert errors_of({"environment": {"max_turns": 3}}, "environment", found) == {
        "environment.image": ("It is empty. Measure it.", "It is empty. Measure it.")
    }


def test_r20_what_cannot_be_read_stands_beside_its_question_while_the_law_speaks_of_the_whole_page() -> None:
    whole = [finding("verifier", Severity.PROMISE)]
    said = errors_of({"verifier": {"accept_threshold": "0,5"}}, "verifier", whole)
    assert set(said) == {"verifier", "verifier.accept_threshold"}
    assert said["verifier.accept_threshold"][0].startswith(
        "Reward from which a result is accepted: “0,5” is not a number"
    )
    assert "verifier.accept_threshold" not in errors_of({"verifier": {"accept_threshold": 0.5}}, "verifier", whole)
    assert errors_of({"verifier": {"accept_threshold": "0,5"}, "task": {"description": "x"}}, "task", []) == {}
