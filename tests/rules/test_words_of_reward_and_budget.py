"""What customers read of the rules about reward and budget, with what each looked at, as `words/` keeps it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.rules.measured import CheckpointFiles, Measured, RunFacts
from app.rules.records import RegistryFacts
from tests.rules.examples import CASES, SMALL, SOUND, registry, report, row

WORDS = Path(__file__).parent / "words"
FILES = Measured(checkpoint=CheckpointFiles(full_attention_layers=16, kv_heads=4, head_dimension=256))
Trial = tuple[dict[str, Any], dict[str, Any]]


def known(**changes: Any) -> RegistryFacts:  # noqa: ANN401  passed on
    """Return the registry with other facts about the checkpoint."""
    facts = registry()
    return replace(facts, checkpoints={**facts.checkpoints, SMALL.id: replace(SMALL, **changes)})


def cases(*rows: Any) -> dict[str, Any]:  # noqa: ANN401  passed on
    """Return answers with these cases."""
    return {"verifier.cases": rows}


FAIL = row(type="V03", expected="reject", observed="reject", runs=20)
RIGHT = row(type="V01", expected="accept", observed="accept", runs=20)
PINNED: dict[str, Any] = {
    "data.held_out_tasks": 200,
    "success.checkpoints_evaluated": 5,
    "success.runs": 3,
    "baseline.cost_total": 12_000,
    "baseline.tasks": 200,
    "baseline.attempts_per_task": 3,
    "environment.sequence_length": 32_768,
    "environment.boot_limit_s": 60,
    "environment.agent_limit_s": 600,
    "environment.verifier_limit_s": 60,
}
STOPS = SOUND["budget.stop_conditions"]
REWARD: tuple[Trial, ...] = (
    ({"verifier.cases": None, "verifier.kind": "judge", "verifier.components": ("tests", "format")}, {}),
    (cases(*CASES[1:], row(type="V09", expected="reject", observed="accept"), row(type="V19")), {}),
    (
        cases(
            row(type="V02", observed="accept"), row(type="V25"), row(type="V29", expected="accept", observed="reject")
        ),
        {},
    ),
    ({**cases(FAIL), "success.baseline_value": 0.02, "baseline.accepted": 4, "baseline.rejected": 596}, {}),
    ({**cases(FAIL), "verifier.false_accept_bound": 0, "baseline.accepted": None}, {}),
    ({**cases(RIGHT, row(type="V23")), "verifier.false_accept_bound": None, "verifier.components": ("tests",)}, {}),
    (
        {"verifier.false_accept_bound": None, "verifier.kind": "mixed"},
        {"measured": Measured(runs=RunFacts(9, 9, 4, 5, 0, truncated_accepted=1))},
    ),
    (dict.fromkeys(("verifier.on_error", "verifier.on_timeout", "verifier.place", "verifier.reward_range")), {}),
    (
        {
            "verifier.on_error": "reject",
            "verifier.place": "same-box",
            "verifier.accept_threshold": None,
            "verifier.cases_from": "training",
        },
        {},
    ),
    (
        {"verifier.human_sample": None, "verifier.rollouts_read": None, "baseline.verifier_version": "3.0"},
        {"measured": Measured(runs=RunFacts(9, 9, 4, 5, 0, truncated_accepted=2))},
    ),
)
BUDGET: tuple[Trial, ...] = (
    (dict.fromkeys(("budget.cap", "budget.training", "budget.stop_conditions", "budget.hardware")), {}),
    ({"budget.training": 9_000_000, "budget.minimum": 7_000_000, "budget.maximum": 5_000_000, "budget.rollout": 0}, {}),
    (
        {
            "budget.stop_conditions": (row(covers="time"),),
            "budget.sources": row(rollout="assumed"),
            "budget.on_cap": "pause",
            "budget.raised_by": None,
        },
        {},
    ),
    (
        {
            "timing.finish_by": date(2027, 2, 1),
            "budget.cached_share": None,
            "success.looks": 2,
            "success.selection_set": "held-out",
        },
        {},
    ),
    (
        {
            "rollout.concurrency": 0,
            "timing.latest_start": date(2026, 11, 1),
            "environment.max_turns": None,
            "budget.cached_share": None,
        },
        {},
    ),
    (dict.fromkeys(("training.steps", "training.update", "rollout.concurrency")), {}),
    ({"training.prompts_per_step": None, "budget.hardware": row(devices=1, memory_bytes=2**30)}, {"measured": FILES}),
    ({"training.group_size": None, "budget.hardware": row(devices=9, memory_bytes=2**40)}, {"measured": FILES}),
    ({"timing.latest_start": None, "checkpoint.format": "gguf"}, {"measured": FILES}),
    ({"timing.finish_by": date(2027, 1, 1), "budget.hardware": None}, {"measured": FILES}),
    (
        {"training.update": "full", "budget.hardware": row(devices=1, memory_bytes=48 * 10**9, usable_share=1)},
        {"known": known(layout="mixture", active_parameters=3 * 10**9)},
    ),
    ({"budget.hardware": row(devices=1, memory_bytes=2**30)}, {"known": known(layout="mixture")}),
    ({"budget.hardware": row(devices=1, memory_bytes=2**30)}, {"known": known(layout="")}),
    ({}, {"known": known(parameters=None), "measured": FILES}),
    (
        dict.fromkeys(
            f"success.{name}"
            for name in ("comparison", "interval_rule", "acceptance_set", "decided_by", "minimum_gain")
        ),
        {},
    ),
    ({"success.max_response_time_s": None, "success.max_cost_per_accepted": None, "success.artifact": "merged"}, {}),
    (
        dict.fromkeys(f"deployment.{name}" for name in ("artifact", "engine", "format", "target", "owner", "rollback")),
        {},
    ),
    ({"budget.evaluation": 1}, {}),
    ({"budget.evaluation": 0, "budget.reasons": row(evaluation="own cluster")}, {}),
    ({"success.checkpoints_evaluated": None}, {}),
    ({"data.held_out_tasks": None}, {}),
    ({"baseline.cost_total": None}, {}),
    ({"baseline.tasks": None}, {}),
    ({"baseline.attempts_per_task": None}, {}),
    ({"timing.earliest_start": None, "timing.latest_start": None, "timing.finish_by": date(2026, 1, 1)}, {}),
    ({"timing.earliest_start": date(2027, 3, 1), "timing.finish_by": date(2026, 1, 1)}, {}),
    ({"budget.stop_conditions": STOPS[1:]}, {}),
    ({"budget.stop_conditions": STOPS[2:]}, {}),
    ({"budget.stop_conditions": (*STOPS, row(covers="time", metric="hours"), row())}, {}),
    ({"checkpoint.format": "unheard-of"}, {}),
    ({"checkpoint.format": "unheard-of", "training.update": "full"}, {}),
    ({"checkpoint.format": None, "training.update": "full", "budget.hardware": row(devices=1, memory_bytes=1)}, {}),
    ({"checkpoint.format": None, "training.update": "lora"}, {}),
    ({"data.held_out_tasks": 0, "budget.evaluation": 0}, {}),
    ({"baseline.cost_total": 0, "budget.evaluation": 0}, {}),
    ({"budget.hardware": row(devices=2, memory_bytes=32 * 2**30, usable_share=0.9)}, {"measured": FILES}),
)


def lines(prefix: str, trials: tuple[Trial, ...]) -> Iterator[str]:
    """Yield what is said, each thing once."""
    for changes, more in trials:
        for found in report({**PINNED, **changes}, **more).findings:
            if found.rule.startswith(prefix):
                looked_at = json.dumps(dict(found.inputs), default=str, ensure_ascii=False, sort_keys=True)
                yield f"{found.rule} {found.field} ({found.status}): {found.message} // {found.remedy} // {looked_at}"


@pytest.mark.parametrize(("prefix", "trials"), [("RW", REWARD), ("BG", BUDGET)])
def test_each_rule_says_word_by_word_what_was_agreed(prefix: str, trials: tuple[Trial, ...]) -> None:
    said = sorted(set(lines(prefix, trials)))
    assert said == (WORDS / f"{prefix}.txt").read_text(encoding="utf-8").splitlines()
