"""The catalogue: every rule in the order of the checklist, with its weights, what it reads and its public source.

L-numbers are lines of the page that this product grew from; other sources are public reports of the mistake.
"""

from app.rules import budget, checkpoint, environment, evaluation, evidence, reward, scope
from app.rules.finding import Severity
from app.rules.pending import PENDING
from app.rules.rule import ITEM_OF_PREFIX, Judge, Rule

BLOCK, PROMISE, WARN = Severity.BLOCK, Severity.PROMISE, Severity.WARN


def _blocks(rule_id: str, reads: str, source: str, judge: Judge) -> Rule:
    return Rule(rule_id, BLOCK, BLOCK, reads, source, judge)


def _promised(rule_id: str, reads: str, source: str, judge: Judge) -> Rule:
    return Rule(rule_id, PROMISE, BLOCK, reads, source, judge)


CARRIED_OUT = (
    _blocks(
        "CK-01",
        "checkpoint.revision, rollout_checkpoint.revision, baseline.revision",
        "L18; verl PR #7658",
        checkpoint.revision_is_a_commit,
    ),
    _blocks("CK-02", "checkpoint.repository", "L3, L18", checkpoint.repository_is_exact),
    _blocks("CK-03", "checkpoint, rollout_checkpoint, baseline, evidence, registry", "L8", checkpoint.one_architecture),
    _promised(
        "CK-04",
        "checkpoint.licence, checkpoint.licence_uses",
        "L18; llama #998",
        checkpoint.licence_is_confirmed,
    ),
    _blocks(
        "CK-06",
        "checkpoint.training_formats, checkpoint.serving_formats, checkpoint.format, rollout_checkpoint",
        "L18",
        checkpoint.formats_are_named,
    ),
    Rule(
        "CK-18",
        WARN,
        WARN,
        "checkpoint.repository, registry publisher",
        "registry",
        checkpoint.repository_is_the_publishers,
    ),
    _blocks(
        "CK-19",
        "checkpoint.repository, checkpoint.format, model.family, model.version, kind, registry",
        "registry (bare GLM-5.3 is FP8, bare GLM-5.2 is BF16)",
        checkpoint.repository_holds_what_is_said,
    ),
    _promised("CK-22", "training.trainer, rollout.engine, scope", "L8", checkpoint.trainer_and_engine_are_named),
    _promised("EV-01", "baseline.files, baseline.untuned", "L19", evaluation.baseline_is_untuned),
    _blocks(
        "EV-02",
        "baseline.repository, baseline.revision, checkpoint.repository, checkpoint.revision, rows' model",
        "L3, L19",
        evaluation.baseline_is_this_checkpoint,
    ),
    _blocks("EV-03", "baseline.sampling, success.sampling", "VeriFree #2", evaluation.same_sampling),
    _blocks(
        "EV-07",
        "data.overlap_check, hashes of rows",
        "L19; aimo #22",
        evaluation.no_held_out_task_is_trained_on,
    ),
    _promised(
        "EV-10",
        "rows' verdicts, baseline.no_verdict_policy",
        "inspect_ai #3707",
        evaluation.missing_verdicts_have_a_policy,
    ),
    _promised("EV-16", "rows' durations", "L19", evaluation.response_time_is_measured),
    _promised("EV-20", "rows' usage or cost, budget.price_list", "L19", evaluation.accepted_results_have_a_cost),
    _promised("EV-31", "data.held_out_tasks, data.split_method", "L19", evaluation.held_out_evaluation_is_described),
    _promised("EN-01", "environment.image", "L20", environment.image_is_pinned),
    _blocks("EN-02", "environment.tools", "L20", environment.tools_are_listed),
    _blocks(
        "EN-03",
        "environment.network_agent, environment.network_verifier",
        "L20; verifiers harbor.md",
        environment.network_is_declared,
    ),
    _promised(
        "EN-05",
        "environment.boot_limit_s, environment.agent_limit_s, environment.verifier_limit_s",
        "L20",
        environment.task_duration_is_bounded,
    ),
    _blocks(
        "EN-06",
        "environment.sequence_length, environment.sequence_length_source",
        "L11, L20",
        environment.length_is_the_customers_own,
    ),
    _blocks(
        "EN-08",
        "environment.sequence_length, context length on record",
        "config.json",
        environment.length_fits_the_checkpoint,
    ),
    _promised(
        "EN-09",
        "environment.sequence_length, training.max_trainer_tokens, environment.truncation",
        "prime-rl PR #1983",
        environment.cut_samples_are_handled,
    ),
    _promised("RW-01", "verifier.cases", "L6, L21", reward.oracle_case_is_tried),
    _promised("RW-02", "verifier.cases", "L6, L21", reward.untouched_case_is_tried),
    _promised("RW-03", "verifier.cases", "L6, L21", reward.unsolved_case_is_tried),
    _blocks("RW-05", "verifier.cases", "L6", reward.no_work_is_rejected),
    _promised("RW-06", "verifier.cases, task.kind, verifier.kind", "L21", reward.needed_shortcuts_are_tried),
    _blocks("BG-01", "budget.cap", "L22", budget.cap_is_given),
    _blocks("BG-02", "budget lines, budget.cap, budget.minimum, budget.maximum", "L22", budget.lines_fit_the_cap),
    _promised(
        "BG-03",
        "budget.training, budget.rollout, budget.evaluation, budget.contingency, budget.reasons",
        "L22, L23",
        budget.each_scope_has_a_cost,
    ),
    _promised("BG-10", "budget.stop_conditions", "L22; Search-R1 #88", budget.stop_conditions_cover_the_five),
    _blocks("BG-13", "success", "L22", budget.success_can_be_decided),
    _promised("BG-15", "deployment", "L22", budget.deployment_is_planned),
    _blocks("BG-19", "timing", "L24", budget.dates_can_hold),
    _blocks("MT-01", "evidence, the lattice", "L3", evidence.evidence_is_for_this_checkpoint),
    _blocks("MT-02", "evidence, the lattice", "L11", evidence.sibling_results_stay_home),
    _blocks("MT-05", "evidence, the kind of source", "L6", evidence.publications_are_no_validation),
    _blocks(
        "MT-09",
        "environment.sequence_length_source, baseline.cost_source, budget.sources",
        "L11",
        evidence.numbers_are_the_customers_own,
    ),
    _blocks(
        "MT-12",
        "evidence, the claim's method, training.method",
        "registry (Super: asynchronous, Nano: synchronous; Inkling: unspecified)",
        evidence.evidence_names_the_method,
    ),
    _blocks("MT-14", "evidence", "L3", evidence.evidence_is_on_record),
    _blocks("SC-01", "scope, budget.training, budget.rollout, budget.reasons", "L23", scope.scopes_are_separate),
    _blocks(
        "SC-02",
        "scope.rollout_inference, training.weights_updated_by, training.trainer",
        "L23",
        scope.somebody_updates_the_weights,
    ),
    _blocks("SC-03", "training.weights_updated_by, scope", "L23", scope.weights_are_updated_within_scope),
    _blocks("SC-04", "scope.managed_rft, scope.managed_rft_eligibility", "L23", scope.managed_rft_is_by_invitation),
    _blocks("SC-08", "the ten asks", "L24", scope.ten_asks_are_answered),
    _blocks("SC-10", "every field", "L24", scope.answers_can_be_read),
)

_ORDER = tuple(ITEM_OF_PREFIX)
CATALOGUE = tuple(sorted((*CARRIED_OUT, *PENDING), key=lambda rule: (_ORDER.index(rule.id[:2]), rule.id)))
RULES_CARRIED_OUT = len(CARRIED_OUT)
RULES_NOT_CHECKED = len(PENDING)
