"""Attempts at a task are numbered in little memory."""

import pytest

from app.readers.repeats import Repeats


def test_attempts_are_numbered_in_their_order() -> None:
    repeats = Repeats()
    given = [f"task {number % 3000}" for number in range(9000)]
    assert [repeats.next(task) for task in given] == [0] * 3000 + [1] * 3000 + [2] * 3000


def test_more_tasks_than_are_remembered_start_at_0_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.readers.repeats.MOST_SLOTS", 1024)
    repeats = Repeats()
    first = [repeats.next(f"task {number}") for number in range(2000)]
    second = [repeats.next(f"task {number}") for number in range(2000)]
    assert (sum(first), sum(second)) == (0, 615)


def test_attempts_are_counted_as_far_as_sixteen_bits_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.readers.repeats.MOST", 3)
    repeats = Repeats()
    assert [repeats.next("a") for _ in range(6)] == [0, 1, 2, 3, 3, 3]
