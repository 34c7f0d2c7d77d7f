"""The rows of this item in the catalogue: weight, what is read, source, function, and words for the page of rules."""

from app.rules.finding import Severity
from app.rules.rule import Rule
from app.rules.scope import costs, scopes, weights, whole

BLOCK, WARN, NOTE = Severity.BLOCK, Severity.WARN, Severity.NOTE
NEW = "2026.11.2"

ROWS = (
    Rule(
        "SC-01",
        BLOCK,
        BLOCK,
        reads="scope, budget.training, budget.rollout, budget.reasons",
        source="L23",
        judge=scopes.scopes_are_separate,
        title="Each scope is asked for by itself and has its own cost",
        why="Training, rollouts and managed RFT are separate scopes with separate costs. Where one line is 0 without "
        "a reason, its cost hides in the other.",
        passing="Training and rollouts are asked for, each with an amount; or one is 0 and it is said who pays.",
        failing="Training and rollouts are asked for, and the line of the rollouts is 0 without a reason.",
    ),
    Rule(
        "SC-02",
        BLOCK,
        BLOCK,
        reads="scope.rollout_inference, training.weights_updated_by, scope.training, training.trainer",
        source="L23",
        judge=weights.somebody_updates_the_weights,
        title="Somebody updates the weights",
        why="Inference for rollouts only samples. Without a trainer that is named, nothing is learned from them.",
        passing="Only rollouts are asked for, the customer updates the weights, and their trainer is named.",
        failing="Only rollouts are asked for, and no trainer is named.",
    ),
    Rule(
        "SC-03",
        BLOCK,
        BLOCK,
        reads="training.weights_updated_by, scope",
        source="L23",
        judge=weights.weights_are_updated_within_scope,
        title="Grid updates weights only where that is asked for",
        why="Rollout inference changes no weights. If Grid is to update them, training or managed RFT is the scope.",
        passing="Grid updates the weights, and training is asked for.",
        failing="Grid updates the weights, and only rollouts are asked for.",
    ),
    Rule(
        # Still version 1: no invitation could be on record before, and without one nothing was decided at this gate.
        "SC-04",
        BLOCK,
        BLOCK,
        reads="scope.managed_rft, scope.managed_rft_eligibility, checkpoint.repository, training.method, invitations",
        source="L23",
        judge=scopes.managed_rft_is_by_invitation,
        title="Managed RFT was offered for this checkpoint and method",
        why="Managed RFT is a separate path, by invitation, decided for each checkpoint and method. Before capacity "
        "is committed the invitation must be on record, made by an engineer.",
        passing="The eligibility names this repository and this method, and an engineer has recorded the invitation.",
        failing="The eligibility names this repository with another method.",
    ),
    Rule(
        "SC-05",
        WARN,
        WARN,
        reads="scope.rollout_inference, rollout.weight_sync",
        source="unsloth #3802",
        judge=weights.new_weights_reach_the_rollouts,
        title="New weights reach the rollouts, and that is tested",
        why="Rollouts have gone on with base weights while training went on, and nothing failed. One prompt compared "
        "before and after a synchronisation shows it.",
        passing="The adapter is pushed after each step, and one prompt is compared before and after.",
        failing="Rollouts are asked for, and it is not said how new weights reach them.",
        since=NEW,
    ),
    Rule(
        "SC-06",
        WARN,
        WARN,
        reads="budget.verification, budget.reasons",
        source="L22",
        judge=costs.grading_has_a_line,
        title="Grading is in the budget",
        why="The judge, the verifier and its sandboxes cost something for every rollout. In no line, somebody pays "
        "without having agreed to.",
        passing="Verification has an amount; or it is 0 and it is said who pays.",
        failing="Verification is 0 without a reason.",
        since=NEW,
    ),
    Rule(
        "SC-07",
        NOTE,
        NOTE,
        reads="budget.evaluation, budget.rollout",
        source="L23",
        judge=costs.evaluation_is_not_in_the_rollouts,
        title="Evaluation is not paid from the rollouts",
        why="Inference for evaluation and for rollouts serve two purposes. In one line nobody sees what either costs.",
        passing="Rollouts and evaluation each have an amount.",
        failing="Rollouts have an amount, and evaluation is 0.",
        since=NEW,
    ),
    Rule(
        "SC-08",
        BLOCK,
        BLOCK,
        reads="model.family, model.version, checkpoint.repository, task.description, task.accepted_result, "
        "data.source, verifier.kind, environment.tools, baseline.untuned, success.metric, timing.earliest_start, "
        "timing.finish_by, budget.currency, budget.minimum, budget.maximum, commitments, today",
        source="L24",
        judge=whole.ten_asks_are_answered,
        title="The ten asks are answered",
        why="Model, checkpoint, task, data, verifier, environment, baseline, success criterion, timing and budget "
        "range: without one of them nobody can begin to review an inquiry.",
        passing="Each of the ten is answered; verifier and baseline may be promised at submission.",
        failing="The success criterion names no metric.",
    ),
    Rule(
        "SC-09",
        NOTE,
        NOTE,
        reads="kind, registry, model.size_reason",
        source="L16",
        judge=whole.larger_models_are_justified,
        title="A larger model has a reason",
        why="A bounded pilot starts at 27B. What the smaller model's baseline showed is the reason to start larger.",
        passing="A larger model is asked about, and it is said what the baseline of the smaller one showed.",
        failing="A larger model is asked about without a reason.",
        since=NEW,
    ),
    Rule(
        "SC-10",
        BLOCK,
        BLOCK,
        reads="schema, kind, title, model, checkpoint, rollout_checkpoint, training, rollout, task, data, verifier, "
        "environment, baseline, success, timing, budget, deployment, scope, evidence, commitments",
        source="L24",
        judge=whole.answers_can_be_read,
        title="Every answer can be read",
        why="Text where a number is asked, an unknown choice or a negative amount could mean several things, and no "
        "other rule guesses which.",
        passing="The group size is 8.",
        failing="The group size is “eight”.",
    ),
)
