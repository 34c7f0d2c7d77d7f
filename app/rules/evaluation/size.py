"""Whether there are tasks enough: to show the wanted gain at the end, and to know the baseline now."""

import math
from collections.abc import Iterator

from app.rules.arithmetic import (
    baseline_counts,
    baseline_rate,
    repeated_size,
    target_effect,
    unpaired_size,
    wilson,
)
from app.rules.evaluation.words import first_lacking, percent, rows_unknown, unknown
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.measured import Interval
from app.rules.saying import counted

RATE_FROM = ("baseline.accepted", "baseline.rejected", "baseline.no_verdict", "baseline.no_verdict_policy")
MOST_TASKS = 2**53  # more cannot be answered
ROUNDING = 1e-9  # of floating-point sums, so that a size of exactly 200 is not called 201


def enough_held_out_tasks(facts: Facts) -> Iterator[Said]:
    """EV-05: fewer held-out tasks than the wanted gain needs cannot show it, whatever the training does."""
    tasks = facts.answers.number("data.held_out_tasks")
    if tasks is None:
        return
    rate, effect = baseline_rate(facts), target_effect(facts)
    if rate is None:
        yield rate_unknown(facts, "Whether there are enough held-out tasks")
    elif effect is None:
        yield effect_unknown(facts, "Whether there are enough held-out tasks")
    else:
        yield from _against_size(facts, tasks, rate, effect)


def _against_size(facts: Facts, tasks: float, rate: float, effect: float) -> Iterator[Said]:
    goal = rate - effect if facts.answers.text("success.comparison") == "less" else rate + effect
    goal = min(1.0, max(0.0, goal))
    if goal == rate:
        yield unknown(
            facts,
            "success.minimum_gain",
            f"How many held-out tasks it takes cannot be told, as the baseline is at {percent(rate)} already. "
            "Nothing can be gained in that direction.",
            "Choose tasks on which the untouched checkpoint leaves something to gain.",
        )
        return
    size = unpaired_size(rate, goal)
    runs = facts.measured.runs
    if runs is not None and runs.attempts[1] > 1 and runs.gain_variance is not None:
        size = min(size, repeated_size(runs.gain_variance, effect))
    needed = math.ceil(min(size, MOST_TASKS) - ROUNDING)
    if tasks < needed:
        yield Said(
            "data.held_out_tasks",
            f"{counted(tasks, 'held-out task')} cannot show a step from {percent(rate)} to {percent(goal)}: that takes "
            f"{needed:,}. A gain of that size would look like chance, and the pilot could not be decided.",
            "Hold out more tasks, try each several times, or ask for a larger gain.",
            {
                **seen(facts.answers, "data.held_out_tasks", "success.minimum_gain", "success.target_value"),
                "rate": round(rate, 6),
                "effect": round(effect, 6),
                "needed": needed,
            },
        )


def baseline_is_narrow_enough(facts: Facts) -> Iterator[Said]:
    """EV-06: a baseline that is known less exactly than the gain is large decides nothing."""
    what = "Whether the baseline is known exactly enough"
    best, worst = _intervals(facts)
    if best is None or worst is None:
        yield rows_unknown(facts, what)
        return
    effect = target_effect(facts)
    if effect is None:
        yield effect_unknown(facts, what)
    elif best.half_width > effect:
        yield Said(
            "baseline.tasks",
            f"The baseline's rate is known only to ± {percent(best.half_width)}, and a gain of {percent(effect)} is to "
            "be shown. The uncertainty alone is larger than the gain.",
            "Run the baseline on more tasks, or ask for a larger gain.",
            {
                **seen(facts.answers, "baseline.tasks", "success.minimum_gain"),
                "interval": [round(best.low, 6), round(best.high, 6)],
                "effect": round(effect, 6),
            },
        )
    elif worst.half_width > effect:
        yield rows_unknown(facts, what)


def _intervals(facts: Facts) -> tuple[Interval | None, Interval | None]:
    """Return the interval of the rows; else the narrowest and the widest that typed counts with repeats allow."""
    runs = facts.measured.runs
    if runs is not None and runs.interval is not None:
        return runs.interval, runs.interval
    counts = baseline_counts(facts)
    policy = facts.answers.text("baseline.no_verdict_policy")
    rate, total = (None, None) if counts is None else (counts.rate(policy), counts.out_of(policy))
    if rate is None or total is None:
        return None, None
    tasks = total / _repeats(facts)
    return wilson(rate * total, total), wilson(rate * tasks, tasks)


def _repeats(facts: Facts) -> float:
    """Return the most attempts at one task: they are no more independent than one."""
    runs = facts.measured.runs
    typed = facts.answers.number("baseline.attempts_per_task")
    return max(1, runs.attempts[1] if runs is not None else typed or 1)


def rate_unknown(facts: Facts, what: str) -> Said:
    """Say that the baseline's rate is not known."""
    return unknown(
        facts,
        first_lacking(facts, *RATE_FROM, "success.baseline_value") or "success.baseline_value",
        f"{what} cannot be told, as the baseline's rate is not known. What it takes depends on where it starts.",
        "Give the counts of the baseline and how attempts without a verdict count, or upload its rows.",
    )


def effect_unknown(facts: Facts, what: str) -> Said:
    """Say that the gain which is to be shown is not known, or is no share."""
    field = "success.minimum_gain"
    if facts.answers.lacks(field) and facts.answers.answered("success.target_value"):
        field = "success.target_value"
    return unknown(
        facts,
        field,
        f"{what} cannot be told, as no gain between 0 and 100 % is given. What it takes depends on the gain.",
        "Give the smallest gain that is worth it as a fraction, such as 0.10.",
    )
