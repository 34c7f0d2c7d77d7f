from dataclasses import replace
from datetime import timedelta

import pytest

from app.rules.checklist import evaluate
from app.rules.facts import Answers, Facts, Unreadable
from app.rules.finding import Gate
from app.rules.records import InvitationRecord
from tests.rules.examples import COMMIT, FP8, KIND, SMALL, TODAY, facts, finding, opened, registry, row, said

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
    assert opened("SC-01", {"budget.rollout": 0, "scope.rollout_inference": False}) == []
    assert opened("SC-01", {"budget.rollout": 1}) == []
    assert opened("SC-01", {"budget.training": 0, "budget.reasons": row(rollout="own GPUs")}) == ["budget.training"]
    assert opened("SC-01", {"budget.training": 0}, unreadable=frozenset({"budget.reasons"})) == []
    both = {"budget.training": 0, "budget.rollout": 0}
    assert opened("SC-01", both) == ["budget.rollout", "budget.training"]
    assert "and rollouts are to cost nothing." in finding("SC-01", {"budget.rollout": 0}).message
    assert "and training is to cost nothing." in finding("SC-01", {"budget.training": 0}).message


def test_sc_02_wants_to_know_who_updates_the_weights() -> None:
    by, trainer = "training.weights_updated_by", "training.trainer"
    assert opened("SC-02") == []
    assert opened("SC-02", {by: None}) == [by]
    assert opened("SC-02", {trainer: None}) == []
    assert opened("SC-02", {trainer: None, "scope.training": False}) == [trainer]
    assert opened("SC-02", {trainer: None, by: None, "scope.training": False}) == [trainer, by]
    assert opened("SC-02", {by: None, "scope.rollout_inference": False}) == []
    assert opened("SC-02", {trainer: row(version="1"), "scope.training": None}) == [trainer]
    assert opened("SC-02", {trainer: row(name="trl"), "scope.training": None}) == []
    assert opened("SC-02", {trainer: None}, unreadable=frozenset({"scope.training"})) == []
    assert opened("SC-02", {"scope.training": False}, unreadable=frozenset({by, trainer})) == []


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


@pytest.mark.parametrize("name", ["scope.training", "scope.managed_rft"])
def test_sc_03_leaves_an_unreadable_scope_to_another_rule(name: str) -> None:
    by_grid = {"training.weights_updated_by": "grid", "scope.training": False}
    assert opened("SC-03", by_grid, unreadable=frozenset({name})) == []


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


def test_sc_04_leaves_unreadable_answers_to_another_rule() -> None:
    field = "scope.managed_rft_eligibility"
    invited = {"scope.managed_rft": True, field: row(checkpoint=SMALL.id, method="grpo")}
    for name in ("checkpoint.repository", "training.method"):
        assert opened("SC-04", invited, unreadable=frozenset({name})) == []
    half = {"scope.managed_rft": True, field: Answers({"checkpoint": SMALL.id}, frozenset({"method"}))}
    assert opened("SC-04", half) == []
    other = {**invited, field: row(checkpoint=SMALL.id, method="dapo")}
    assert opened("SC-04", other, unreadable=frozenset({"checkpoint.repository"})) == [field]


@pytest.mark.parametrize(
    ("records", "fields"),
    [
        ((), ["scope.managed_rft_eligibility"]),
        ((InvitationRecord(SMALL.id, "grpo"),), []),
        ((InvitationRecord(f"{SMALL.id}@{COMMIT}", "grpo"),), []),
        ((InvitationRecord(SMALL.id, "dapo"), InvitationRecord(FP8.id, "grpo")), ["scope.managed_rft_eligibility"]),
        ((InvitationRecord(SMALL.id, "dapo"), InvitationRecord(SMALL.id, "grpo")), []),
    ],
)
def test_sc_04_wants_the_invitation_on_record_at_the_commit_gate(
    records: tuple[InvitationRecord, ...], fields: list[str]
) -> None:
    invited = {"scope.managed_rft": True, "scope.managed_rft_eligibility": row(checkpoint=SMALL.id, method="grpo")}
    assert opened("SC-04", invited, gate=Gate.COMMIT, invitations=records) == fields
    assert opened("SC-04", invited, invitations=records) == []


