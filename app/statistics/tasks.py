"""Attempts summed up by task or by cluster: what most figures are computed from."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.statistics.rows import Rows

if TYPE_CHECKING:
    from app.statistics.rows import Floats, Marks, Whole


@dataclass(frozen=True, slots=True)
class Sums:
    """Counts for each task or cluster, in the order of its first attempt."""

    attempts: "Whole"  # those that count for the rate
    accepted: "Whole"
    rows: "Whole"  # all attempts

    @property
    def means(self) -> "Floats":
        """Return the rate of each one that has attempts that count."""
        import numpy as np

        held = self.attempts > 0
        return self.accepted[held].astype(np.float64) / self.attempts[held]

    def held(self) -> "Sums":
        """Return only those that have attempts that count."""
        held = self.attempts > 0
        return Sums(self.attempts[held], self.accepted[held], self.rows[held])


def by_task(rows: Rows, *, all_count: bool = False) -> Sums:
    """Sum up by task; attempts without a verdict count as rejected only where that was agreed."""
    return _sums(rows, rows.of_task(), len(rows.task_ids), all_count=all_count)


def by_cluster(rows: Rows, *, all_count: bool = False) -> Sums:
    """Sum up by cluster, in the same way."""
    return _sums(rows, rows.of_cluster(), len(rows.cluster_ids), all_count=all_count)


def summed(values: "Floats", places: "Whole", many: int) -> "Floats":
    """Sum known values by place; unknown ones add nothing."""
    import numpy as np

    return np.asarray(np.bincount(places, weights=np.nan_to_num(values), minlength=many), dtype=np.float64)


def _sums(rows: Rows, places: "Whole", many: int, *, all_count: bool) -> Sums:
    total = _counts(places, None, many)
    counted = total if all_count else _counts(places, rows.graded(), many)
    return Sums(counted, _counts(places, rows.accepted(), many), total)


def _counts(places: "Whole", which: "Marks | None", many: int) -> "Whole":
    import numpy as np

    return np.bincount(places if which is None else places[which], minlength=many)
