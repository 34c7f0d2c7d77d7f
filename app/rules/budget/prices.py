"""Rules about what tokens and evaluations cost."""

from collections.abc import Iterator

from app.rules.arithmetic import planned_attempts
from app.rules.budget.money import money_of
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import counted

PRICED = {
    "success.checkpoints_evaluated": "how many checkpoints are evaluated",
    "data.held_out_tasks": "how many held-out tasks there are",
    "baseline.cost_total": "what the baseline cost",
    "baseline.tasks": "how many tasks the baseline had",
    "baseline.attempts_per_task": "how many attempts at each task the baseline made",
}
ATTEMPTS = ("baseline.tasks", "baseline.attempts_per_task")
REPEATS = ("success.runs", "success.attempts")
READ = (*PRICED, *REPEATS, "budget.evaluation")


def cached_share_is_known(facts: Facts) -> Iterator[Said]:
    """BG-09: where a rollout has several turns, the share of prompt tokens that a cache serves is given."""
    answers = facts.answers
    if answers.answered("budget.cached_share"):
        return
    turns = answers.number("environment.max_turns")
    inputs = seen(answers, "budget.cached_share", "environment.max_turns")
    if answers.lacks("environment.max_turns"):
        yield Said(
            "environment.max_turns",
            "Whether prompts are read again and again cannot be told, because neither the most turns nor the share "
            "that a cache serves is given. The price of a rollout can differ 14-fold with it.",
            "Give the most turns of one rollout.",
            inputs,
            cannot_tell=True,
        )
    elif turns is not None and turns > 1:
        yield Said(
            "budget.cached_share",
            f"A rollout has up to {turns:,} turns, each of which reads all before it again, and it is not said which "
            "share a cache serves. In a worked example of 20 turns that is 32,500 tokens or 460,000: a 14-fold price.",
            "Measure the share on your own rollouts; until then, show the cost at both ends.",
            inputs,
        )


def evaluation_is_priced(facts: Facts) -> Iterator[Said]:
    """BG-17: the evaluation line pays for each checkpoint on each held-out task as often as it is repeated."""
    answers = facts.answers
    line, checkpoints = answers.number("budget.evaluation"), answers.number("success.checkpoints_evaluated")
    if line is None or not answers.unreadable.isdisjoint(READ):
        return
    if line == 0 and checkpoints:
        are_evaluated = f"{counted(checkpoints, 'checkpoint')} {'is' if checkpoints == 1 else 'are'} evaluated"
        wrong = f"{are_evaluated}, and the line for evaluation is 0."
        yield _unpaid(wrong, seen(answers, *READ))
        return
    runs = facts.measured.runs
    for name, words in PRICED.items():
        if answers.lacks(name) and not (runs is not None and name in ATTEMPTS):
            yield Said(
                name,
                f"Whether the evaluation is paid for cannot be told, because it is not said {words}. Each checkpoint "
                "costs the whole set again.",
                "Fill it in.",
                seen(answers, *READ),
                cannot_tell=True,
            )
            return
    attempts = planned_attempts(facts) if runs is None else runs.rows
    if not attempts:
        return
    tasks, cost = answers.number("data.held_out_tasks") or 0, answers.number("baseline.cost_total") or 0
    repeats = next((count for name in REPEATS if (count := answers.number(name))), 1)
    needed = (checkpoints or 0) * tasks * repeats * cost / attempts
    if needed > line:
        money = money_of(facts)
        of_all = f"{counted(checkpoints or 0, 'checkpoint')} on {counted(tasks, 'task')}"
        times = "once each" if repeats == 1 else f"{repeats:,} times each"
        yield _unpaid(
            f"{of_all}, {times}, {'costs' if checkpoints == 1 else 'cost'} {money(needed)} at what an attempt of the "
            f"baseline cost, and the line for evaluation is {money(line)}.",
            {**seen(answers, *READ), "attempts": attempts, "needed": round(needed)},
        )


def _unpaid(wrong: str, inputs: dict[str, object]) -> Said:
    return Said(
        "budget.evaluation",
        f"{wrong} What is not priced is left out when money is short, and then nothing was shown.",
        "Raise the line, or evaluate fewer checkpoints or less often.",
        inputs,
    )
