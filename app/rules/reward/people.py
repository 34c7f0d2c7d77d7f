"""Rules about what people looked at: a sample judged blind, rollouts that were read, and tasks that cases come from."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen


def people_judged_a_sample(facts: Facts) -> Iterator[Said]:
    """RW-13: how often a person agrees with the verifier was measured."""
    if _has_none(facts, "verifier.human_sample", "pairs"):
        yield Said(
            "verifier.human_sample",
            "No sample was judged by people beside the verifier. How far its verdicts can be trusted is then unknown.",
            "Let a person judge 100 results without seeing the verdicts, and say how often the two agreed.",
            seen(facts.answers, "verifier.human_sample"),
        )


def somebody_read_rollouts(facts: Facts) -> Iterator[Said]:
    """RW-20: a person read whole rollouts."""
    if _has_none(facts, "verifier.rollouts_read", "count"):
        yield Said(
            "verifier.rollouts_read",
            "Nobody has read any rollouts. Shortcuts show in what the agent did, and not in its score.",
            "Let a person read 20 rollouts before each gate, and say who and when.",
            seen(facts.answers, "verifier.rollouts_read"),
        )


def _has_none(facts: Facts, name: str, key: str) -> bool:
    return facts.answers.lacks(name, key) or facts.answers.part(name).number(key) == 0


def cases_are_like_held_out_tasks(facts: Facts) -> Iterator[Said]:
    """RW-17: the verifier was tried on tasks like those that decide, and not only on training tasks."""
    if facts.answers.text("verifier.cases_from") == "training":
        yield Said(
            "verifier.cases_from",
            "All cases are made from training tasks. They show nothing about the kind of task that decides success.",
            "Add cases made from tasks like the held-out ones, but not from the held-out ones themselves.",
            seen(facts.answers, "verifier.cases_from"),
        )
