from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from app.rules.catalogue import CATALOGUE
from app.rules.checklist import evaluate
from app.rules.facts import Answers, Facts, Unreadable
from app.rules.finding import Gate, Item, Severity
from app.rules.measured import Measured
from app.rules.records import InvitationRecord
from app.rules.way_out import Cost, Step, Supplier, WayOut, finding_out, way_out
from app.rules.way_out.finding_out import applied
from app.rules.way_out.mending import MENDS
from app.rules.way_out.supplying import supply_of
from tests.rules.examples import LARGE, SMALL, SOUND, case, facts, ran, registry, row
from tests.rules.test_properties import KNOWN, REMOVABLE, answers, gates, measured

REFUSING = {Severity.BLOCK, Severity.PROMISE}


def opens(given: Facts, way: WayOut) -> bool:
    """Whether the gate opens once the example answers are given."""
    return evaluate(applied(given, way), input_digest="").passes


def steps(changes: dict[str, Any], *, gate: Gate = Gate.SUBMIT, **more: Any) -> dict[str, tuple[str, ...]]:  # noqa: ANN401  passed on
    """Return the fields of the way out of a changed sound inquiry, each with the rules that it satisfies."""
    asked = facts(changes, gate=gate, **more)
    way = way_out(asked)
    assert opens(asked, way)
    return {step.field: step.rules for step in way.steps}


def test_every_rule_that_can_refuse_has_a_mend_and_no_other() -> None:
    can_refuse = {rule.id for rule in CATALOGUE if {rule.submit, rule.commit} & REFUSING}
    assert set(MENDS) == can_refuse


def test_an_open_gate_needs_nothing() -> None:
    for gate in Gate:
        assert way_out(facts(gate=gate)) == WayOut(opens=True, steps=(), example={})


def test_one_missing_answer_is_asked_for_by_itself() -> None:
    assert steps({"deployment.rollback": None}) == {"deployment.rollback": ("BG-15",)}


def test_several_missing_answers_of_one_item_are_promised_together() -> None:
    way = way_out(facts({"deployment.rollback": None, "deployment.owner": None}))
    (step,) = way.steps
    assert (step.field, step.promise, step.rules) == ("commitments", Item.BUDGET, ("BG-15",))
    assert {finding.field for finding in step.findings} == {"deployment.rollback", "deployment.owner"}
    assert step.supply.cost is Cost.SIGNATURE


def test_a_promise_also_stands_in_for_an_ask() -> None:
    way = way_out(facts({"verifier.kind": None, "verifier.cases": None}))
    assert [(step.field, step.promise) for step in way.steps] == [("commitments", Item.REWARD)]
    assert set(way.steps[0].rules) == {"SC-08", "RW-01", "RW-02", "RW-03", "RW-06"}


def test_when_capacity_is_committed_nothing_can_be_promised() -> None:
    asked = steps({"deployment.rollback": None, "deployment.owner": None}, gate=Gate.COMMIT)
    assert asked == {"deployment.owner": ("BG-15",), "deployment.rollback": ("BG-15",)}


def test_one_answer_can_satisfy_several_rules() -> None:
    cases = tuple(kept for kept in SOUND["verifier.cases"] if kept.text("type") not in ("V01", "V02", "V05"))
    assert steps({"verifier.cases": cases}, gate=Gate.COMMIT) == {"verifier.cases": ("RW-01", "RW-02", "RW-06")}


def test_what_is_refused_for_good_is_not_promised() -> None:
    refused = (row(use="training", decision="refused", by="Legal"), *SOUND["checkpoint.licence_uses"][1:])
    assert steps({"checkpoint.licence_uses": refused}) == {"checkpoint.licence_uses": ("CK-04",)}


def test_evidence_that_does_not_carry_over_becomes_background() -> None:
    asked = facts({"evidence": (row(claim="paper-2t", used_for="rl-result"),)})
    way = way_out(asked)
    assert [step.field for step in way.steps] == ["evidence"]
    assert way.example["evidence"][0].text("used_for") == "background"


def test_a_slow_run_finishes_later_or_is_shorter() -> None:
    late = {"training.steps": 10_000, "training.prompts_per_step": 16, "training.group_size": 8}
    assert steps({**late, "rollout.concurrency": 1}, gate=Gate.COMMIT) == {"timing.finish_by": ("BG-04",)}
    assert steps({"rollout.concurrency": 0}, gate=Gate.COMMIT) == {"rollout.concurrency": ("BG-04",)}
    endless = steps({**late, "training.steps": 10**12, "rollout.concurrency": 1}, gate=Gate.COMMIT)
    assert "training.steps" in endless


def test_a_gain_too_small_to_show_is_made_larger() -> None:
    few = {"data.held_out_tasks": 10}
    assert steps(few, gate=Gate.COMMIT) == {"data.held_out_tasks": ("EV-05",)}
    asked = steps({**few, "success.minimum_gain": 1e-9}, gate=Gate.COMMIT)
    assert asked == {"data.held_out_tasks": ("EV-05",), "success.minimum_gain": ("EV-05",)}


