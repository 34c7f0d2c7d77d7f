"""Response times: measured on each attempt, often enough for the tail, under the limit, and at the planned load."""

from collections.abc import Iterator

from app.rules.arithmetic import planned_attempts
from app.rules.evaluation.words import first_lacking, percent, rows_unknown, unknown
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.measured import BenchFacts
from app.rules.saying import counted
from app.rules.thresholds import THRESHOLDS

P50, P95 = "baseline.latency_p50_s", "baseline.latency_p95_s"
PLAN = ("baseline.tasks", "baseline.attempts_per_task")


def response_time_is_measured(facts: Facts) -> Iterator[Said]:
    """EV-16: the rows of the baseline carry a duration for each attempt."""
    runs = facts.measured.runs
    if runs is None:
        yield rows_unknown(facts, "Whether the runs carry response times")
    elif not runs.with_latency:
        yield Said(
            "baseline.files",
            f"None of {counted(runs.rows, 'row')} says how long its attempt took. Without a response time before the "
            "training nobody can tell whether the tuned model is slower.",
            "Upload rows with the duration of each attempt.",
            {"rows": runs.rows, "with_latency": runs.with_latency},
        )


def tail_is_measurable(facts: Facts) -> Iterator[Said]:
    """EV-17: a 95th percentile needs 59 attempts before it has any upper limit."""
    runs = facts.measured.runs
    timed = runs.with_latency if runs is not None else 0
    if not timed and facts.answers.number(P95) is None:
        return
    attempts = timed or planned_attempts(facts)
    if attempts is None:
        yield from _plan_unknown(facts, "Whether the 95th percentile of the time can be measured")
    elif attempts < THRESHOLDS.p95_needs:
        yield Said(
            P95,
            f"A 95th percentile is asked of {counted(attempts, 'attempt')}, and it takes {THRESHOLDS.p95_needs} before "
            "it has any upper limit. What stands there is little more than the slowest attempt.",
            "Make more attempts, or state the 90th percentile, which takes 29; a 99th takes 299.",
            {**seen(facts.answers, P95), "attempts": attempts},
        )


def tail_is_under_the_limit(facts: Facts) -> Iterator[Said]:
    """EV-18: where too many attempts time out, a percentile is the limit and no measurement."""
    answers, runs = facts.answers, facts.measured.runs
    has_p95 = answers.number(P95) is not None or (runs is not None and runs.with_latency > 0)
    has_p50 = answers.number(P50) is not None
    if not has_p95 and not has_p50:
        return
    what = "Whether a percentile of the time is only the limit"
    timeouts = answers.number("baseline.timeouts")
    if runs is not None and runs.timeouts is not None:
        timeouts = runs.timeouts
    attempts = planned_attempts(facts) if runs is None else runs.rows
    if timeouts is None and answers.lacks("baseline.timeouts"):
        yield unknown(
            facts,
            "baseline.timeouts",
            f"{what} cannot be told, as no number of timeouts is given. An attempt that was cut off took longer than "
            "its time says.",
            "Give how many attempts timed out, also if it is 0.",
        )
    elif timeouts and attempts is None:
        yield from _plan_unknown(facts, what)
    elif timeouts and attempts:
        share = timeouts / attempts
        if has_p95 and share >= THRESHOLDS.tail_p95:
            yield _at_limit(facts, P95, "95th percentile", timeouts, share)
        if has_p50 and share >= THRESHOLDS.tail_p50:
            yield _at_limit(facts, P50, "median", timeouts, share)


def _at_limit(facts: Facts, field: str, what: str, timeouts: float, share: float) -> Said:
    return Said(
        field,
        f"{counted(timeouts, 'attempt')} timed out, which is {percent(share)} of all. So the {what} of the time lies "
        "at the limit or above it, and the number that stands there is only the limit.",
        "Write it as “at least” that time, or raise the limit and measure again.",
        {**seen(facts.answers, field, "baseline.timeouts", *PLAN), "share": round(share, 6)},
    )


def _plan_unknown(facts: Facts, what: str) -> Iterator[Said]:
    lacking = first_lacking(facts, *PLAN)
    if lacking:
        yield unknown(
            facts,
            lacking,
            f"{what} cannot be told, as the number of attempts is not known. It takes a certain number of them.",
            "Give the number of tasks and of attempts at each, or upload the rows.",
        )


def speed_test_is_of_the_plan(facts: Facts) -> Iterator[Said]:
    """EV-19: the speed test was run without failures, at the planned load and on the planned hardware."""
    if facts.answers.lacks("baseline.bench_files"):
        return
    if not facts.measured.benches:
        yield Said(
            "baseline.bench_files",
            "Whether the speed test was of the planned load cannot be told, as its file is not read yet. "
            "A server is fast at another load.",
            "Nothing is asked of you for it now.",
            seen(facts.answers, "baseline.bench_files"),
            cannot_tell=True,
        )
        return
    wrong = [words for bench in facts.measured.benches for words in _unlike_the_plan(facts, bench)]
    if wrong:
        yield Said(
            "baseline.bench_files",
            f"The speed test is of another load: {'; '.join(wrong)}. Its figures do not carry over to the planned run.",
            "Run it again at the planned load, on the planned hardware.",
            seen(facts.answers, "baseline.bench_files", "rollout.concurrency", "budget.hardware"),
        )


def _unlike_the_plan(facts: Facts, bench: BenchFacts) -> Iterator[str]:
    if bench.failed:
        yield f"{counted(bench.failed, 'request')} failed"
    planned = facts.answers.number("rollout.concurrency")
    if bench.concurrency is not None and planned is not None and bench.concurrency != planned:
        yield f"{bench.concurrency:,} at once, and {planned:,} are planned"
    hardware = facts.answers.part("budget.hardware").text("name")
    if bench.hardware and hardware and _folded(bench.hardware) != _folded(hardware):
        yield f"on “{bench.hardware}”, and “{hardware}” is planned"


def _folded(name: str) -> str:
    return "".join(name.casefold().split())
