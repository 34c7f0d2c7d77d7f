"""The rows of this item in the catalogue: weight, what is read, source, function, and words for the page of rules."""

from app.rules.environment import answers
from app.rules.finding import Severity
from app.rules.rule import Rule

BLOCK, PROMISE, WARN, NOTE = Severity.BLOCK, Severity.PROMISE, Severity.WARN, Severity.NOTE

ROWS = (
    Rule(
        "EN-01",
        PROMISE,
        BLOCK,
        reads="environment.image",
        source="L20",
        judge=answers.image_is_pinned,
    ),
    Rule(
        "EN-02",
        BLOCK,
        BLOCK,
        reads="environment.tools",
        source="L20",
        judge=answers.tools_are_listed,
    ),
    Rule(
        "EN-03",
        BLOCK,
        BLOCK,
        reads="environment.network_agent, environment.network_verifier",
        source="L20; verifiers harbor.md",
        judge=answers.network_is_declared,
    ),
    Rule(
        "EN-04",
        WARN,
        WARN,
        reads="environment.network_agent",
        source="self-bench PR #11",
    ),
    Rule(
        "EN-05",
        PROMISE,
        BLOCK,
        reads="environment.boot_limit_s, environment.agent_limit_s, environment.verifier_limit_s",
        source="L20",
        judge=answers.task_duration_is_bounded,
    ),
    Rule(
        "EN-06",
        BLOCK,
        BLOCK,
        reads="environment.sequence_length, environment.sequence_length_source",
        source="L11, L20",
        judge=answers.length_is_the_customers_own,
    ),
    Rule(
        "EN-07",
        WARN,
        WARN,
        reads="environment.sequence_length, tr tokens",
        source="3.1",
    ),
    Rule(
        "EN-08",
        BLOCK,
        BLOCK,
        reads="environment.sequence_length, context length on record",
        source="config.json",
        judge=answers.length_fits_the_checkpoint,
    ),
    Rule(
        "EN-09",
        PROMISE,
        BLOCK,
        reads="environment.sequence_length, training.max_trainer_tokens, environment.truncation",
        source="prime-rl PR #1983",
        judge=answers.cut_samples_are_handled,
    ),
    Rule(
        "EN-10",
        WARN,
        WARN,
        reads="environment.max_turns, rollout.token_check",
        source="verl #6501",
    ),
    Rule(
        "EN-11",
        WARN,
        WARN,
        reads="environment.reset",
        source="NeMo Gym",
    ),
    Rule(
        "EN-12",
        WARN,
        BLOCK,
        reads="task.kind, environment.later_history_visible",
        source="SWE-bench #465",
    ),
    Rule(
        "EN-13",
        WARN,
        BLOCK,
        reads="environment.answers_visible",
        source="Harbor rubric",
    ),
    Rule(
        "EN-14",
        WARN,
        WARN,
        reads="regrade check",
        source="V30",
    ),
    Rule(
        "EN-15",
        WARN,
        WARN,
        reads="baseline.agent_limit_s, baseline.tools, environment",
        source="L19, L20; verifiers harbor.md",
    ),
    Rule(
        "EN-16",
        WARN,
        WARN,
        reads="rollout.sandbox_capacity, training.*, environment.*_limit_s",
        source="SkyRL #9",
    ),
    Rule(
        "EN-17",
        NOTE,
        NOTE,
        reads="tr text",
        source="sample verifiers file",
    ),
)