def test_attempts_without_a_verdict_get_a_policy() -> None:
    unsaid = {"baseline.no_verdict": 5, "baseline.no_verdict_policy": None}
    assert steps(unsaid, gate=Gate.COMMIT) == {"baseline.no_verdict_policy": ("EV-10",)}


def test_an_invitation_that_nobody_gave_is_not_asked_for_at_the_end() -> None:
    asked = {"scope.managed_rft": True, "scope.managed_rft_eligibility": None}
    assert steps(asked) == {"scope.managed_rft_eligibility": ("SC-04",)}
    assert steps(asked, gate=Gate.COMMIT) == {"scope.managed_rft": ("SC-04",)}
    invited = (InvitationRecord(SOUND["checkpoint.repository"], SOUND["training.method"]),)
    assert steps(asked, gate=Gate.COMMIT, invitations=invited) == {"scope.managed_rft_eligibility": ("SC-04",)}


def test_what_cannot_be_read_is_given_again() -> None:
    lost = Unreadable("budget.cap", "Cap", "a lot", "“a lot” is no amount", "Give an amount.")
    asked = replace(facts({"budget.cap": None}, unreadable=frozenset({"budget.cap"})), unreadable=(lost,))
    way = way_out(asked)
    assert opens(asked, way)
    assert {step.field: set(step.rules) for step in way.steps} == {"budget.cap": {"SC-10", "BG-01"}}


def test_a_row_that_cannot_be_read_leaves_the_others_their_numbers() -> None:
    rows = (Answers({"claim": "card-27b"}, frozenset({"used_for"})), row(claim="paper-2t", used_for="rl-result"))
    lost = Unreadable("evidence.0", "Evidence", "x", "“x” is no use", "Choose one.")
    asked = replace(facts({"evidence": rows}), unreadable=(lost,))
    way = way_out(asked)
    assert opens(asked, way)
    assert way.example["evidence"][0] == Answers()
    assert way.example["evidence"][1].text("used_for") == "background"


@pytest.mark.parametrize(
    ("field", "supplier", "cost"),
    [
        ("checkpoint.licence_uses.2", Supplier.LEGAL, Cost.SIGNATURE),
        ("checkpoint.revision", Supplier.ENGINEERING, Cost.MINUTES),
        ("budget.cap", Supplier.FINANCE, Cost.SIGNATURE),
        ("baseline.files", Supplier.EVALUATION, Cost.COMPUTE),
        ("verifier.cases", Supplier.EVALUATION, Cost.COMPUTE),
        ("scope", Supplier.FINANCE, Cost.MINUTES),
    ],
)
def test_each_answer_has_somebody_who_can_supply_it(field: str, supplier: Supplier, cost: Cost) -> None:
    assert (supply_of(field).by, supply_of(field).cost) == (supplier, cost)


FIT = replace(registry(), checkpoints={**registry().checkpoints, SMALL.id: replace(SMALL, parameters=27_000_000_000)})
CASES = SOUND["verifier.cases"]
STOPS = SOUND["budget.stop_conditions"]
OWNERLESS = (row(**{key: value for key, value in STOPS[0].values.items() if key != "owner"}), *STOPS[1:])


