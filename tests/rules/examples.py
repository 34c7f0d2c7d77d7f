"""A sound inquiry and a small registry, as the rules see them; each test changes the one thing that it is about."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from app.rules.checklist import evaluate
from app.rules.facts import Answers, Facts
from app.rules.finding import Finding, Gate, Report, Status
from app.rules.measured import NOTHING_MEASURED, Interval, Measured, RunFacts
from app.rules.records import (
    CheckpointRecord,
    ClaimRecord,
    InvitationRecord,
    KindRecord,
    RegistryFacts,
    SourceRecord,
    Target,
)

TODAY = date(2026, 11, 30)
COMMIT = "0123456789abcdef0123456789abcdef01234567"
TEMPLATE = "ab" * 32
IMAGE = "images.example/shop@sha256:" + "ab" * 32

SMALL = CheckpointRecord(
    id="acme/Robin-2-27B",
    repository="acme/Robin-2-27B",
    publisher="acme",
    family="robin",
    version="2",
    architecture="robin_dense",
    size="27B",
    stage="post-trained",
    format="bf16",
    revisions=(COMMIT,),
    context_length=131072,
    parameters=27_000_000_000,
    licence="Apache-2.0",
    licence_state="stated",
    layout="dense",
)
LARGE = replace(
    SMALL,
    id="acme/Robin-2-2T",
    repository="acme/Robin-2-2T",
    architecture="robin_moe",
    size="2T",
    context_length=None,
    layout="mixture",
)
FP8 = replace(SMALL, id="acme/Robin-2-27B-FP8", repository="acme/Robin-2-27B-FP8", format="fp8")
OLDER = replace(SMALL, id="acme/Robin-1-27B", repository="acme/Robin-1-27B", version="1")
COPY = replace(
    SMALL,
    id="someone/Robin-2-27B-4bit",
    repository="someone/Robin-2-27B-4bit",
    publisher="someone",
    format="bnb-4bit",
    relation="quantised-from",
    relative="acme/Robin-2-27B",
)
UNSTATED = CheckpointRecord(id="acme/Robin-X", repository="acme/Robin-X", publisher="acme")
MODEL_ONLY = replace(LARGE, id="robin-2-2t", repository="", format="")

GUIDE = SourceRecord(id="guide", kind="implementation-guide", reviewed_on=TODAY)
CARD = SourceRecord(id="card", kind="model-card", reviewed_on=TODAY)
PAPER = SourceRecord(id="paper", kind="preprint", reviewed_on=TODAY)
OWN = SourceRecord(id="own", kind="own-validation", reviewed_on=TODAY)

CLAIMS = (
    ClaimRecord("guide-27b", GUIDE, targets=(Target(SMALL.id),), method="grpo", rung="runs"),
    ClaimRecord("card-27b", CARD, targets=(Target(SMALL.id),), method="grpo"),
    ClaimRecord("paper-2t", PAPER, targets=(Target(MODEL_ONLY.id),), method="grpo", rung="converged"),
    ClaimRecord("paper-27b", PAPER, targets=(Target(SMALL.id),), method="gspo", rung="converged"),
    ClaimRecord("vague-27b", CARD, targets=(Target(SMALL.id),)),
    ClaimRecord("own-27b", OWN, targets=(Target(SMALL.id),), method="grpo", rung="own-validated"),
)
KIND = KindRecord("robin-27b", "Robin 27B", "robin", ("27B",))


def registry(*claims: ClaimRecord) -> RegistryFacts:
    """Return the small registry, with these claims instead of its own where some are given."""
    records = (SMALL, LARGE, FP8, OLDER, COPY, UNSTATED, MODEL_ONLY)
    return RegistryFacts(
        revision="test",
        checkpoints={record.id: record for record in records},
        claims={claim.id: claim for claim in claims or CLAIMS},
        kinds={KIND.id: KIND},
    )


def row(**cells: object) -> Answers:
    """Return one row of a list, or the parts of an object."""
    return Answers(cells)


def case(kind: str, observed: str = "reject") -> Answers:
    """Return one verifier case."""
    return row(type=kind, expected=observed, observed=observed, runs=8)


def stop(covers: str, **changes: object) -> Answers:
    """Return one stop condition that says all it should."""
    return row(**{"covers": covers, "metric": "rate", "threshold": 0.3, "action": "stop", "owner": "Lead", **changes})


SAMPLING = row(temperature=0.7, top_p=1.0, top_k=0, max_tokens=4096, thinking=True)
CASES = (
    case("V01", "accept"),
    *(case(f"V{number:02}") for number in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17, 18, 21, 22, 24, 25)),
)
REGRADED = case("V30", "accept")

SOUND: dict[str, Any] = {
    "kind": "robin-27b",
    "model.family": "robin",
    "model.version": "2",
    "checkpoint.repository": SMALL.id,
    "checkpoint.revision": COMMIT,
    "checkpoint.format": "bf16",
    "checkpoint.licence": "Apache-2.0",
    "checkpoint.licence_uses": tuple(
        row(use=use, decision="permitted", by="Legal") for use in ("training", "serving", "commercial")
    ),
    "checkpoint.training_formats": ("bf16",),
    "checkpoint.serving_formats": ("bf16",),
    "checkpoint.chat_template_sha256": TEMPLATE,
    "checkpoint.tokenizer_revision": COMMIT,
    "training.method": "grpo",
    "training.update": "lora",
    "training.steps": 60,
    "training.prompts_per_step": 16,
    "training.group_size": 8,
    "training.trainer": row(name="trainer", version="1"),
    "training.weights_updated_by": "customer",
    "training.max_trainer_tokens": 32768,
    "training.controls": ("importance correction",),
    "training.load_test": row(passed=True, on=TODAY),
    "rollout.concurrency": 64,
    "rollout.sampling": SAMPLING,
    "rollout.engine": row(name="engine", version="1"),
    "rollout.weight_sync": "pushed after each step; one prompt compared before and after",
    "rollout.token_check": "ids compared on 20 rollouts",
    "rollout.chat_template_sha256": TEMPLATE,
    "rollout.load_test": row(passed=True, on=TODAY),
    "rollout.sandbox_capacity": 64,
    "task.description": "Mend the shop's tests",
    "task.accepted_result": "All tests pass",
    "task.kind": ("code",),
    "data.source": "Own repositories",
    "data.licence_review": row(decision="permitted", by="Legal"),
    "data.held_out_tasks": 400,
    "data.split_method": "by repository",
    "data.overlap_check": row(exact_hits=0),
    "verifier.kind": "tests",
    "verifier.version": "3.1",
    "verifier.reward_range": row(low=0, high=1),
    "verifier.accept_threshold": 1,
    "verifier.place": "fresh-box",
    "verifier.on_error": "no-verdict",
    "verifier.on_timeout": "retry",
    "verifier.false_accept_bound": 0.05,
    "verifier.human_sample": row(pairs=100, agree=93),
    "verifier.rollouts_read": row(count=20),
    "verifier.cases_from": "held-out-like",
    "verifier.cases": (*CASES, REGRADED),
    "environment.image": IMAGE,
    "environment.tools": (row(name="bash", version="5"),),
    "environment.network_agent": "none",
    "environment.network_verifier": "none",
    "environment.reset": "fresh-per-rollout",
    "environment.answers_visible": "no",
    "environment.later_history_visible": "no",
    "environment.max_turns": 40,
    "environment.boot_limit_s": 60,
    "environment.agent_limit_s": 600,
    "environment.verifier_limit_s": 60,
    "environment.sequence_length": 32768,
    "environment.sequence_length_source": "measured",
    "environment.truncation": "mask",
    "baseline.tasks": 200,
    "baseline.attempts_per_task": 3,
    "baseline.accepted": 240,
    "baseline.rejected": 360,
    "baseline.no_verdict": 0,
    "baseline.cost_total": 12000,
    "baseline.untuned": True,
    "baseline.repository": SMALL.id,
    "baseline.revision": COMMIT,
    "baseline.sampling": SAMPLING,
    "baseline.harness": row(name="harness", version="1"),
    "baseline.engine": row(name="engine", version="1"),
    "baseline.chat_template_sha256": TEMPLATE,
    "baseline.files": ("rows.jsonl",),
    "baseline.no_verdict_policy": "reject",
    "success.metric": "share accepted",
    "success.comparison": "greater",
    "success.minimum_gain": 0.1,
    "success.interval_rule": "lower end above 0.05",
    "success.sampling": SAMPLING,
    "success.harness": row(name="harness", version="1"),
    "success.engine": row(name="engine", version="1"),
    "success.looks": 1,
    "success.runs": 3,
    "success.checkpoints_evaluated": 5,
    "success.artifact": "adapter",
    "success.max_response_time_s": 150,
    "success.max_cost_per_accepted": 60,
    "success.selection_set": "validation",
    "success.acceptance_set": "held-out",
    "success.decided_by": "Head of tooling",
    "timing.earliest_start": date(2027, 1, 11),
    "timing.latest_start": date(2027, 2, 1),
    "timing.finish_by": date(2027, 3, 31),
    "budget.currency": "USD",
    "budget.minimum": 4000000,
    "budget.maximum": 6000000,
    "budget.cap": 6000000,
    "budget.training": 1500000,
    "budget.rollout": 2000000,
    "budget.evaluation": 500000,
    "budget.verification": 500000,
    "budget.contingency": 500000,
    "budget.on_cap": "stop",
    "budget.raised_by": "CFO",
    "budget.cached_share": 0.5,
    "budget.hardware": row(devices=8, memory_bytes=80 * 2**30, name="H100 80 GB", usable_share=0.9),
    "budget.stop_conditions": tuple(stop(c) for c in ("quality", "divergence", "reward-hacking", "time", "money")),
    "deployment.artifact": "adapter",
    "deployment.engine": "engine 1",
    "deployment.format": "bf16",
    "deployment.target": "assistant",
    "deployment.owner": "Platform",
    "deployment.rollback": "serve the untouched one",
    "scope.training": True,
    "scope.rollout_inference": True,
    "scope.managed_rft": False,
    "evidence": (row(claim="card-27b", used_for="method"),),
}


RUNS = RunFacts(
    rows=600,
    tasks=200,
    accepted=240,
    rejected=360,
    no_verdict=0,
    attempts=(3, 3),
    model_names=frozenset({SMALL.id}),
    model_revisions=frozenset({COMMIT}),
    interval=Interval(0.35, 0.45),
    informative=0.6,
    all_pass_tasks=20,
    with_latency=600,
    timeouts=0,
    with_usage=600,
    with_cost=600,
    accepted_with_usage=240,
    cost_total=120.0,
    fieller_g=0.01,
    status="success",
    dataset_tasks=200,
    run_spread=0.02,
)


def ran(**changes: Any) -> Measured:  # noqa: ANN401  figures of every type
    """Return what was read from the rows of a sound baseline, with some figures changed."""
    return Measured(runs=replace(RUNS, **changes))


def facts(
    changes: Mapping[str, Any] | None = None,
    *,
    gate: Gate = Gate.SUBMIT,
    unreadable: frozenset[str] = frozenset(),
    known: RegistryFacts | None = None,
    measured: Measured = NOTHING_MEASURED,
    invitations: tuple[InvitationRecord, ...] = (),
) -> Facts:
    """Return the sound inquiry with some answers changed; None takes an answer away."""
    values = {name: value for name, value in {**SOUND, **(changes or {})}.items() if value is not None}
    values = {name: value for name, value in values.items() if name not in unreadable}
    answers = Answers(values, unreadable)
    return Facts(gate, TODAY, answers, known or registry(), measured=measured, invitations=invitations)


def report(changes: Mapping[str, Any] | None = None, *, gate: Gate = Gate.SUBMIT, **more: Any) -> Report:  # noqa: ANN401  passed on
    """Return the checklist's report on the changed sound inquiry."""
    return evaluate(facts(changes, gate=gate, **more), input_digest="sha256:0")


def said(rule: str, changes: Mapping[str, Any] | None = None, **more: Any) -> list[tuple[str, str]]:  # noqa: ANN401  passed on
    """Return field and status of what one rule says about the changed sound inquiry."""
    return [
        (finding.field, str(finding.status)) for finding in report(changes, **more).findings if finding.rule == rule
    ]


def opened(rule: str, changes: Mapping[str, Any] | None = None, **more: Any) -> list[str]:  # noqa: ANN401  passed on
    """Return the fields on which one rule has an open finding."""
    return [field for field, status in said(rule, changes, **more) if status == str(Status.OPEN)]


def finding(rule: str, changes: Mapping[str, Any] | None = None, **more: Any) -> Finding:  # noqa: ANN401  passed on
    """Return the only finding of one rule."""
    (only,) = (found for found in report(changes, **more).findings if found.rule == rule)
    return only
