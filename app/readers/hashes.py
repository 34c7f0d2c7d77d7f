"""Hashes of tasks as a file gives them: nothing of the tasks' texts is in them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

SETS = ("training", "held-out")


@dataclass(frozen=True, slots=True)
class TaskHashes:
    """One task; `task_id` is the number of its line in the file that stayed at home."""

    task_id: str
    exact: str
    masked: str
    runs: frozenset[str]
    signature: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TaskSet:
    """The tasks of one file; they are read from it anew each time, so that memory holds one of them."""

    which: str  # of SETS
    count: int
    read: Callable[[], Iterator[TaskHashes]]

    def __iter__(self) -> Iterator[TaskHashes]:
        """Read the tasks once more."""
        return self.read()
