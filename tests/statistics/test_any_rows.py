"""Whatever the rows are, figures are numbers with their values between their ends, or not known."""

import json
import math
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from app.cli.figures.sentences import sentences
from app.statistics.answer import as_json
from app.statistics.comparing import compare_runs
from app.statistics.figure import Figure
from app.statistics.rows import rows_of
from app.statistics.run_facts import run_figures
from app.statistics.summary import Summary, summarise
from tests.statistics.numbers import Attempt

amount = st.none() | st.floats(0, 1e9) | st.sampled_from([math.nan, math.inf, -1.0])
count = st.none() | st.integers(0, 10**20)
attempt = st.builds(
    Attempt,
    task_id=st.sampled_from("abcdef"),
    repeat=st.integers(0, 4),
    cluster=st.sampled_from(["", "x", "y"]),
    verdict=st.sampled_from(["accepted", "rejected", "none"]),
    error_type=st.sampled_from([None, "agent_timeout", "crash"]),
    truncated=st.none() | st.booleans(),
    latency_s=amount,
    tokens_in=count,
    tokens_out=count,
    usage_known=st.booleans(),
    cost_usd=amount,
    tool_errors=st.sampled_from([(), ("gone",), ("gone", "late")]),
    has_output=st.none() | st.booleans(),
)
runs = st.lists(attempt, min_size=1, max_size=40)


def shown(found: Summary) -> Iterator[Figure]:
    yield from (found.quality.figure, found.cost.figure, found.informative)
    yield from (percentile.figure for percentile in found.latency.values())


@settings(deadline=None)
@given(now=runs, before=runs, all_count=st.booleans(), size=st.none() | st.integers(2, 64))
def test_figures_are_numbers_or_not_known(
    *, now: list[Attempt], before: list[Attempt], all_count: bool, size: int | None
) -> None:
    rows = rows_of(now)
    found = summarise(rows, group_size=size, all_count=all_count)
    gain = compare_runs(rows, rows_of(before), all_count=all_count)
    json.dumps(as_json(found, gain, ()), allow_nan=False)
    assert "nan" not in "\n".join(sentences(found, gain, ()))
    facts = run_figures(rows, group_size=size, all_count=all_count)
    assert facts.accepted + facts.rejected + facts.no_verdict == facts.rows == len(now)
    for figure in shown(found):
        slack = 1e-9 * abs(figure.value or 0) + 1e-12
        if figure.value is not None:
            assert figure.low is None or figure.low <= figure.value + slack
            assert figure.high is None or figure.high >= figure.value - slack
