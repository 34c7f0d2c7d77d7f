"""Attempts as columns: a million of them in compact arrays, so that every figure is one pass over numbers.

Texts stay behind, but for the names that figures are grouped by. What is not known is not-a-number here, and never 0.
"""

import math
from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.statistics.timeouts import is_timeout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Marks = NDArray[np.bool_]

UNKNOWN = math.nan
NO_VERDICT, REJECTED, ACCEPTED = 0, 1, 2
VERDICTS = {"accepted": ACCEPTED, "rejected": REJECTED}
TIMED_OUT, KNOWS_USAGE, KNOWS_CUT, CUT, HAS_OUTPUT = 1, 2, 4, 8, 16


class TrialLike(Protocol):
    """What is looked at in an attempt; the readers' own rows are such, and these figures know no reader."""

    task_id: str
    repeat: int
    cluster: str
    model_name: str | None
    model_revision: str | None
    error_type: str | None
    truncated: bool | None
    latency_s: float | None
    tokens_in: int | None
    tokens_out: int | None
    usage_known: bool
    cost_usd: float | None
    tool_errors: tuple[str, ...]
    has_output: bool | None

    @property
    def verdict(self) -> str:
        """`accepted`, `rejected` or `none`."""


@dataclass(slots=True)
class Rows:
    """Columns of one run; equal places belong to one attempt."""

    task: "array[int]" = field(default_factory=lambda: array("q"))
    cluster: "array[int]" = field(default_factory=lambda: array("q"))
    repeat: "array[float]" = field(default_factory=lambda: array("d"))
    verdict: "array[int]" = field(default_factory=lambda: array("b"))
    marks: "array[int]" = field(default_factory=lambda: array("b"))
    latency: "array[float]" = field(default_factory=lambda: array("d"))
    cost: "array[float]" = field(default_factory=lambda: array("d"))
    tokens_in: "array[float]" = field(default_factory=lambda: array("d"))
    tokens_out: "array[float]" = field(default_factory=lambda: array("d"))
    task_ids: list[str] = field(default_factory=list)
    cluster_ids: list[str] = field(default_factory=list)
    model_names: set[str] = field(default_factory=set)
    model_revisions: set[str] = field(default_factory=set)
    tool_errors: Counter[str] = field(default_factory=Counter)  # rows that met this very error

    def __len__(self) -> int:
        return len(self.task)

    def of_task(self) -> "Whole":
        """Return each attempt's place in `task_ids`."""
        return _column(self.task)

    def of_cluster(self) -> "Whole":
        """Return each attempt's place in `cluster_ids`."""
        return _column(self.cluster)

    def accepted(self) -> "Marks":
        """Return which attempts were accepted."""
        import numpy as np

        return np.equal(_column(self.verdict), ACCEPTED)

    def graded(self) -> "Marks":
        """Return which attempts got a verdict."""
        import numpy as np

        return np.not_equal(_column(self.verdict), NO_VERDICT)

    def marked(self, mark: int) -> "Marks":
        """Return which attempts bear the mark."""
        import numpy as np

        return np.not_equal(np.bitwise_and(_column(self.marks), mark), 0)

    def of_repeat(self) -> "Floats":
        """Return which attempt at its task each one is."""
        return _amounts(self.repeat)

    def latencies(self) -> "Floats":
        """Return seconds, not-a-number where they are not known."""
        return _amounts(self.latency)

    def costs(self) -> "Floats":
        """Return the rows' own unit of money, not-a-number where it is not known."""
        return _amounts(self.cost)

    def tokens(self) -> "tuple[Floats, Floats]":
        """Return tokens read and tokens written, not-a-number where they are not known."""
        return _amounts(self.tokens_in), _amounts(self.tokens_out)


def rows_of(*runs: Iterable[TrialLike]) -> Rows:
    """Take the columns out of attempts, in one pass that keeps none of them.

    Further runs of the same tasks are further attempts: theirs are numbered on from those before.
    """
    rows = Rows()
    tasks: dict[str, int] = {}
    clusters: dict[str, int] = {}
    for run in runs:
        _add(rows, run, tasks, clusters)
    rows.task_ids, rows.cluster_ids = list(tasks), list(clusters)
    return rows


def _add(rows: Rows, run: Iterable[TrialLike], tasks: dict[str, int], clusters: dict[str, int]) -> None:
    before = max((number for number in rows.repeat if not math.isnan(number)), default=-1.0) + 1
    for trial in run:
        rows.task.append(tasks.setdefault(trial.task_id, len(tasks)))
        rows.cluster.append(clusters.setdefault(trial.cluster or trial.task_id, len(clusters)))
        rows.repeat.append(before + _number(trial.repeat))
        rows.verdict.append(VERDICTS.get(trial.verdict, NO_VERDICT))
        rows.marks.append(_marks(trial))
        rows.latency.append(_number(trial.latency_s))
        rows.cost.append(_number(trial.cost_usd))
        rows.tokens_in.append(_number(trial.tokens_in))
        rows.tokens_out.append(_number(trial.tokens_out))
        if trial.model_name is not None:
            rows.model_names.add(trial.model_name)
        if trial.model_revision is not None:
            rows.model_revisions.add(trial.model_revision)
        if trial.tool_errors:
            rows.tool_errors.update(set(trial.tool_errors))


def _marks(trial: TrialLike) -> int:
    return (
        (TIMED_OUT if trial.error_type is not None and is_timeout(trial.error_type) else 0)
        | (KNOWS_USAGE if trial.usage_known else 0)
        | (KNOWS_CUT if trial.truncated is not None else 0)
        | (CUT if trial.truncated else 0)
        | (HAS_OUTPUT if trial.has_output else 0)
    )


def _number(value: float | None) -> float:
    if value is None:
        return UNKNOWN
    try:
        return float(value)
    except OverflowError:  # a whole number that no float holds measures nothing
        return UNKNOWN


def _column(values: "array[int]") -> "Whole":
    import numpy as np

    return np.frombuffer(values, dtype=values.typecode)


def _amounts(values: "array[float]") -> "Floats":
    import numpy as np

    column = np.frombuffer(values, dtype=np.float64)
    return np.where(np.isfinite(column) & (column >= 0), column, UNKNOWN)
