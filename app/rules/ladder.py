"""The 27B-first ladder: begin with the smaller model, or say which measured facts would justify a larger one.

An engineering recommendation from the inquiry's own facts. It is no observed training result, and it never blocks.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.rules.arithmetic import baseline_rate, target_effect, upper_bound
from app.rules.evaluation.signal import share_at_most
from app.rules.facts import Facts
from app.rules.reward.index import Cases, cases_of
from app.rules.thresholds import THRESHOLDS

LABEL = "An engineering recommendation, not an observed training result."
FIRST_CASES = ("V01", "V02", "V03")
USUAL_GROUP = 8


class Advice(StrEnum):
    """Where to begin."""

    BOUNDED_PILOT = "a bounded pilot on the smaller model"
    LARGER_MODEL = "a larger model, if these facts are measured"
    VERIFIER_FIRST = "mend the verifier first"
    ANSWERS_FIRST = "answer what is missing first"


@dataclass(frozen=True, slots=True)
class Ground:
    """One rung: what it asks, what the inquiry's own facts say, and whether it holds; None cannot be told.

    `field` is the answer that it rests on, and the one to give where it cannot be told.
    """

    field: str
    asks: str
    says: str
    holds: bool | None


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is recommended, and on which grounds."""

    advice: Advice
    sentence: str
    grounds: tuple[Ground, ...]

    @property
    def missing(self) -> tuple[Ground, ...]:
        """The grounds that cannot be told yet."""
        return tuple(ground for ground in self.grounds if ground.holds is None)


def climb(facts: Facts) -> Ladder:
    """Return the recommendation for one inquiry."""
    reliable, learnable, close = _verifier(facts), _learnable(facts), _close(facts)
    grounds: tuple[Ground, ...] = (reliable, learnable, close)
    kind = facts.registry.kinds.get(facts.answers.text("kind"))
    is_larger = kind is not None and kind.larger_than_suggested
    if is_larger:
        grounds = (*grounds, _smaller_baseline(facts))
    if reliable.holds is False:
        return Ladder(Advice.VERIFIER_FIRST, _VERIFIER_FIRST, grounds)
    if any(ground.holds is None for ground in grounds):
        return Ladder(Advice.ANSWERS_FIRST, _ANSWERS_FIRST, grounds)
    if is_larger or not (learnable.holds and close.holds):
        return Ladder(Advice.LARGER_MODEL, _LARGER if is_larger else _NOT_YET, grounds)
    return Ladder(Advice.BOUNDED_PILOT, _BOUNDED, grounds)


_VERIFIER_FIRST = "Mend the verifier before choosing a model: what it gets wrong, a larger model learns sooner."
_ANSWERS_FIRST = "Which model to begin with cannot be said before these answers are there."
_BOUNDED = (
    "Begin with a bounded pilot on the 27B model: the verifier holds, there is something to learn, and the aim is near."
)
_NOT_YET = (
    "A larger model may be worth it, if the baseline stays as measured: the 27B model has too little to learn "
    "from here, or too far to go."
)
_LARGER = (
    "This inquiry begins with a larger model than is suggested. A measured, untuned baseline of the 27B model that "
    "stays out of reach of the aim would justify it."
)


def _verifier(facts: Facts) -> Ground:
    """Whether the verifier stood its attacks, and false accepts are as rare as demanded."""
    asks = "Is the verifier reliable?"
    field = "verifier.cases"
    cases = cases_of(facts)
    begun, absent = cases.not_tried(FIRST_CASES)
    if begun or absent or not cases.can_be_counted:
        return Ground(field, asks, "It was not tried yet with a reference solution, no work and honest failures.", None)
    if cases.surprises:
        count = len(cases.surprises)
        said = "1 case came" if count == 1 else f"{count} cases came"
        return Ground(field, asks, f"{said} out otherwise than expected.", holds=False)
    return _bounded(facts, cases, asks)


def _bounded(facts: Facts, cases: Cases, asks: str) -> Ground:
    stated = facts.answers.number("verifier.false_accept_bound")
    bound = THRESHOLDS.loosest_bound if stated is None else stated
    tried = cases.must_fail
    shown = upper_bound(tried.accepted, tried.runs)
    says = (
        f"{tried.runs:,} runs that had to fail leave at most {_percent(shown)} false accepts possible, against a "
        f"bound of {_percent(bound)}."
    )
    return Ground("verifier.cases", asks, says, holds=shown <= bound)


def _learnable(facts: Facts) -> Ground:
    """Whether enough groups of rollouts would hold both verdicts, and not nearly all tasks pass already."""
    asks = "Is there something to learn from the baseline?"
    rate, runs = baseline_rate(facts), facts.measured.runs
    if rate is None:
        return Ground("baseline.accepted", asks, "The rate of the untuned baseline is not known.", None)
    group = facts.answers.number("training.group_size") or USUAL_GROUP
    measured = runs.informative if runs is not None else None
    share = share_at_most(rate, group) if measured is None else measured
    says = (
        f"The untuned baseline accepts {_percent(rate)}, so {'at most ' if measured is None else ''}{_percent(share)} "
        f"of groups of {group:,} would hold both verdicts."
    )
    in_band = share >= THRESHOLDS.fewest_informative and rate < THRESHOLDS.most_all_pass
    return Ground("baseline.accepted", asks, says, holds=in_band)


def _close(facts: Facts) -> Ground:
    """Whether the wanted gain is one that a bounded pilot may be tried for."""
    asks = "Is the aim within reach of a bounded pilot?"
    effect = target_effect(facts)
    if effect is None:
        return Ground("success.minimum_gain", asks, "Neither a smallest gain nor a target is given as a share.", None)
    says = (
        f"The wanted gain is {_percent(effect)}; up to {_percent(THRESHOLDS.reachable_gain)} counts as near here. "
        "That is this desk's judgement, not a result."
    )
    return Ground("success.minimum_gain", asks, says, holds=effect <= THRESHOLDS.reachable_gain)


def _smaller_baseline(facts: Facts) -> Ground:
    """Whether it is said what the smaller model's baseline showed; words are shown and not judged."""
    asks = "Is it said what the untuned baseline of the 27B model showed?"
    said = facts.answers.text("model.size_reason")
    if not said:
        return Ground("model.size_reason", asks, "It is not said yet.", None)
    return Ground("model.size_reason", asks, f"In your words: “{said}” A run of it would show it.", holds=True)


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
