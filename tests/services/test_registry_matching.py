"""The seeded registry before the lattice: the cases that the design gives, and the ones that must match."""

from datetime import date

import pytest

from app.registry.service import facts_from_seeds
from app.rules.lattice import match
from tests.databases import SEEDS

TODAY = date(2026, 11, 30)
BF16, FLASH, FOUR_BIT = "zai-org/GLM-5.3-BF16", "zai-org/GLM-5.3-Flash-BF16", "unsloth/Qwen3.8-27B-unsloth-bnb-4bit"
NANO = "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B"
SUPER = "nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-BF16"
SMALL = "thinkingmachines/Inkling-Small"

CASES = [
    ("qwengyre-2.4t-rl", "Qwen/Qwen3.8-27B", "rl-result", "", "does-not-transfer", "size"),
    ("qwengyre-2.4t-700k", "Qwen/Qwen3.8-27B", "sequence-length", "", "does-not-transfer", "use"),
    ("sao-glm-5.2", BF16, "method", "", "background-only", "version"),
    ("glm-5.3-report", BF16, "development-process", "", "supports", ""),
    ("glm-5.3-report", BF16, "own-validation", "", "does-not-transfer", "use"),
    ("glm-5.3-report", FLASH, "development-process", "", "does-not-transfer", "architecture"),
    ("unsloth-qwen3.8-27b-rl-entry", FOUR_BIT, "compatibility-start", "", "supports", ""),
    ("unsloth-qwen3.8-27b-rl-entry", "Qwen/Qwen3.8-27B", "compatibility-start", "", "background-only", "format"),
    ("unsloth-qwen3.8-27b-rl-entry", FOUR_BIT, "recipe", "", "background-only", "rung"),
    ("nemotron-3-nano-card", f"{NANO}-BF16", "method", "grpo", "supports", ""),
    ("nemotron-3-nano-card", f"{NANO}-Base-BF16", "method", "grpo", "does-not-transfer", "stage"),
    ("nemotron-3-nano-card", SUPER, "method", "grpo", "does-not-transfer", "size"),
    ("inkling-small-rl", SMALL, "method", "grpo", "does-not-transfer", "method"),
    ("inkling-small-tinker", SMALL, "own-validation", "", "does-not-transfer", "use"),
]
TRAPS = [
    ("nemotron-3-super-card", SUPER, "method", "grpo", "does-not-transfer", "method"),
    (
        "nemotron-3-nano-card",
        "nvidia/Nemotron-3-Nano-Omni-30B-A3B-Reasoning-BF16",
        "method",
        "grpo",
        "does-not-transfer",
        "size",
    ),
    ("unsloth-qwen3.8-27b-sft", "Qwen/Qwen3.6-27B", "compatibility-start", "", "background-only", "version"),
    (
        "nemo-rl-qwen3.8-27b-grpo-smoke",
        "douyamv/Qwen3.8-27B-FP8",
        "compatibility-start",
        "",
        "background-only",
        "repository",
    ),
    ("nemo-rl-qwen3.8-27b-grpo-smoke", "Qwen/Qwen3.8-27B", "rl-result", "grpo", "background-only", "kind"),
    ("unsloth-qwen3.5-no-4bit", FOUR_BIT, "compatibility-start", "", "background-only", "version"),
    ("27b-first", "Qwen/Qwen3.8-27B", "recipe", "", "background-only", "repository"),
    ("glm-5.3-report", "nobody/unknown", "method", "", "cannot-tell", "repository"),
]
CONTROLS = [
    ("nemotron-3-nano-card", f"{NANO}-BF16", "bf77c3174f68ad409e1c2aa60daeb46e32d1c606", "method"),
    (
        "nemo-rl-qwen3.8-27b-grpo-smoke",
        "Qwen/Qwen3.8-27B",
        "1d4bf0f2ff6012fd82039f2fa52739d0dd7c60c0",
        "compatibility-start",
    ),
    ("art-glm-5.3-bf16", BF16, "304b8051cfb2b260b61ce0cbe330e02a98e73639", "compatibility-start"),
]


@pytest.mark.parametrize(("claim", "checkpoint", "use", "method", "verdict", "axis"), [*CASES, *TRAPS])
def test_a_claim_travels_as_far_as_the_design_says(
    claim: str, checkpoint: str, use: str, method: str, verdict: str, axis: str
) -> None:
    found = match(facts_from_seeds(SEEDS), claim, checkpoint, use=use, method=method, on=TODAY)
    assert found.verdict == verdict
    assert axis in found.axes if axis else found.axes == ()


@pytest.mark.parametrize(("claim", "checkpoint", "revision", "use"), CONTROLS)
def test_a_claim_about_this_very_revision_supports(claim: str, checkpoint: str, revision: str, use: str) -> None:
    found = match(facts_from_seeds(SEEDS), claim, checkpoint, revision=revision, use=use, on=TODAY)
    assert (found.verdict, found.axes) == ("supports", ())


def test_what_the_page_cites_is_stale_from_the_day_after_its_review_date() -> None:
    facts = facts_from_seeds(SEEDS)
    stale = [match(facts, "glm-5.3-report", BF16, use="method", on=day).stale for day in (TODAY, date(2026, 12, 1))]
    assert stale == [False, True]
