"""What is held out: that it is described, tested against the training tasks, and not among them."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import counted

FIELD = "data.overlap_check"
TESTED_BY = ("method", "exact_hits", "near_hits", "files")


def no_held_out_task_is_trained_on(facts: Facts) -> Iterator[Said]:
    """EV-07: a held-out task that is also trained on measures memory, not skill."""
    overlap = facts.measured.overlap
    computed = None if overlap is None else overlap.exact_hits
    hits = _most(facts.answers.part(FIELD).number("exact_hits"), computed)
    if hits is not None and hits >= 1:
        yield Said(
            FIELD,
            f"{counted(hits, 'held-out task')} {'is' if hits == 1 else 'are'} also among the training tasks. "
            f"Results on {'it' if hits == 1 else 'them'} show memory, not skill.",
            f"Take {'it' if hits == 1 else 'them'} out of one of the two sets, and count again.",
            {**seen(facts.answers, FIELD), "computed": computed},
        )
    elif hits is None and not _is_unreadable(facts, "exact_hits"):
        yield Said(
            FIELD,
            "Whether held-out tasks are among the training tasks cannot be told, as no count is given. Results on "
            "such tasks would show memory, not skill.",
            "Compare the two sets, and give the number of exact matches, also if it is 0.",
            seen(facts.answers, FIELD),
            cannot_tell=True,
        )


def near_copies_are_decided_on(facts: Facts) -> Iterator[Said]:
    """EV-08: tasks that are nearly alike are shown to a person, who decides on each."""
    overlap = facts.measured.overlap
    computed = None if overlap is None else overlap.near_hits
    hits = _most(facts.answers.part(FIELD).number("near_hits"), computed)
    if hits is not None and hits >= 1:
        yield Said(
            FIELD,
            f"{counted(hits, 'held-out task')} {'is' if hits == 1 else 'are'} nearly the same as a training task. "
            "A copy with other names or numbers can be answered from memory too.",
            "Let a person look at each pair and decide whether it stays.",
            {**seen(facts.answers, FIELD), "computed": computed},
        )
    elif hits is None and not _is_unreadable(facts, "near_hits"):
        yield Said(
            FIELD,
            "Whether held-out tasks are near copies of training tasks cannot be told, as no count is given. "
            "An exact comparison does not see a task with other names or numbers.",
            "Compare runs of 13 words or a similarity from 0.5 on, and give the number of hits, also if it is 0.",
            seen(facts.answers, FIELD),
            cannot_tell=True,
        )


def _most(typed: float | None, computed: int | None) -> float | None:
    """Return the larger of what was typed and what was computed, where either is known."""
    if typed is None or computed is None:
        return computed if typed is None else typed
    return max(typed, computed)


def _is_unreadable(facts: Facts, key: str) -> bool:
    return FIELD in facts.answers.unreadable or key in facts.answers.part(FIELD).unreadable


def overlap_is_tested(facts: Facts) -> Iterator[Said]:
    """EV-09: that the two sets are apart was looked at, by some method."""
    answers = facts.answers
    if facts.measured.overlap is not None or FIELD in answers.unreadable:
        return
    check = answers.part(FIELD)
    if not any(check.answered(key) for key in TESTED_BY):
        yield Said(
            FIELD,
            "The held-out tasks were not compared with the training tasks. A split by chance leaves copies on both "
            "sides more often than people think.",
            "Compare the two sets; where the data must stay with you, hashes of the tasks are enough.",
            seen(answers, FIELD),
        )


def held_out_evaluation_is_described(facts: Facts) -> Iterator[Said]:
    """EV-31: how many tasks are held out, and how they were split off."""
    answers = facts.answers
    if answers.lacks("data.held_out_tasks"):
        yield Said(
            "data.held_out_tasks",
            "It is not said how many tasks are held out. Without held-out tasks the pilot cannot be judged.",
            "Give the number of tasks that are kept away from training.",
            seen(answers, "data.held_out_tasks"),
        )
    if answers.lacks("data.split_method"):
        yield Said(
            "data.split_method",
            "It is not said how the held-out tasks were split off. A random split of near copies holds nothing out.",
            "Say what separates the sets, such as by repository, by customer or by date.",
            seen(answers, "data.split_method"),
        )
