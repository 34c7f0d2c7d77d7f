"""Rules about dates: that they can hold, and that the run fits between them."""

from collections.abc import Iterator
from datetime import date

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import day_in_words

SIZES = {
    "training.steps": "how many steps there are",
    "training.prompts_per_step": "how many prompts a step has",
    "training.group_size": "how many rollouts are made of one prompt",
    "rollout.concurrency": "how many rollouts run at once",
}
DAYS = {"timing.latest_start": "when the run starts at the latest", "timing.finish_by": "when it must be finished"}
LIMITS = ("environment.boot_limit_s", "environment.agent_limit_s", "environment.verifier_limit_s")
READ = (*SIZES, *LIMITS, *DAYS)
READ_AS_SET = frozenset(READ)
TENTH_OF_AN_HOUR, HOUR, DAY = 360, 3600, 86400  # seconds


def run_fits_the_dates(facts: Facts) -> Iterator[Said]:
    """BG-04: even if every rollout takes as long as its limits allow, the run ends in time."""
    answers = facts.answers
    if not answers.values.keys() >= READ_AS_SET:
        yield from _what_is_missing(facts)
        return
    number = answers.number
    steps, prompts, group, at_once = [int(number(name) or 0) for name in SIZES]
    limit = sum([int(number(name) or 0) for name in LIMITS])
    start, finish = answers.day("timing.latest_start"), answers.day("timing.finish_by")
    if start is None or finish is None or finish < start:
        return
    window = (finish - start).days * DAY
    rollouts = prompts * group
    if not at_once:
        if steps * rollouts:
            yield _too_long("rollout.concurrency", "With 0 rollouts at once the run never ends.", facts)
        return
    needed = steps * -(-rollouts // at_once) * limit
    if needed > window:
        hours = -(-needed // TENTH_OF_AN_HOUR) / 10  # up, so that it is never said to be no more than there is
        yield _too_long(
            "timing.finish_by",
            f"At its limits the run takes {hours:,.1f} hours, and from the latest start to the finish there "
            f"are {window / HOUR:,.0f}.",
            facts,
            {"needed_s": needed, "window_s": window},
        )


def _what_is_missing(facts: Facts) -> Iterator[Said]:
    answers = facts.answers
    if not answers.unreadable.isdisjoint(READ) or any(answers.lacks(name) for name in LIMITS):
        return  # other rules speak of these
    missing = [(name, words) for name, words in (*SIZES.items(), *DAYS.items()) if answers.lacks(name)]
    for name, words in missing[:1]:
        yield Said(
            name,
            f"Whether the run ends in time cannot be told, because it is not said {words}. A run that cannot end in "
            "time is better made smaller now than cut off later.",
            "Fill it in.",
            seen(answers, *READ),
            cannot_tell=True,
        )


def _too_long(field: str, wrong: str, facts: Facts, figures: dict[str, int] | None = None) -> Said:
    return Said(
        field,
        f"{wrong} A run that is cut off at the finish has nothing to show.",
        "Run more rollouts at once, lower the limits or the number of steps, or finish later.",
        {**seen(facts.answers, *READ), **(figures or {})},
    )


def dates_can_hold(facts: Facts) -> Iterator[Said]:
    """BG-19: the dates stand in order, and none that must still come has passed."""
    answers = facts.answers
    day, today = answers.day, facts.today
    earliest, latest, finish = day("timing.earliest_start"), day("timing.latest_start"), day("timing.finish_by")
    if earliest and latest and finish and earliest <= latest <= finish and latest >= today:
        return
    late_faults = [
        *_before(latest, "The latest start", earliest, "the earliest"),
        *_passed(latest, "The latest start", facts),
    ]
    finish_faults = _before(finish, "The finish", earliest, "the earliest start") or _before(
        finish, "The finish", latest, "the latest start"
    )
    for name, faults in (
        ("timing.latest_start", late_faults),
        ("timing.finish_by", [*finish_faults, *_passed(finish, "The finish", facts)]),
    ):
        if faults:
            yield Said(
                name,
                f"{' '.join(faults)} Nobody can plan a pilot on such dates.",
                "Correct the dates.",
                {
                    **seen(answers, "timing.earliest_start", "timing.latest_start", name),
                    "today": facts.today.isoformat(),
                },
            )


def _before(day: date | None, words: str, other: date | None, other_words: str) -> list[str]:
    if day is None or other is None or day >= other:
        return []
    return [f"{words}, {day_in_words(day)}, is before {other_words}, {day_in_words(other)}."]


def _passed(day: date | None, words: str, facts: Facts) -> list[str]:
    return [f"{words}, {day_in_words(day)}, has passed."] if day is not None and day < facts.today else []
