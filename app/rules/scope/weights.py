"""Rollouts only sample: who updates the weights, and how new ones reach the engine that samples."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.scope.scopes import SCOPES, may_be_asked


def somebody_updates_the_weights(facts: Facts) -> Iterator[Said]:
    """SC-02: rollouts only sample; a trainer that is named updates the weights."""
    answers = facts.answers
    if not answers.flag("scope.rollout_inference"):
        return
    if answers.lacks("training.weights_updated_by"):
        yield Said(
            "training.weights_updated_by",
            "Rollouts are asked for, and it is not said who updates the weights. Rollouts only sample.",
            "Say who runs the trainer that updates them.",
            seen(answers, "scope.rollout_inference", "training.weights_updated_by"),
        )
    if not may_be_asked(answers, "scope.training") and answers.lacks("training.trainer", "name"):
        yield Said(
            "training.trainer",
            "Rollouts are asked for without training, and no trainer of your own is named that would use them. "
            "Rollouts that nobody learns from change nothing.",
            "Name your trainer and its version, or ask for training as well.",
            seen(answers, "scope.training", "scope.rollout_inference", "training.trainer"),
        )


def weights_are_updated_within_scope(facts: Facts) -> Iterator[Said]:
    """SC-03: Grid updates no weights where only rollouts are asked for."""
    answers = facts.answers
    is_within = may_be_asked(answers, "scope.training", "scope.managed_rft")
    if answers.text("training.weights_updated_by") == "grid" and not is_within:
        yield Said(
            "scope",
            "Grid is to update the weights, and neither training nor managed RFT is asked for. Rollouts only sample.",
            "Ask for training, or name who else updates the weights.",
            seen(answers, "training.weights_updated_by", *SCOPES),
        )


def new_weights_reach_the_rollouts(facts: Facts) -> Iterator[Said]:
    """SC-05: how new weights reach the engine is said, with how that is tested."""
    answers = facts.answers
    if answers.flag("scope.rollout_inference") and answers.lacks("rollout.weight_sync"):
        yield Said(
            "rollout.weight_sync",
            "It is not said how new weights reach the engine that samples, nor how that is tested. Rollouts may go on "
            "with old or base weights without anybody noticing.",
            "Name the way, and compare one prompt before and after a synchronisation.",
            seen(answers, "scope.rollout_inference", "rollout.weight_sync"),
        )