@pytest.mark.parametrize(
    ("changes", "gate", "fields", "more"),
    [
        ({"budget.hardware": row(devices=1, memory_bytes=2**30)}, Gate.COMMIT, {"budget.hardware"}, {"known": FIT}),
        ({"success.selection_set": "held-out"}, Gate.COMMIT, {"success.acceptance_set"}, {}),
        ({"budget.rollout": 9_000_000}, Gate.SUBMIT, {"budget.cap", "budget.maximum"}, {}),
        ({"budget.stop_conditions": OWNERLESS}, Gate.SUBMIT, {"budget.stop_conditions"}, {}),
        (
            {"budget.cap": 4_500_000, "budget.evaluation": None},
            Gate.COMMIT,
            {"budget.evaluation", "budget.reasons"},
            {},
        ),
        ({"budget.cap": 4_500_000, "budget.evaluation": 0}, Gate.SUBMIT, {"budget.reasons"}, {}),
        ({"data.overlap_check": row(exact_hits=3)}, Gate.SUBMIT, {"data.overlap_check"}, {}),
        ({"baseline.revision": "main"}, Gate.SUBMIT, {"baseline.revision"}, {}),
        ({"checkpoint.format": "fp8"}, Gate.SUBMIT, {"checkpoint.format"}, {}),
        ({"training.max_trainer_tokens": 100}, Gate.SUBMIT, {"training.max_trainer_tokens"}, {}),
        ({"timing.latest_start": date(2026, 12, 1)}, Gate.SUBMIT, {"timing.latest_start"}, {}),
        ({"timing.finish_by": date(2026, 12, 1)}, Gate.SUBMIT, {"timing.finish_by"}, {}),
        (
            {"rollout_checkpoint.repository": LARGE.id, "rollout_checkpoint.format": "bf16"},
            Gate.SUBMIT,
            {"rollout_checkpoint.repository"},
            {},
        ),
        ({"training.update": "qlora"}, Gate.COMMIT, {"success.artifact", "deployment.artifact"}, {}),
        (
            {"checkpoint.repository": LARGE.id, "baseline.repository": None, "evidence": None},
            Gate.SUBMIT,
            {"checkpoint.repository"},
            {},
        ),
        ({"environment.tools": (row(name="various"),)}, Gate.SUBMIT, {"environment.tools"}, {}),
        ({"success.sampling": row(temperature=0.0)}, Gate.SUBMIT, {"success.sampling"}, {}),
        ({}, Gate.SUBMIT, {"baseline.files"}, {"measured": ran(with_latency=0)}),
        ({"verifier.cases": (row(type="V01", expected="accept"), *CASES[1:])}, Gate.SUBMIT, {"verifier.cases"}, {}),
        (
            {"verifier.cases": (*(kept for kept in CASES if kept.text("type") != "V05"), row(type="V05"))},
            Gate.SUBMIT,
            {"verifier.cases"},
            {},
        ),
        ({"verifier.kind": "judge"}, Gate.COMMIT, {"verifier.cases"}, {}),
        ({"environment.sequence_length_source": "published"}, Gate.SUBMIT, {"environment.sequence_length_source"}, {}),
        ({"budget.sources": row(training="published", rollout="measured")}, Gate.SUBMIT, {"budget.sources"}, {}),
        ({"evidence": (row(claim="nobody's", used_for="background"),)}, Gate.SUBMIT, {"evidence"}, {}),
        (
            {"training.weights_updated_by": "grid", "scope.training": False},
            Gate.SUBMIT,
            {"training.weights_updated_by"},
            {},
        ),
    ],
)
def test_each_refusal_is_mended_at_its_answer(
    changes: dict[str, Any], gate: Gate, fields: set[str], more: dict[str, Any]
) -> None:
    assert set(steps(changes, gate=gate, **more)) == fields


def test_of_two_rows_that_cannot_be_read_both_are_given_again() -> None:
    rows = tuple(Answers({"type": "V29"}, frozenset({"expected"})) for _ in range(2))
    places = [f"verifier.cases.{len(CASES) + each}" for each in range(2)]
    lost = tuple(Unreadable(place, "Case", "x", "“x” is no verdict", "Choose one.") for place in places)
    asked = replace(facts({"verifier.cases": (*CASES, *rows)}), unreadable=lost)
    way = way_out(asked)
    assert opens(asked, way)
    assert [step.field for step in way.steps] == ["verifier.cases"]
    assert way.example["verifier.cases"][-2:] == (Answers(), Answers())


def test_where_no_way_is_found_none_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding_out, "ROUNDS", 0)
    assert not way_out(facts({"budget.cap": None})).opens


def test_dear_answers_are_left_out_first_where_others_do() -> None:
    without_any = way_out(facts(dict.fromkeys(REMOVABLE)))
    assert without_any.opens
    for step in without_any.steps:
        assert not opens(facts(dict.fromkeys(REMOVABLE)), without(without_any, step))


def without(way: WayOut, step: Step) -> WayOut:
    """Return the way with one step left out."""
    if step.promise is None:
        return replace(way, example={name: value for name, value in way.example.items() if name != step.field})
    kept = tuple(each for each in way.example["commitments"] if each.text("item") != str(step.promise))
    return replace(way, example={**way.example, "commitments": kept})


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sets(st.sampled_from(REMOVABLE)), gates)
def test_law_the_answers_asked_for_open_the_gate_and_none_of_them_is_too_much(gone: set[str], gate: Gate) -> None:
    asked = facts(dict.fromkeys(gone), gate=gate)
    way = way_out(asked)
    assert opens(asked, way)
    for step in way.steps:
        assert not opens(asked, without(way, step))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(answers(), gates, measured)
def test_law_there_is_a_way_out_of_any_refusal(given_answers: Answers, gate: Gate, known: Measured) -> None:
    asked = Facts(gate, facts().today, given_answers, KNOWN, measured=known)
    way = way_out(asked)
    note(str([found for found in evaluate(applied(asked, way), input_digest="").findings if found.refuses]))
    assert way.opens
    assert opens(asked, way)


def test_a_case_that_came_out_wrong_is_run_again() -> None:
    accepted = tuple(
        row(type="V02", expected="reject", observed="accept") if kept.text("type") == "V02" else kept
        for kept in SOUND["verifier.cases"]
    )
    assert steps({"verifier.cases": (*accepted, case("V09", "reject"))}) == {"verifier.cases": ("RW-05",)}
