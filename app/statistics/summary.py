"""All figures of one run together: quality, response time, cost per accepted result, passes, groups, what is missing.

Attempts without a verdict are no rejections, unless the parties agreed so; both rates stay visible.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.statistics.clusters import Clustered, clustered_rate
from app.statistics.costs import Cost, Coverage, cost_per_accepted
from app.statistics.figure import Figure, Interval
from app.statistics.groups import Groups, groups_of, informative_share
from app.statistics.latency import Percentile, Times, percentile, times_of
from app.statistics.passing import mean_all_of, mean_pass_at, shown_k
from app.statistics.quality import clopper_pearson, wilson
from app.statistics.rows import KNOWS_USAGE, TIMED_OUT, Rows
from app.statistics.tasks import by_cluster, by_task, summed

if TYPE_CHECKING:
    from app.statistics.rows import Marks, Whole

PERCENTILES = {"p50": 0.50, "p90": 0.90, "p95": 0.95}


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Attempts by verdict."""

    accepted: int
    rejected: int
    none: int

    @property
    def graded_only(self) -> float | None:
        """Return the rate of those that got a verdict."""
        graded = self.accepted + self.rejected
        return self.accepted / graded if graded else None

    @property
    def all(self) -> float | None:
        """Return the rate of all, as if no verdict were a rejection."""
        rows = self.accepted + self.rejected + self.none
        return self.accepted / rows if rows else None


@dataclass(frozen=True, slots=True)
class Quality:
    """The rate of accepted attempts, with every interval that somebody may ask for."""

    clustered: Clustered
    figure: Figure
    verdicts: Verdicts
    wilson: Interval  # as if every attempt were a fresh one
    clopper_pearson: Interval


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that the rows of one run say."""

    rows: int
    tasks: int
    attempts: tuple[int, int]  # fewest and most at one task
    quality: Quality
    latency: dict[str, Percentile]
    times: Times
    cost: Cost
    usage: Coverage
    pass_at: dict[int, float | None]
    pass_all: dict[int, float | None]
    groups: Groups
    informative: Figure
    group_size: int
    graded_attempts: tuple[int, int]  # fewest and most with a verdict, at tasks that have any
    ungraded_tasks: int  # that have no attempt with a verdict

    @property
    def missing(self) -> tuple[str, ...]:
        """Say what these figures do not hold, each thing once."""
        said = [*self.quality.figure.missing, *_about_tasks(self)]
        if self.times.untimed:
            said.append(f"{_attempts(self.times.untimed)} of {self.rows:,} have no response time.")
        said += [sentence for found in self.latency.values() for sentence in found.figure.missing]
        said += [*self.cost.figure.missing, *_about_tokens(self.usage)]
        return tuple(dict.fromkeys([*said, *self.informative.missing]))


def summarise(rows: Rows, *, group_size: int | None = None, all_count: bool = False) -> Summary:
    """Compute every figure of the rows; without a group size, groups are as large as there are attempts at a task."""
    tasks = by_task(rows, all_count=all_count)
    held = tasks.held()
    quality = quality_of(rows, all_count=all_count)
    times = times_of(rows.latencies(), rows.marked(TIMED_OUT))
    latency = {name: percentile(times, share) for name, share in PERCENTILES.items()}
    cost, usage = cost_of(rows), usage_of(rows)
    _, most = _range(held.attempts)
    size = group_size or most
    informative = informative_share(held.attempts, held.accepted, size)
    return Summary(
        *(len(rows), len(rows.task_ids), _range(tasks.rows), quality, latency, times, cost, usage),
        {k: mean_pass_at(held.attempts, held.accepted, k) for k in shown_k(most)},
        {k: mean_all_of(held.attempts, held.accepted, k) for k in shown_k(most)},
        *(groups_of(held.attempts, held.accepted), informative, size),
        *(_range(held.attempts), len(tasks.attempts) - len(held.attempts)),
    )


def quality_of(rows: Rows, *, all_count: bool = False) -> Quality:
    """Judge the rate, clustered by task or by what tasks share."""
    sums = by_cluster(rows, all_count=all_count)
    found = clustered_rate(sums.accepted, sums.attempts)
    accepted, graded = int(rows.accepted().sum()), int(rows.graded().sum())
    verdicts = Verdicts(accepted, graded - accepted, len(rows) - graded)
    exact = clopper_pearson(accepted, found.n) if found.n else Interval(None, None)
    score = wilson(accepted, found.n) if found.n else Interval(None, None)
    return Quality(found, found.figure(tuple(_said(found, verdicts, all_count=all_count))), verdicts, score, exact)


def cost_of(rows: Rows) -> Cost:
    """Judge the cost per accepted result, clustered in the same way."""
    import numpy as np

    places, many = rows.of_cluster(), len(rows.cluster_ids)
    costs = rows.costs()
    sums = by_cluster(rows)
    coverage = coverage_of(rows, ~np.isnan(costs))
    return cost_per_accepted(summed(costs, places, many), sums.accepted.astype(np.float64), coverage)


def usage_of(rows: Rows) -> Coverage:
    """Count attempts whose tokens are known."""
    return coverage_of(rows, rows.marked(KNOWS_USAGE))


def coverage_of(rows: Rows, known: "Marks") -> Coverage:
    """Count what is known of all attempts and of the accepted ones."""
    accepted = rows.accepted()
    return Coverage(int(known.sum()), len(rows), int((known & accepted).sum()), int(accepted.sum()))


def _said(found: Clustered, verdicts: Verdicts, *, all_count: bool) -> list[str]:
    said = []
    if not found.n:
        said.append("No attempt got a verdict, so there is no rate.")
    elif found.se is None:
        said.append("All attempts belong to one task, so nothing is known about how tasks differ.")
    elif not found.se:
        said.append(
            "All tasks have the same rate, so they do not show how much tasks differ; use the exact interval "
            "(Clopper-Pearson)."
        )
    if verdicts.none:
        ways = ("counts as rejected", "is left out") if verdicts.none == 1 else ("count as rejected", "are left out")
        way = f"{ways[0]}, as agreed" if all_count else f"{ways[1]} of the rate"
        said.append(
            f"{_attempts(verdicts.none)} got no verdict and {way}: {_percent(verdicts.graded_only)} of the graded "
            f"ones were accepted, and {_percent(verdicts.all)} of all."
        )
    return said


def _about_tasks(found: Summary) -> list[str]:
    said, (fewest, most) = [], found.graded_attempts
    if found.ungraded_tasks:
        said.append(f"{found.ungraded_tasks:,} of {found.tasks:,} tasks have no attempt with a verdict.")
    if fewest < most:
        said.append(
            f"Tasks have from {fewest:,} to {most:,} attempts with a verdict, so chances of more attempts than "
            f"{fewest:,} are not stated."
        )
    return said


def _about_tokens(usage: Coverage) -> list[str]:
    if usage.is_whole:
        return []
    said = (
        f"The tokens are known of {usage.known:,} of {usage.rows:,} attempts, and of {usage.known_accepted:,} of "
        f"{usage.accepted:,} accepted ones."
    )
    return [said]


def _range(counts: "Whole") -> tuple[int, int]:
    return (int(counts.min()), int(counts.max())) if len(counts) else (0, 0)


def _attempts(count: int) -> str:
    return "1 attempt" if count == 1 else f"{count:,} attempts"


def _percent(share: float | None) -> str:
    return "none" if share is None else f"{100 * share:.4g} %"
