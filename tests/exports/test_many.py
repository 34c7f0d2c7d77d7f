import tracemalloc
from collections.abc import Iterator
from datetime import datetime

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from app.exports import service
from app.exports.service import Bundle, Kind
from app.infra.work import Work
from tests import approvals
from tests.exports import many

pytestmark = pytest.mark.seeded
FEW, MANY = 100, 2000


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """Every statement that any connection runs meanwhile."""
    found: list[str] = []

    def note(*arguments: object) -> None:
        found.append(str(arguments[2]))

    event.listen(Engine, "before_cursor_execute", note)
    yield found
    event.remove(Engine, "before_cursor_execute", note)


def taken_home(work: Work, since: int, kind: Kind) -> tuple[int, int]:
    """Export everything after a cursor; return how many pieces there were and the most memory that was in use."""
    with work.snapshot() as db:
        bundle = Bundle(service.spanned(db, since), kind)
        tracemalloc.start()
        count = sum(1 for _ in service.stream(db, bundle))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return count, peak


@pytest.mark.parametrize("kind", list(Kind))
def test_r52_a_long_export_needs_no_more_memory_than_a_short_one(work: Work, now: datetime, kind: Kind) -> None:
    work.write_now(approvals.approved, now=now)
    work.write_now(many.copies, MANY, is_small=True)
    taken_home(work, MANY, kind)  # so that what is loaded once counts for neither
    few, little = taken_home(work, MANY + 1 - FEW, kind)
    all_of_them, much = taken_home(work, 0, kind)
    assert (few, all_of_them) == (FEW + (kind is Kind.CSV), MANY + 1 + (kind is Kind.CSV))
    assert much < 1.5 * little + 200_000


def test_r52_a_long_export_asks_the_database_once(work: Work, now: datetime, statements: list[str]) -> None:
    work.write_now(approvals.approved, now=now)
    work.write_now(many.copies, 300, is_small=True)
    with work.snapshot() as db:
        bundle = Bundle(service.spanned(db, 0))
        statements.clear()
        assert sum(1 for _ in service.stream(db, bundle)) == 301
    assert len(statements) == 1
