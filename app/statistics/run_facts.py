"""What the checklist wants to know of a run's rows, under the names that it uses; the law itself is not known here.

What a file says about itself (its state, its own standard error, its filters) is the readers' to tell.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.statistics.rows import CUT, HAS_OUTPUT, KNOWS_CUT, KNOWS_USAGE, Rows
from app.statistics.summary import Summary, summarise
from app.statistics.tasks import by_task

if TYPE_CHECKING:
    from app.statistics.rows import Floats

LONG = 99  # percent of attempts that take no more tokens than this percentile
FEWEST = 2  # of anything, below which nothing is known about how it varies


@dataclass(frozen=True, slots=True)
class RunFigures:
    """Figures of one run. None is not known, and never 0. Rates are fractions, times seconds, money US dollars."""

    rows: int
    tasks: int
    accepted: int
    rejected: int
    no_verdict: int
    attempts: tuple[int, int]
    model_names: frozenset[str]
    model_revisions: frozenset[str]
    interval: tuple[float, float] | None
    standard_error: float | None
    gain_variance: float | None
    run_spread: float | None
    all_fail_tasks: int | None
    all_pass_tasks: int | None
    informative: float | None
    with_latency: int
    latency_p50: float | None
    latency_p95: float | None
    timeouts: int
    with_usage: int
    with_cost: int
    accepted_with_usage: int
    zero_tokens_with_output: int
    cost_total: float | None
    fieller_g: float | None
    longest_tokens: int | None
    tokens_p99: float | None
    truncated_accepted: int | None
    commonest_tool_error: str
    tool_error_share: float | None


def run_figures(rows: Rows, *, group_size: int | None, all_count: bool = False) -> RunFigures:
    """Compute what the checklist looks at; without a group size the share of informative groups is not known."""
    found = summarise(rows, group_size=group_size, all_count=all_count)
    verdicts = found.quality.verdicts
    low, high = found.quality.clustered.interval
    has_verdicts = found.quality.clustered.n > 0
    lengths = _lengths(rows)
    error, share = _tool_error(rows)
    return RunFigures(
        rows=found.rows,
        tasks=found.tasks,
        accepted=verdicts.accepted,
        rejected=verdicts.rejected,
        no_verdict=verdicts.none,
        attempts=found.attempts,
        model_names=frozenset(rows.model_names),
        model_revisions=frozenset(rows.model_revisions),
        interval=None if low is None or high is None else (low, high),
        standard_error=found.quality.clustered.se,
        gain_variance=_variance_of_means(rows, all_count=all_count),
        run_spread=run_spread(rows, all_count=all_count),
        all_fail_tasks=found.groups.all_fail if has_verdicts else None,
        all_pass_tasks=found.groups.all_pass if has_verdicts else None,
        informative=found.informative.value if group_size else None,
        with_latency=found.times.n,
        latency_p50=found.latency["p50"].figure.value,
        latency_p95=found.latency["p95"].figure.value,
        timeouts=found.times.timeouts,
        with_usage=found.usage.known,
        with_cost=found.cost.coverage.known,
        accepted_with_usage=found.usage.known_accepted,
        zero_tokens_with_output=_zero_tokens_with_output(rows),
        cost_total=found.cost.total,
        fieller_g=found.cost.g,
        longest_tokens=int(lengths.max()) if len(lengths) else None,
        tokens_p99=_percentile(lengths, LONG),
        truncated_accepted=_truncated_accepted(rows, found),
        commonest_tool_error=error,
        tool_error_share=share,
    )


def run_spread(rows: Rows, *, all_count: bool = False) -> float | None:
    """Return how whole runs differ: the standard deviation of the rate of each n-th attempt at all tasks."""
    import numpy as np

    counted = np.ones(len(rows), dtype=bool) if all_count else rows.graded()
    repeats, places = np.unique(rows.of_repeat()[counted], return_inverse=True)
    tasks, accepted = rows.of_task()[counted], rows.accepted()[counted]
    many = len(rows.task_ids)
    tried = np.bincount(np.unique(places * many + tasks) // max(1, many), minlength=len(repeats))
    whole = tried == many
    if int(whole.sum()) < FEWEST:
        return None
    rates = np.bincount(places, weights=accepted) / np.bincount(places)
    return float(np.std(rates[whole], ddof=1))


def _variance_of_means(rows: Rows, *, all_count: bool) -> float | None:
    import numpy as np

    means = by_task(rows, all_count=all_count).means
    return float(np.var(means, ddof=1)) if len(means) >= FEWEST else None


def _lengths(rows: Rows) -> "Floats":
    """Return prompt and answer together, of attempts whose tokens are known and not 0."""
    read, written = rows.tokens()
    known = rows.marked(KNOWS_USAGE)
    both = read[known] + written[known]
    return both[both > 0]


def _percentile(values: "Floats", percent: float) -> float | None:
    import numpy as np

    return float(np.percentile(values, percent)) if len(values) else None


def _zero_tokens_with_output(rows: Rows) -> int:
    """Count tokens of 0 beside an output; where an attempt was accepted, there was one."""
    read, written = rows.tokens()
    return int((((read == 0) | (written == 0)) & (rows.marked(HAS_OUTPUT) | rows.accepted())).sum())


def _truncated_accepted(rows: Rows, found: Summary) -> int | None:
    if found.rows and not rows.marked(KNOWS_CUT).any():
        return None
    return int((rows.marked(CUT) & rows.accepted()).sum())


def _tool_error(rows: Rows) -> tuple[str, float | None]:
    """Return the error that most attempts met; nothing where none is on record, as few files hold tools' answers."""
    if not rows.tool_errors:
        return "", None
    error, count = min(rows.tool_errors.items(), key=lambda item: (-item[1], item[0]))
    return error, count / len(rows)
