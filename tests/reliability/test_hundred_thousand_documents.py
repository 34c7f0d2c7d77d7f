"""A hundred thousand odd documents, each answered with a report. Run by `make reliability`."""

from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.documents.judging import judge_mutants

MANY, AT_A_TIME, SIDE_BY_SIDE = 100_000, 2_500, 2


@pytest.mark.timeout(3600)
def test_r19_a_hundred_thousand_odd_documents_are_answered_with_a_report() -> None:
    starts = range(0, MANY, AT_A_TIME)
    with ProcessPoolExecutor(SIDE_BY_SIDE) as pool:
        unreadable = sum(pool.map(judge_mutants, starts, [AT_A_TIME] * len(starts)))
    assert MANY // 2 < unreadable < MANY
