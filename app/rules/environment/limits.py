"""How long a task may take, and whether there are sandboxes enough for that."""

from collections.abc import Iterator
from math import ceil

from app.rules.environment.doubt import cannot_tell
from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import counted

DAY = 86400  # seconds
LIMITS = ("environment.boot_limit_s", "environment.agent_limit_s", "environment.verifier_limit_s")
SIZE = ("training.steps", "training.prompts_per_step", "training.group_size")
FIGURES = (*SIZE, *LIMITS)
NEED = ("rollout.concurrency", *SIZE, *LIMITS, "timing.latest_start", "timing.finish_by")


def task_duration_is_bounded(facts: Facts) -> Iterator[Said]:
    """EN-05: start, agent and verifier each have a limit; together they are the longest task."""
    limits = {
        "environment.boot_limit_s": "starting the environment",
        "environment.agent_limit_s": "the agent's work",
        "environment.verifier_limit_s": "grading",
    }
    for name, what in limits.items():
        if facts.answers.lacks(name):
            yield Said(
                name,
                f"There is no time limit for {what}. A task then has no longest duration, and the run no bound.",
                "Give the limit in seconds.",
                seen(facts.answers, name),
            )


def sandboxes_are_enough(facts: Facts) -> Iterator[Said]:
    """EN-16: with fewer sandboxes than the plan needs at once, rollouts queue until they time out."""
    answers = facts.answers
    capacity, planned = answers.number("rollout.sandbox_capacity"), answers.number("rollout.concurrency")
    if answers.lacks("rollout.sandbox_capacity"):
        yield cannot_tell(
            "rollout.sandbox_capacity",
            "It is not said how many sandboxes can run at once, so it cannot be told whether they are enough",
            "Run a load test, and give the number that it reached.",
            seen(answers, "rollout.sandbox_capacity", "rollout.concurrency"),
        )
    if capacity is None:
        return
    needed = _needed(answers)
    known = [number for number in (planned, needed) if number is not None]
    if known and capacity >= max(known):
        return
    inputs = seen(answers, "rollout.sandbox_capacity", *NEED)
    if planned is not None and capacity < planned:
        are_planned = f"{counted(planned, 'rollout')} {'is' if planned == 1 else 'are'} planned at once"
        yield _too_few(f"{are_planned}, and the sandboxes take {capacity:,}", inputs)
    elif needed is not None and capacity < needed:
        yield _too_few(
            f"To end in time the run needs {counted(ceil(needed), 'rollout')} at once, "
            f"and the sandboxes take {capacity:,}",
            {**inputs, "needed": needed},
        )
    else:
        yield cannot_tell(
            "rollout.concurrency",
            "It is not said how many rollouts run at once, so it cannot be told whether the sandboxes are enough",
            "Give the number of rollouts that run at once.",
            inputs,
        )


def _needed(answers: Answers) -> float | None:
    """Return how many rollouts are under way on average (Little's law), each as long as it may take."""
    first, last = answers.day("timing.latest_start"), answers.day("timing.finish_by")
    if first is None or last is None or last <= first:
        return None
    figures = [answers.number(name) for name in FIGURES]
    if None in figures:
        return None
    steps, prompts, group, *limits = (figure or 0 for figure in figures)
    return steps * prompts * group * sum(limits) / ((last - first).days * DAY)


def _too_few(what: str, inputs: dict[str, object]) -> Said:
    return Said(
        "rollout.sandbox_capacity",
        f"{what}. Rollouts that wait for a sandbox turn into timeouts.",
        "Run a load test, then provide more sandboxes or plan fewer rollouts at once.",
        inputs,
    )
