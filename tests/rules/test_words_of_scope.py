"""What customers read of the rules about the scope, and what each looked at, as `words/SC.txt` keeps it for reading."""

from dataclasses import replace
from typing import Any

from app.rules.facts import Unreadable
from app.rules.finding import Gate
from app.rules.records import InvitationRecord
from tests.rules.examples import FP8, KIND, SMALL, facts, registry, row
from tests.rules.wording import kept, spoken

FIELD = "scope.managed_rft_eligibility"
INVITED = {"scope.managed_rft": True, FIELD: row(checkpoint=SMALL.id, method="grpo")}
LARGER = replace(registry(), kinds={KIND.id: replace(KIND, larger_than_suggested=True)})
UNREADABLE = (
    Unreadable("budget.cap", "Cap", "much", "it is no amount", "Give an amount."),
    Unreadable("budget.cap", "Currency", "gold", "it is no currency", "Give three letters."),
    Unreadable("budget.minimum", "From", "little", "it is no amount", "Give an amount."),
)
TRIALS: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    (dict.fromkeys(("scope.training", "scope.rollout_inference", "scope.managed_rft"), False), {}),
    ({"budget.rollout": 0}, {}),
    ({"budget.training": 0}, {}),
    (dict.fromkeys(("training.trainer", "training.weights_updated_by", "scope.training", "rollout.weight_sync")), {}),
    ({"training.weights_updated_by": "grid", "scope.training": False}, {}),
    ({"scope.managed_rft": True}, {}),
    (INVITED, {"gate": Gate.COMMIT, "invitations": (InvitationRecord(FP8.id, "grpo"),)}),
    (INVITED | {FIELD: row(checkpoint=SMALL.id, method="own"), "training.method": "own"}, {"gate": Gate.COMMIT}),
    ({"budget.verification": None, "budget.evaluation": 0}, {}),
    ({"budget.verification": 0}, {}),
    ({"task.description": None, "budget.cap": None}, {}),
    ({"checkpoint.repository": None, "environment.image": None, "verifier.kind": None}, {}),
    (dict.fromkeys(("model.family", "model.version", "budget.minimum", "budget.maximum", "budget.currency")), {}),
    ({"scope.managed_rft": True, FIELD: row(checkpoint=SMALL.id), "training.method": None}, {}),
    ({}, {"known": LARGER}),
)


def test_each_rule_of_the_scope_says_word_by_word_what_was_agreed() -> None:
    asked = (replace(facts(changes, **more), unreadable=UNREADABLE) for changes, more in TRIALS)
    assert spoken("SC", asked) == kept("SC")
