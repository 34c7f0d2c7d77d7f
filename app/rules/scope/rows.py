"""The rows of this item in the catalogue: weight, what is read, source, function, and words for the page of rules."""

from app.rules.finding import Severity
from app.rules.rule import Rule
from app.rules.scope import answers

BLOCK, PROMISE, WARN, NOTE = Severity.BLOCK, Severity.PROMISE, Severity.WARN, Severity.NOTE

ROWS = (
    Rule(
        "SC-01",
        BLOCK,
        BLOCK,
        reads="scope, budget.training, budget.rollout, budget.reasons",
        source="L23",
        judge=answers.scopes_are_separate,
    ),
    Rule(
        "SC-02",
        BLOCK,
        BLOCK,
        reads="scope.rollout_inference, training.weights_updated_by, training.trainer",
        source="L23",
        judge=answers.somebody_updates_the_weights,
    ),
    Rule(
        "SC-03",
        BLOCK,
        BLOCK,
        reads="training.weights_updated_by, scope",
        source="L23",
        judge=answers.weights_are_updated_within_scope,
    ),
    Rule(
        "SC-04",
        BLOCK,
        BLOCK,
        reads="scope.managed_rft, scope.managed_rft_eligibility",
        source="L23",
        judge=answers.managed_rft_is_by_invitation,
    ),
    Rule(
        "SC-05",
        WARN,
        WARN,
        reads="rollout.weight_sync",
        source="unsloth #3802",
    ),
    Rule(
        "SC-06",
        WARN,
        WARN,
        reads="judge, verifier, sandbox cost",
        source="L22",
    ),
    Rule(
        "SC-07",
        NOTE,
        NOTE,
        reads="evaluation inference",
        source="L23",
    ),
    Rule(
        "SC-08",
        BLOCK,
        BLOCK,
        reads="the ten asks",
        source="L24",
        judge=answers.ten_asks_are_answered,
    ),
    Rule(
        "SC-09",
        NOTE,
        NOTE,
        reads="kind, model.size_reason",
        source="L16",
    ),
    Rule(
        "SC-10",
        BLOCK,
        BLOCK,
        reads="every field",
        source="L24",
        judge=answers.answers_can_be_read,
    ),
)
