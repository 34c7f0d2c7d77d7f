"""How tasks spread from those that always fail to those that always pass: the little that is kept of many rows."""

from typing import TYPE_CHECKING

from app.statistics.groups import shares_of
from app.statistics.rows import Rows
from app.statistics.tasks import by_task

if TYPE_CHECKING:
    from collections.abc import Sequence

Cell = tuple[int, int, int]  # attempts that count, accepted ones, tasks that have just so many


def histogram(rows: Rows, *, all_count: bool = False) -> list[Cell]:
    """Count the tasks by their attempts and accepted attempts; those without a verdict are in no cell."""
    import numpy as np

    held = by_task(rows, all_count=all_count).held()
    if not len(held.attempts):
        return []
    cells, tasks = np.unique(np.stack([held.attempts, held.accepted], axis=1), axis=0, return_counts=True)
    return [(int(n), int(k), int(count)) for (n, k), count in zip(cells, tasks, strict=True)]


def informative_of(cells: "Sequence[Cell]", size: int) -> float | None:
    """Return the share of groups of that size with both verdicts, over the tasks of a histogram."""
    import numpy as np

    if not cells or size < 1:
        return None
    attempts, accepted, tasks = (np.array(column, dtype=np.int64) for column in zip(*cells, strict=True))
    shares, _, _ = shares_of(attempts, accepted, size)
    return float((shares * tasks).sum() / tasks.sum())
