"""Whether there is anything to learn from: groups with both verdicts, and room above the baseline."""

import math
from collections.abc import Iterator

from app.rules.arithmetic import baseline_rate
from app.rules.evaluation.size import rate_unknown
from app.rules.evaluation.words import percent, rows_unknown, unknown
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.thresholds import THRESHOLDS

WITHOUT_GROUPS = frozenset({"sao", "ppo", "reinforce++", "sft", "dpo", "distillation"})
GROUP = "training.group_size"


def groups_carry_a_signal(facts: Facts) -> Iterator[Said]:
    """EV-29: a group of rollouts that all fail or all pass teaches a group method nothing."""
    answers, runs = facts.answers, facts.measured.runs
    method, group = answers.text("training.method"), answers.number(GROUP)
    if method in WITHOUT_GROUPS or GROUP in answers.unreadable:
        return
    if group is None and method in ("", "unspecified"):
        return
    what = "How many groups would carry a signal"
    if group is None:
        yield unknown(
            facts,
            GROUP,
            f"{what} cannot be told, as the number of rollouts for each prompt is not given. A group that all fails "
            "or all passes teaches nothing.",
            "Give the number of rollouts for each prompt.",
        )
        return
    measured = None if runs is None else runs.informative
    rate = baseline_rate(facts)
    share = share_at_most(rate, group) if measured is None and rate is not None else measured
    if share is None:
        yield rate_unknown(facts, what)
    elif share < THRESHOLDS.fewest_informative:
        yield Said(
            GROUP,
            f"{'At most' if measured is None else 'Only'} {percent(share)} of groups of {group:,} would hold both "
            "accepted and rejected rollouts. The others cost as much and teach nothing.",
            "Choose easier tasks or larger groups, or start with supervised fine-tuning.",
            {**seen(answers, GROUP, "training.method"), "share": round(share, 6)},
        )
    elif measured is None:
        yield rows_unknown(facts, what)


def share_at_most(rate: float, group: float) -> float:
    """Return the share of groups with both verdicts if all tasks were alike; unlike tasks only make it smaller."""
    group = max(1, group)
    return max(0.0, 1 - math.pow(rate, group) - math.pow(1 - rate, group))


def there_is_room_to_gain(facts: Facts) -> Iterator[Said]:
    """EV-30: where nearly every task always passes, there is little left to learn or to show."""
    if facts.answers.lacks("data.held_out_tasks"):
        return
    runs = facts.measured.runs
    if runs is not None and runs.all_pass_tasks is not None and runs.tasks:
        share = runs.all_pass_tasks / runs.tasks
        if share >= THRESHOLDS.most_all_pass:
            yield Said(
                "data.held_out_tasks",
                f"{runs.all_pass_tasks:,} of {runs.tasks:,} tasks pass every time already, which is {percent(share)}. "
                "There is little headroom in which a gain could be shown.",
                "Hold out harder tasks.",
                {"all_pass": runs.all_pass_tasks, "tasks": runs.tasks},
            )
        return
    rate = baseline_rate(facts)
    if rate is None or rate >= THRESHOLDS.most_all_pass:
        yield rows_unknown(facts, "How many tasks pass every time already")
