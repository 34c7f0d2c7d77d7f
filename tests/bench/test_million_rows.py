"""A million attempts at a hundred thousand tasks: all figures and ten thousand draws of tasks, in time and memory.

Run by `make bench`. Growth is told by processor time of this process, as the machine may be busy with other things.
"""

import resource
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from app.readers.trial import Trial, Verdict
from app.statistics.bootstrap import FOLDS, bootstrap_ratio
from app.statistics.rows import Rows, rows_of
from app.statistics.run_facts import run_figures
from app.statistics.summary import summarise
from app.statistics.tasks import by_task, summed

ATTEMPTS = 10  # at each task
BUDGET_S = 60  # for a million rows, on two cores
MEMORY = 1_000  # MB of the whole process
SIZES = (10_000, 100_000, 1_000_000)
LINEAR = 1.5  # times as much for each row as at the smallest size: caches fill up

pytestmark = pytest.mark.timeout(600)


def trials(rows: int) -> Iterator[Trial]:
    """Attempts at tasks of which each has its own chance."""
    chance = np.random.default_rng(1)
    passes = chance.random(rows // ATTEMPTS)
    drawn, seconds = chance.random(rows), chance.lognormal(4, 1, rows)
    for number in range(rows):
        task = number // ATTEMPTS
        yield Trial(
            f"task-{task}",
            number % ATTEMPTS,
            verdict=Verdict.ACCEPTED if drawn[number] < passes[task] else Verdict.REJECTED,
            latency_s=float(seconds[number]),
            cost_usd=float(seconds[number] / 500),
            tokens_in=1000,
            tokens_out=200,
            usage_known=True,
        )


def say(line: str) -> None:
    """Show a measurement to whoever runs the bench."""
    sys.stdout.write(f"\n{line}")


def figures(rows: Rows) -> None:
    """Everything that a page or a command shows of a run, and a bootstrap over its tasks."""
    summarise(rows, group_size=8)
    run_figures(rows, group_size=8)
    sums = by_task(rows)
    cost = summed(rows.costs(), rows.of_task(), len(rows.task_ids))
    assert bootstrap_ratio(cost, sums.accepted.astype(np.float64), folds=FOLDS).low is not None


def test_a_million_rows_are_summarised_in_a_minute_and_growth_is_linear() -> None:
    taken = {}
    for size in SIZES:
        rows = rows_of(trials(size))
        began, used = time.perf_counter(), time.process_time()
        figures(rows)
        taken[size] = time.process_time() - used
        say(f"{size:>9,} rows: {time.perf_counter() - began:6.2f} s by the clock, {taken[size]:6.2f} s of processor")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    say(f"{most:,.0f} MB at most")
    assert taken[SIZES[-1]] < BUDGET_S
    assert most < MEMORY
    for size in SIZES[1:]:
        assert taken[size] / size < LINEAR * taken[SIZES[0]] / SIZES[0]


def test_taking_the_columns_out_of_a_million_rows_takes_seconds() -> None:
    began = time.process_time()
    assert len(rows_of(trials(SIZES[-1]))) == SIZES[-1]
    used = time.process_time() - began
    say(f"making and reading a million rows: {used:.2f} s of processor")
    assert used < BUDGET_S / 2
