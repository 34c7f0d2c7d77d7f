"""Attempts on their way into the database, a few thousand at a time, so that no writer waits for long."""

from collections.abc import Callable
from typing import Any

from app.readers.trial import Trial

AT_ONCE = 2000
MOST = 2**53  # of a whole number that is kept
_AS_IT_IS = (
    "task_id",
    "cluster",
    "reward",
    "latency_s",
    "latency_kind",
    "truncated",
    "error_type",
    "infra",
    "tokens_in",
    "tokens_in_cached",
    "tokens_out",
    "usage_known",
    "cost_usd",
    "has_output",
    "model_name",
    "model_revision",
)


class Batches:
    """Gathers rows and hands them over in batches; nothing is held beyond one of them."""

    def __init__(self, set_id: int, store: Callable[[list[dict[str, Any]]], None]) -> None:
        self._set_id = set_id
        self._store = store
        self._rows: list[dict[str, Any]] = []
        self._count = 0

    def add(self, run: int, source: str, trial: Trial) -> None:
        """Take one attempt."""
        self._rows.append(
            {
                "read_set_id": self._set_id,
                "position": self._count,
                "run": run,
                "repeat": min(trial.repeat, MOST),
                "verdict": str(trial.verdict),
                "source": source,
                **{name: getattr(trial, name) for name in _AS_IT_IS},
            }
        )
        self._count += 1
        if len(self._rows) >= AT_ONCE:
            self.close()

    def close(self) -> None:
        """Hand over what is left."""
        rows, self._rows = self._rows, []
        if rows:
            self._store(rows)
