"""Two runs side by side: by the tasks that both tried, and where they share too few, as two separate rates."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.statistics.figure import Figure
from app.statistics.paired import Discordant, Paired, paired_gain
from app.statistics.quality import newcombe
from app.statistics.rows import Rows
from app.statistics.sizes import smallest_of_variance
from app.statistics.tasks import Sums, by_task

if TYPE_CHECKING:
    from app.statistics.rows import Marks

FEWEST = 2
UNPAIRED = "difference of two rates (Newcombe), as if every attempt were a fresh one"


@dataclass(frozen=True, slots=True)
class OneTry:
    """Tasks that both runs tried once, by what became of them."""

    both: int
    only_now: int
    only_before: int
    neither: int

    @property
    def discordant(self) -> Discordant:
        """Return those that turned out differently."""
        return Discordant(self.only_now, self.only_before)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was gained since the run before."""

    gain: Figure  # paired where tasks are shared, else of two separate rates
    paired: Paired | None
    one_try: OneTry | None  # only where both runs tried each task once
    smallest_gain: float | None  # that so many tasks would show with 80 % power
    shared: int
    only_now: int  # tasks
    only_before: int
    missing: tuple[str, ...]


def compare_runs(now: Rows, before: Rows, *, all_count: bool = False) -> Comparison:
    """Compare by task where at least two tasks are in both runs."""
    import numpy as np

    sums, sums_before = by_task(now, all_count=all_count), by_task(before, all_count=all_count)
    mine, theirs = _graded(now, sums), _graded(before, sums_before)
    shared = sorted(mine.keys() & theirs.keys())
    places, places_before = np.array([[mine[task], theirs[task]] for task in shared], dtype=int).reshape(-1, 2).T
    only_now, only_before = len(mine) - len(shared), len(theirs) - len(shared)
    said = _said(len(shared), only_now, only_before)
    if len(shared) < FEWEST:
        gain = _separate(sums, sums_before)
        return Comparison(gain, None, None, None, len(shared), only_now, only_before, (*said, *gain.missing))
    attempts, accepted = sums.attempts[places], sums.accepted[places]
    attempts_before, accepted_before = sums_before.attempts[places_before], sums_before.accepted[places_before]
    found = paired_gain(accepted_before / attempts_before, accepted / attempts)
    is_once = bool((attempts == 1).all() and (attempts_before == 1).all())
    one_try = _one_try(accepted == 1, accepted_before == 1) if is_once else None
    if is_once:
        said.append("Each task was tried once; a single lucky run can look like a gain, so try each several times.")
    smallest = smallest_of_variance(found.variance, len(shared)) if found.variance else None
    return Comparison(found.figure, found, one_try, smallest, len(shared), only_now, only_before, tuple(said))


def _graded(rows: Rows, sums: Sums) -> dict[str, int]:
    return {task: place for place, task in enumerate(rows.task_ids) if sums.attempts[place]}


def _one_try(now: "Marks", before: "Marks") -> OneTry:
    return OneTry(
        *(int(marks.sum()) for marks in (now & before, now & ~before, ~now & before, ~now & ~before)),
    )


def _separate(now: Sums, before: Sums) -> Figure:
    n, n_before = int(now.attempts.sum()), int(before.attempts.sum())
    if not n or not n_before:
        return Figure(None, None, None, UNPAIRED, 0, ("One of the runs has no attempt with a verdict.",))
    accepted, accepted_before = int(now.accepted.sum()), int(before.accepted.sum())
    low, high = newcombe(accepted, n, accepted_before, n_before)
    return Figure(accepted / n - accepted_before / n_before, low, high, UNPAIRED, min(n, n_before))


def _said(shared: int, only_now: int, only_before: int) -> list[str]:
    said = []
    if shared < FEWEST:
        said.append("The two runs share fewer than two tasks, so they are compared as two separate rates.")
    elif only_now or only_before:
        said.append(
            f"{shared:,} tasks are in both runs; {only_now:,} are only in this one and {only_before:,} only in the "
            "other, and say nothing about the gain."
        )
    return said