def test_sc_04_says_which_invitation_is_missing() -> None:
    invited = {"scope.managed_rft": True, "scope.managed_rft_eligibility": row(checkpoint=SMALL.id, method="grpo")}
    found = finding("SC-04", invited, gate=Gate.COMMIT, invitations=(InvitationRecord(FP8.id, "grpo"),))
    assert found.message == (
        "No invitation of yours to managed RFT, for acme/Robin-2-27B with GRPO, is on record. The path is open by "
        "invitation only, and an engineer of this desk records each."
    )
    assert found.inputs["invitations"] == ["acme/Robin-2-27B-FP8, grpo"]
    assert finding("SC-04", {"scope.managed_rft": True}).message.startswith(
        "Managed RFT is asked for, and no decision names this checkpoint with this method."
    )


def test_sc_05_wants_to_know_how_new_weights_reach_the_rollouts() -> None:
    field = "rollout.weight_sync"
    assert said("SC-05") == []
    assert finding("SC-05", {field: None}).field == field
    assert finding("SC-05", {field: None}).severity == "warn"
    assert said("SC-05", {field: None, "scope.rollout_inference": False}) == []
    assert said("SC-05", unreadable=frozenset({field})) == []


def test_sc_06_wants_a_line_for_grading() -> None:
    field = "budget.verification"
    assert said("SC-06") == []
    assert said("SC-06", {field: 1}) == []
    none = finding("SC-06", {field: None})
    assert (none.field, none.severity) == (field, "warn")
    assert none.message.startswith("No line of the budget pays for the judge, the verifier and its sandboxes. ")
    nothing = finding("SC-06", {field: 0})
    assert nothing.message.startswith("Verification is to cost nothing, and it is not said why. ")
    assert nothing.inputs == {field: 0, "budget.reasons": None}
    assert opened("SC-06", {field: 0, "budget.reasons": row(rollout="own GPUs")}) == [field]
    assert said("SC-06", {field: 0, "budget.reasons": row(verification="in the evaluation")}) == []
    assert said("SC-06", unreadable=frozenset({field})) == []
    assert said("SC-06", {field: 0}, unreadable=frozenset({"budget.reasons"})) == []


@pytest.mark.parametrize(
    ("evaluation", "rollout", "fields"),
    [(0, 1, ["budget.evaluation"]), (0, 0, []), (1, 1, []), (None, 1, []), (0, None, [])],
)
def test_sc_07_keeps_evaluation_out_of_the_rollouts(
    evaluation: int | None, rollout: int | None, fields: list[str]
) -> None:
    assert opened("SC-07", {"budget.evaluation": evaluation, "budget.rollout": rollout}) == fields


def test_sc_07_shows_both_lines() -> None:
    found = finding("SC-07", {"budget.evaluation": 0})
    assert (found.severity, found.inputs) == ("note", {"budget.evaluation": 0, "budget.rollout": 2000000})


def test_sc_09_wants_a_reason_for_a_larger_model() -> None:
    larger = replace(registry(), kinds={KIND.id: replace(KIND, title="Robin 2T", larger_than_suggested=True)})
    found = finding("SC-09", known=larger)
    assert (found.field, found.severity) == ("model.size_reason", "note")
    assert found.message == (
        "“Robin 2T” starts with a larger model than the one suggested first, and it is not said why. A bounded pilot "
        "on the smaller one costs less and answers sooner."
    )
    assert found.inputs == {"kind": "robin-27b", "model.size_reason": None}
    assert said("SC-09", {"model.size_reason": "27B reached 0.2 of 0.6"}, known=larger) == []
    assert said("SC-09", unreadable=frozenset({"model.size_reason"}), known=larger) == []
    assert said("SC-09", {"kind": "another"}, known=larger) == []
    assert said("SC-09", {"kind": None}, known=larger) == []
    assert said("SC-09") == []


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
