import pytest

from app.statistics.groups import informative_share
from app.statistics.rows import rows_of
from app.statistics.spread import histogram, informative_of
from app.statistics.tasks import by_task
from tests.statistics.numbers import Attempt, attempts


def test_tasks_are_counted_by_attempts_and_accepted_ones() -> None:
    assert histogram(rows_of(attempts([0, 0, 2, 3], 3))) == [(3, 0, 2), (3, 2, 1), (3, 3, 1)]
    assert histogram(rows_of([Attempt("a", verdict="none")])) == []
    assert histogram(rows_of([Attempt("a", verdict="none")]), all_count=True) == [(1, 0, 1)]


def test_the_histogram_knows_the_share_of_informative_groups_as_the_rows_do() -> None:
    rows = rows_of(attempts([0, 1, 2, 3, 4, 4], 4))
    held = by_task(rows).held()
    for size in (1, 2, 8):
        from_rows = informative_share(held.attempts, held.accepted, size).value
        assert informative_of(histogram(rows), size) == pytest.approx(from_rows)


def test_without_tasks_or_a_group_nothing_is_known() -> None:
    assert informative_of([], 8) is None
    assert informative_of([(4, 2, 1)], 0) is None
