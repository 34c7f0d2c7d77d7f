"""Counts the attempts at each task in little memory: a reader may meet millions of tasks, each once.

Tasks are kept as 64-bit hashes in flat arrays (open addressing), 10 bytes a slot; two tasks out of ten million share
a hash once in a hundred thousand runs. Beyond two and a half million tasks a new one is not remembered: all of its
attempts are numbered 0.
"""

from array import array

FIRST_SLOTS = 1024
MOST_SLOTS = 2**22
FULLEST = 0.6
MASK = 2**64 - 1
MOST = 65_535


class Repeats:
    """Numbers the attempts at each task from 0, in the order in which they come."""

    def __init__(self) -> None:
        self._keys = array("Q", bytes(8 * FIRST_SLOTS))
        self._counts = array("H", bytes(2 * FIRST_SLOTS))
        self._used = 0

    def next(self, task: str) -> int:
        """Return how many attempts at this task came before."""
        key = (hash(task) & MASK) or 1
        slot = self._slot(key)
        if self._keys[slot] != key:
            self._add(key, slot)
            return 0
        before = self._counts[slot]
        self._counts[slot] = min(before + 1, MOST)
        return before

    def _add(self, key: int, slot: int) -> None:
        if self._used > FULLEST * len(self._keys):
            if len(self._keys) >= MOST_SLOTS:
                return
            self._grow()
            slot = self._slot(key)
        self._keys[slot], self._counts[slot] = key, 1
        self._used += 1

    def _slot(self, key: int) -> int:
        keys, last = self._keys, len(self._keys) - 1
        slot = key & last
        while keys[slot] and keys[slot] != key:
            slot = (slot + 1) & last
        return slot

    def _grow(self) -> None:
        keys, counts = self._keys, self._counts
        self._keys = array("Q", bytes(16 * len(keys)))
        self._counts = array("H", bytes(4 * len(counts)))
        for key, count in zip(keys, counts, strict=True):
            if key:
                slot = self._slot(key)
                self._keys[slot], self._counts[slot] = key, count
