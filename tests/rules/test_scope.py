from datetime import timedelta

import pytest

from app.rules.checklist import evaluate
from app.rules.facts import Facts, Unreadable
from app.rules.finding import Gate
from tests.rules.examples import SMALL, TODAY, facts, opened, row, said

NONE_ASKED = {"scope.training": False, "scope.rollout_inference": False, "scope.managed_rft": False}


def test_sc_01_wants_something_to_be_asked_for() -> None:
    assert opened("SC-01") == []
    assert opened("SC-01", NONE_ASKED) == ["scope"]
    assert opened("SC-01", dict.fromkeys(NONE_ASKED)) == ["scope"]
    assert opened("SC-01", NONE_ASKED, unreadable=frozenset({"scope.training"})) == []


def test_sc_01_wants_a_reason_where_one_of_two_scopes_costs_nothing() -> None:
    assert opened("SC-01", {"budget.rollout": 0}) == ["budget.rollout"]
    assert opened("SC-01", {"budget.rollout": 0, "budget.reasons": row(rollout="own GPUs")}) == []
    assert opened("SC-01", {"budget.rollout": 0, "scope.training": False}) == []
    assert opened("SC-01", {"budget.rollout": None}) == []


def test_sc_02_wants_to_know_who_updates_the_weights() -> None:
    by, trainer = "training.weights_updated_by", "training.trainer"
    assert opened("SC-02") == []
    assert opened("SC-02", {by: None}) == [by]
    assert opened("SC-02", {trainer: None}) == []
    assert opened("SC-02", {trainer: None, "scope.training": False}) == [trainer]
    assert opened("SC-02", {trainer: None, by: None, "scope.training": False}) == [trainer, by]
    assert opened("SC-02", {by: None, "scope.rollout_inference": False}) == []


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({}, []),
        ({"scope.training": False}, ["scope"]),
        ({"scope.training": False, "scope.managed_rft": True}, []),
        ({"scope.training": False, "training.weights_updated_by": "customer"}, []),
    ],
)
def test_sc_03_lets_grid_update_weights_only_where_that_is_asked_for(
    changes: dict[str, object], fields: list[str]
) -> None:
    assert opened("SC-03", {"training.weights_updated_by": "grid", **changes}) == fields


def test_sc_04_wants_an_eligibility_for_this_checkpoint_and_method() -> None:
    field = "scope.managed_rft_eligibility"
    asked = {"scope.managed_rft": True}
    assert opened("SC-04") == []
    assert opened("SC-04", asked) == [field]
    assert opened("SC-04", {**asked, field: row(checkpoint=SMALL.id, method="grpo")}) == []
    assert opened("SC-04", {**asked, field: row(checkpoint=f"{SMALL.id}@abc", method="grpo")}) == []
    assert opened("SC-04", {**asked, field: row(checkpoint=SMALL.id, method="dapo")}) == [field]
    assert opened("SC-04", {**asked, field: row(checkpoint="acme/other", method="grpo")}) == [field]
    assert opened("SC-04", asked, unreadable=frozenset({field})) == []


def test_sc_04_cannot_tell_at_the_commit_gate_while_invitations_are_not_on_record() -> None:
    field = "scope.managed_rft_eligibility"
    invited = {"scope.managed_rft": True, field: row(checkpoint=SMALL.id, method="grpo")}
    assert said("SC-04", invited, gate=Gate.COMMIT) == [(field, "cannot-tell")]


@pytest.mark.parametrize(
    ("missing", "section"),
    [
        ("model.family", "model"),
        ("model.version", "model"),
        ("checkpoint.repository", "checkpoint"),
        ("task.description", "task"),
        ("task.accepted_result", "task"),
        ("data.source", "data"),
        ("verifier.kind", "verifier"),
        ("environment.tools", "environment"),
        ("baseline.untuned", "baseline"),
        ("success.metric", "success"),
        ("timing.earliest_start", "timing"),
        ("timing.finish_by", "timing"),
        ("budget.currency", "budget"),
    ],
)
def test_sc_08_names_the_section_of_each_ask(missing: str, section: str) -> None:
    assert opened("SC-08", {missing: None}) == [section]


def test_sc_08_takes_either_end_of_the_budget_range() -> None:
    assert opened("SC-08", {"budget.minimum": None}) == []
    assert opened("SC-08", {"budget.maximum": None}) == []
    assert opened("SC-08", {"budget.minimum": None, "budget.maximum": None}) == ["budget"]


def test_sc_08_speaks_alone_for_a_section() -> None:
    found = evaluate(facts({"timing.finish_by": None, "timing.latest_start": TODAY - timedelta(1)}), input_digest="")
    assert [item.rule for item in found.findings if item.field.startswith("timing")] == ["SC-08"]


@pytest.mark.parametrize(("missing", "item"), [("verifier.kind", "reward"), ("baseline.untuned", "evaluation")])
def test_sc_08_takes_a_promise_for_two_of_the_asks(missing: str, item: str) -> None:
    promise = {missing: None, "commitments": (row(item=item, owner="Lead", due=TODAY),)}
    assert opened("SC-08", promise) == []
    assert opened("SC-08", promise, gate=Gate.COMMIT) == [missing.partition(".")[0]]
    late = {missing: None, "commitments": (row(item=item, owner="Lead", due=TODAY - timedelta(1)),)}
    assert opened("SC-08", late) == [missing.partition(".")[0]]


def test_sc_10_says_each_unreadable_field_once() -> None:
    cell = Unreadable("verifier.cases.0", "Case 1, type", "V99", "“V99” is not a type of case", "Choose one.")
    other = Unreadable("verifier.cases.0", "Case 1, runs", "many", "“many” is not a whole number", "Give a number.")
    base = facts()
    found = evaluate(Facts(base.gate, base.today, base.answers, base.registry, (cell, other)), input_digest="")
    (only,) = (item for item in found.findings if item.rule == "SC-10")
    assert (only.field, only.severity) == ("verifier.cases.0", "block")
    assert only.message == "Case 1, type: “V99” is not a type of case. Case 1, runs: “many” is not a whole number."
    assert only.remedy == "Choose one. Give a number."
