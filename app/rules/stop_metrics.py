"""What trainers log, by the names that they log it under, and what each name can show. Data, and how it is looked up.

From what the projects publish: verl (trainer/ppo/metric_utils.py, its docs on baselines), SkyRL (skyrl-train trainer),
NeMo RL (docs/guides/grpo.md and the metrics that its own test suites read), TRL (docs, GRPO trainer, "logged metrics";
Unsloth logs through TRL), slime (its docs on debugging and its loggers), prime-rl (docs, metrics). Read in November
2026; a trainer's own configuration may add names, so an unknown name is a question and no error.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase


class Signal(StrEnum):
    """What a metric measures, whatever a trainer calls it."""

    REWARD = "reward"
    VALIDATION = "validation"
    GAP = "gap"  # reward less what a second judge accepts
    KL = "kl"  # distance from a reference, or of the trainer from its rollouts
    GRADIENT = "gradient"
    ENTROPY = "entropy"
    TRUNCATED = "truncated"
    LENGTH = "length"
    HOURS = "hours"
    MONEY = "money"


@dataclass(frozen=True, slots=True)
class Nature:
    """Between which values a signal lies, on which sides it is bad, and which dangers it can show."""

    low: float | None
    high: float | None
    bad: tuple[str, ...]
    shows: tuple[str, ...]


NATURES = {
    Signal.REWARD: Nature(None, None, ("below",), ("quality", "divergence")),
    Signal.VALIDATION: Nature(0, 1, ("below",), ("quality", "divergence", "reward-hacking")),
    Signal.GAP: Nature(-1, 1, ("above",), ("reward-hacking",)),
    Signal.KL: Nature(0, None, ("above",), ("divergence", "reward-hacking")),
    Signal.GRADIENT: Nature(0, None, ("above",), ("divergence",)),
    Signal.ENTROPY: Nature(0, None, ("above", "below"), ("divergence",)),
    Signal.TRUNCATED: Nature(0, 1, ("above",), ("divergence", "reward-hacking", "quality")),
    Signal.LENGTH: Nature(0, None, ("above", "below"), ("divergence", "reward-hacking", "money", "time")),
    Signal.HOURS: Nature(0, None, ("above",), ("time", "money")),
    Signal.MONEY: Nature(0, None, ("above",), ("money",)),
}


@dataclass(frozen=True, slots=True)
class Trainer:
    """One trainer: how its name is recognised, and what it logs as (pattern, signal), the plainest name first."""

    name: str
    mark: str
    logs: tuple[tuple[str, Signal], ...]

    def signal_of(self, metric: str) -> Signal | None:
        """Return what a logged name measures; None for a name that is not known here."""
        words = [word.strip("`'\"(),;") for word in metric.lower().split()]
        return next((signal for pattern, signal in self.logs for word in words if fnmatchcase(word, pattern)), None)

    def name_for(self, signal: Signal) -> str:
        """Return a name under which it logs this; empty where it does not."""
        return next((pattern for pattern, logged in self.logs if logged is signal), "")


_TRL = (
    ("reward", Signal.REWARD),
    ("rewards/*", Signal.REWARD),
    ("eval_reward*", Signal.VALIDATION),
    ("eval_rewards/*", Signal.VALIDATION),
    ("kl", Signal.KL),
    ("grad_norm", Signal.GRADIENT),
    ("entropy", Signal.ENTROPY),
    ("completions/clipped_ratio", Signal.TRUNCATED),
    ("completions/mean_length", Signal.LENGTH),
    ("completions/*_length", Signal.LENGTH),
)
TRAINERS = (
    Trainer("Unsloth", "unsloth", _TRL),
    Trainer(
        "NeMo RL",
        "nemo",
        (
            ("train/reward", Signal.REWARD),
            ("validation/accuracy", Signal.VALIDATION),
            ("train/gen_kl_error", Signal.KL),
            ("train/token_mult_prob_error", Signal.KL),
            ("train/js_divergence_error", Signal.KL),
            ("train/grad_norm", Signal.GRADIENT),
            ("train/*entropy", Signal.ENTROPY),
            ("train/truncation_rate", Signal.TRUNCATED),
            ("train/mean_gen_tokens_per_sample", Signal.LENGTH),
        ),
    ),
    Trainer(
        "SkyRL",
        "skyrl",
        (
            ("reward/avg_raw_reward", Signal.REWARD),
            ("reward/avg_pass_at_*", Signal.REWARD),
            ("eval/*", Signal.VALIDATION),
            ("policy/policy_kl", Signal.KL),
            ("policy/tis/log_ratio_abs_mean", Signal.KL),
            ("policy/raw_grad_norm", Signal.GRADIENT),
            ("policy/grad_norm", Signal.GRADIENT),
            ("policy/policy_entropy", Signal.ENTROPY),
            ("generate/avg_num_tokens", Signal.LENGTH),
        ),
    ),
    Trainer(
        "slime",
        "slime",
        (
            ("rollout/raw_reward", Signal.REWARD),
            ("rollout/rewards", Signal.REWARD),
            ("eval/*", Signal.VALIDATION),
            ("train/kl_loss", Signal.KL),
            ("train/ppo_kl", Signal.KL),
            ("train/grad_norm", Signal.GRADIENT),
            ("train/entropy_loss", Signal.ENTROPY),
            ("rollout/truncated*", Signal.TRUNCATED),
            ("rollout/response_len*", Signal.LENGTH),
        ),
    ),
    Trainer(
        "prime-rl",
        "primerl",
        (
            ("reward/all/mean", Signal.REWARD),
            ("reward/*", Signal.REWARD),
            ("eval/*", Signal.VALIDATION),
            ("mismatch_kl/*", Signal.KL),
            ("optim/grad_norm", Signal.GRADIENT),
            ("entropy/*", Signal.ENTROPY),
            ("is_truncated/*", Signal.TRUNCATED),
            ("seq_len/*", Signal.LENGTH),
        ),
    ),
    Trainer(
        "verl",
        "verl",
        (
            ("critic/score/mean", Signal.REWARD),
            ("critic/rewards/*", Signal.REWARD),
            ("critic/score/*", Signal.REWARD),
            ("val-core/*", Signal.VALIDATION),
            ("val-aux/*", Signal.VALIDATION),
            ("actor/ppo_kl", Signal.KL),
            ("actor/kl_loss", Signal.KL),
            ("actor/grad_norm", Signal.GRADIENT),
            ("actor/entropy*", Signal.ENTROPY),
            ("response_length/clip_ratio", Signal.TRUNCATED),
            ("response_length/*", Signal.LENGTH),
        ),
    ),
    Trainer("TRL", "trl", _TRL),
)

# what people write who do not write a logged name; the first that fits
SPOKEN = (
    (r"\b(hours?|wall.?clock|elapsed)\b", Signal.HOURS),
    (r"\b(spent|spend|costs?|bill|money|eur|usd|gbp|chf|[a-z]{3} spent)\b", Signal.MONEY),
    (r"\b(less|minus)\b|\bgap\b", Signal.GAP),
    (r"\bvalidation\b|\bheld.?out\b", Signal.VALIDATION),
    (r"\bkl\b|log.?prob", Signal.KL),
    (r"\bgrad(ient)?s?\b|grad_norm", Signal.GRADIENT),
    (r"entropy", Signal.ENTROPY),
    (r"truncat|clip_ratio|clipped|cut off", Signal.TRUNCATED),
    (r"\blength|tokens", Signal.LENGTH),
    (r"\brewards?\b|\bscores?\b|accepted", Signal.REWARD),
)


def trainer_of(name: str) -> Trainer | None:
    """Return the trainer that a declared name means."""
    said = re.sub(r"[^a-z]", "", name.lower())
    return next((trainer for trainer in TRAINERS if trainer.mark in said), None)


def spoken(metric: str) -> Signal | None:
    """Return what a metric in a person's own words measures, as far as the words tell."""
    return next((signal for words, signal in SPOKEN if re.search(words, metric.lower())), None)


def names_of(trainers: Sequence[Trainer] = TRAINERS) -> str:
    """Return the trainers whose metrics are known here, in words."""
    return ", ".join(sorted((trainer.name for trainer in trainers), key=str.lower))
