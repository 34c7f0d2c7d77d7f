"""Comparing figures to six digits, as the worked values are written."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from app.statistics.rows import Rows, rows_of

EIGHTY = [0] * 49 + [1] * 12 + [2] * 5 + [3] * 5 + [4] * 5 + [5] * 4  # accepted of five attempts at each of 80 tasks


def digits(*values: float | None) -> Any:  # noqa: ANN401  pytest keeps the type to itself
    """Six digits after the point, as a tuple of these would be printed."""
    return pytest.approx(values, abs=5.1e-7, rel=0)


def near(value: float) -> Any:  # noqa: ANN401  pytest keeps the type to itself
    """The same number, but for the last digits that a computer keeps."""
    return pytest.approx(value)


@dataclass(slots=True)
class Attempt:
    """One attempt; the names are those of the readers' rows."""

    task_id: str = "a"
    repeat: int = 0
    cluster: str = ""
    verdict: str = "accepted"
    model_name: str | None = None
    model_revision: str | None = None
    error_type: str | None = None
    truncated: bool | None = None
    latency_s: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    usage_known: bool = False
    cost_usd: float | None = None
    tool_errors: tuple[str, ...] = field(default_factory=tuple)
    has_output: bool | None = None


def attempts(accepted: Iterable[int], of: int) -> list[Attempt]:
    """As many attempts at each task, of which so many are accepted."""
    return [
        Attempt(f"task-{task}", repeat, verdict="accepted" if repeat < count else "rejected")
        for task, count in enumerate(accepted)
        for repeat in range(of)
    ]


def eighty() -> Rows:
    """The rows of the real run of 80 tasks with five attempts each."""
    return rows_of(attempts(EIGHTY, 5))


def counts(*numbers: int) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """Whole numbers as a column."""
    return np.array(numbers, dtype=np.int64)
