"""Whether the rows are the whole run: none missing, finished, the whole set, and one denominator."""

from collections.abc import Iterator

from app.rules.arithmetic import planned_attempts
from app.rules.evaluation.words import rows_unknown
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.measured import RunFacts
from app.rules.saying import counted, listed
from app.rules.thresholds import THRESHOLDS

FILES = "baseline.files"
PLAN = ("baseline.tasks", "baseline.attempts_per_task")
STATES = {"cancelled": "was cancelled", "error": "broke off with an error", "started": "was started and never ended"}
CENTS = 100


def rows_hold_the_typed_figures(facts: Facts) -> Iterator[Said]:
    """EV-12: the rows are complete, and the typed figures are those of the rows."""
    runs = facts.measured.runs
    if runs is None:
        yield rows_unknown(facts, "Whether the rows hold all that was typed")
        return
    planned = planned_attempts(facts)
    if planned is not None and runs.rows < planned:
        yield Said(
            FILES,
            f"The files hold {counted(runs.rows, 'row')}, and by the answers there were {planned:,} attempts. Rows "
            "that are missing are most often those that failed.",
            "Send the file of failed attempts too, or run the baseline again.",
            {**seen(facts.answers, *PLAN), "rows": runs.rows},
        )
    yield from _counts(facts, runs)
    yield from _times(facts, runs)
    yield from _cost(facts, runs)


def _counts(facts: Facts, runs: RunFacts) -> Iterator[Said]:
    for field, words, count in (
        ("baseline.accepted", "accepted attempts", runs.accepted),
        ("baseline.rejected", "rejected attempts", runs.rejected),
        ("baseline.no_verdict", "attempts without a verdict", runs.no_verdict),
    ):
        typed = facts.answers.number(field)
        if typed is not None and typed != count:
            yield _differs(facts, field, f"The number of {words} is given as {typed:,}", f"{count:,}", count)


def _times(facts: Facts, runs: RunFacts) -> Iterator[Said]:
    for field, words, seconds in (
        ("baseline.latency_p50_s", "median time", runs.latency_p50),
        ("baseline.latency_p95_s", "95th percentile of the time", runs.latency_p95),
    ):
        typed = facts.answers.number(field)
        if typed is not None and seconds is not None and _is_far(typed, seconds):
            yield _differs(facts, field, f"The {words} is given as {typed:g} s", f"{seconds:.6g} s", seconds)


def _cost(facts: Facts, runs: RunFacts) -> Iterator[Said]:
    field = "baseline.cost_total"
    typed, currency = facts.answers.number(field), facts.answers.text("budget.currency")
    if typed is None or runs.cost_total is None or not currency:
        return
    if currency != "USD":
        yield Said(
            field,
            f"Whether the cost is that of the rows cannot be told: it is given in {currency}, and rows are in dollars. "
            "No rate between the two is known here.",
            "Nothing is asked of you for it; a reviewer compares the two.",
            {**seen(facts.answers, field, "budget.currency"), "rows": runs.cost_total},
            cannot_tell=True,
        )
    elif _is_far(typed, runs.cost_total * CENTS):
        given, summed = f"{typed / CENTS:,.2f} dollars", f"{runs.cost_total:,.2f} dollars"
        summed += f" in {runs.with_cost:,} of {counted(runs.rows, 'row')}" if runs.with_cost < runs.rows else ""
        yield _differs(facts, field, f"The cost of the baseline is given as {given}", summed, runs.cost_total)


def _is_far(typed: float, measured: float) -> bool:
    return abs(typed - measured) > THRESHOLDS.typed_tolerance * abs(measured)


def _differs(facts: Facts, field: str, given: str, in_rows: str, measured: float) -> Said:
    return Said(
        field,
        f"{given}, and the rows say {in_rows}. One of the two leaves attempts out, and every later comparison starts "
        "from it.",
        "Take the figure of the rows, or send the rows that are missing.",
        {**seen(facts.answers, field), "rows": measured},
    )


def run_is_finished(facts: Facts) -> Iterator[Said]:
    """EV-13: the run came to its end and was not declared invalid."""
    runs = facts.measured.runs
    if runs is None:
        yield rows_unknown(facts, "Whether the run was finished")
        return
    state = _state(runs)
    if state:
        yield Said(
            FILES,
            f"The baseline run {state}. What such a run got through first is no fair sample of the set.",
            "Run it to its end, and upload that.",
            {"status": runs.status, "finished": runs.finished, "invalidated": runs.invalidated},
        )
    elif not runs.status and runs.finished is None and runs.invalidated is None:
        yield Said(
            FILES,
            "Whether the run was finished cannot be told, as its file does not say. A run that was broken off can "
            "still carry a result.",
            "Nothing is asked of you for it; the number of rows is compared with the tasks.",
            {"status": runs.status},
            cannot_tell=True,
        )


def _state(runs: RunFacts) -> str:
    """Return in words why the run does not count as finished; nothing where it does."""
    if runs.invalidated:
        return "was declared invalid"
    if runs.status and runs.status != "success":
        return STATES.get(runs.status, f"ended as “{runs.status}”")
    return "has no end" if runs.finished is False else ""


def run_is_of_the_whole_set(facts: Facts) -> Iterator[Said]:
    """EV-14: the run was not limited to a part of its set."""
    runs = facts.measured.runs
    if runs is None:
        yield rows_unknown(facts, "Whether the run was of the whole set")
        return
    done = runs.tasks if runs.limited_to is None else runs.limited_to
    whole = runs.dataset_tasks
    if whole is None and runs.limited_to is None:
        yield Said(
            FILES,
            "Whether the run was of the whole set cannot be told, as its file names neither a limit nor the size of "
            "the set. The first tasks of a set are seldom like the rest.",
            "Nothing is asked of you for it; the number of tasks is compared with the answers.",
            {"tasks": runs.tasks},
            cannot_tell=True,
        )
    elif whole is None or done < whole:
        of = "a larger set" if whole is None else f"{whole:,}"
        yield Said(
            FILES,
            f"The baseline ran on {counted(done, 'task')} of {of}. The first tasks of a set are seldom like the rest, "
            "and the final evaluation may take others.",
            "Run all of them, or fix now which part counts.",
            {"limited_to": runs.limited_to, "tasks": runs.tasks, "dataset_tasks": whole},
        )


def run_has_one_denominator(facts: Facts) -> Iterator[Said]:
    """EV-15: total, submitted and completed are the same number, or one of them is chosen."""
    runs = facts.measured.runs
    if runs is None:
        yield rows_unknown(facts, "Whether the run has one denominator")
        return
    numbers = {"in the set": runs.total, "submitted": runs.submitted, "completed": runs.completed}
    known = {words: number for words, number in numbers.items() if number is not None}
    if len(set(known.values())) > 1:
        said = listed([f"{number:,} {words}" for words, number in known.items()])
        yield Said(
            FILES,
            f"The report counts {said}. Each of them as the denominator gives another rate for the same run.",
            "Choose one, and run what is missing for it.",
            {"total": runs.total, "submitted": runs.submitted, "completed": runs.completed},
        )
