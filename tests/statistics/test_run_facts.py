import math
import subprocess
import sys

import numpy as np
import pytest

from app.readers.trial import Trial, Verdict
from app.statistics.rows import rows_of
from app.statistics.run_facts import RunFigures, run_figures, run_spread
from app.statistics.summary import Verdicts, summarise
from tests.statistics.numbers import EIGHTY, Attempt, attempts, digits, eighty, near

NO_ROWS = RunFigures(
    rows=0,
    tasks=0,
    accepted=0,
    rejected=0,
    no_verdict=0,
    attempts=(0, 0),
    model_names=frozenset(),
    model_revisions=frozenset(),
    interval=None,
    standard_error=None,
    gain_variance=None,
    run_spread=None,
    all_fail_tasks=None,
    all_pass_tasks=None,
    informative=None,
    with_latency=0,
    latency_p50=None,
    latency_p95=None,
    timeouts=0,
    with_usage=0,
    with_cost=0,
    accepted_with_usage=0,
    zero_tokens_with_output=0,
    cost_total=None,
    fieller_g=None,
    longest_tokens=None,
    tokens_p99=None,
    truncated_accepted=0,
    commonest_tool_error="",
    tool_error_share=None,
)

MISSING = """\
1 attempt got no verdict and is left out of the rate: 33.33 % of the graded ones were accepted, and 25 % of all.
1 of 3 tasks have no attempt with a verdict.
Tasks have from 1 to 2 attempts with a verdict, so chances of more attempts than 1 are not stated.
3 attempts of 4 have no response time.
1 attempt is too few for an upper end of the 50th percentile.
1 attempt is too few for an upper end of the 90th percentile.
1 attempt is too few for an upper end of the 95th percentile.
The cost is known of 1 of 4 attempts, and of 1 of 1 accepted ones: the cost per accepted result is a lower bound.
So few attempts were accepted that the cost per accepted result has no upper end.
The tokens are known of 1 of 4 attempts, and of 1 of 1 accepted ones.
Some tasks have fewer than 4 attempts, so how many groups of 4 would be mixed is a lower bound: a task that only \
failed may pass now and then.
"""


def test_eighty_tasks_as_the_checklist_sees_them() -> None:
    found = run_figures(eighty(), group_size=8)
    assert (found.rows, found.tasks, found.accepted, found.rejected, found.no_verdict) == (400, 80, 77, 323, 0)
    assert (found.attempts, found.all_fail_tasks, found.all_pass_tasks) == ((5, 5), 49, 4)
    assert found.interval is not None
    assert (found.standard_error, *found.interval) == digits(0.034022, 0.124780, 0.260220)
    assert found.gain_variance == pytest.approx(np.var(np.array(EIGHTY) / 5, ddof=1))
    assert found.informative == pytest.approx(sum(1 - (n / 5) ** 8 - (1 - n / 5) ** 8 for n in EIGHTY) / 80)
    assert (found.with_latency, found.latency_p50, found.cost_total, found.timeouts) == (0, None, None, 0)
    assert (found.longest_tokens, found.tokens_p99, found.truncated_accepted, found.tool_error_share) == (None,) * 4


def test_without_a_group_size_the_signal_is_not_known() -> None:
    assert run_figures(eighty(), group_size=None).informative is None


def test_no_rows_are_nothing_known() -> None:
    assert run_figures(rows_of(), group_size=8) == NO_ROWS


def test_the_readers_own_rows_fit() -> None:
    trial = Trial("a", verdict=Verdict.ACCEPTED, model_name="m", model_revision="r", truncated=True, cost_usd=0.5)
    found = run_figures(rows_of([trial, Trial("b", verdict=Verdict.REJECTED)]), group_size=2)
    assert (found.accepted, found.rejected, found.cost_total, found.truncated_accepted) == (1, 1, 0.5, 1)
    assert (found.model_names, found.model_revisions) == (frozenset({"m"}), frozenset({"r"}))


def test_tokens_are_counted_where_they_are_known() -> None:
    rows = rows_of(
        [
            Attempt("a", tokens_in=900, tokens_out=100, usage_known=True),
            Attempt("b", tokens_in=10, tokens_out=10, usage_known=True, verdict="rejected"),
            Attempt("c", tokens_in=0, tokens_out=0),
            Attempt("d", tokens_in=5, tokens_out=0, verdict="none", has_output=True),
            Attempt("e", tokens_in=0, tokens_out=0, verdict="none", has_output=False),
            Attempt("f", tokens_out=10**400, usage_known=True),
        ]
    )
    found = run_figures(rows, group_size=None)
    assert (found.with_usage, found.accepted_with_usage, found.zero_tokens_with_output) == (3, 2, 2)
    assert (found.longest_tokens, found.tokens_p99) == (1000, near(20 + 0.99 * 980))


def test_a_cost_or_time_that_is_no_amount_is_not_known() -> None:
    rows = rows_of([Attempt("a", cost_usd=-1, latency_s=math.inf), Attempt("b", cost_usd=math.nan, latency_s=2)])
    found = run_figures(rows, group_size=None)
    assert (found.with_cost, found.cost_total, found.with_latency, found.latency_p50) == (0, None, 1, 2)


def test_timeouts_count_and_stay_among_the_times() -> None:
    rows = rows_of([Attempt("a", latency_s=5), Attempt("b", latency_s=60, error_type="AgentTimeoutError")])
    found = run_figures(rows, group_size=None)
    assert (found.timeouts, found.with_latency, found.latency_p50) == (1, 2, 32.5)


def test_accepted_work_that_was_cut_off() -> None:
    cut, whole = Attempt("a", truncated=True), Attempt("b", truncated=False)
    assert run_figures(rows_of([cut, whole]), group_size=None).truncated_accepted == 1
    assert run_figures(rows_of([whole]), group_size=None).truncated_accepted == 0


def test_the_commonest_error_of_tools_counts_attempts() -> None:
    twice, once = Attempt(tool_errors=("No module", "No module")), Attempt(tool_errors=("No module", "A file"))
    found = run_figures(rows_of([twice, once, Attempt(), Attempt()]), group_size=None)
    assert (found.commonest_tool_error, found.tool_error_share) == ("No module", 0.5)


def test_whole_runs_differ_by_their_rates() -> None:
    rows = rows_of(attempts([2, 1, 1, 0], of=3))  # runs of 3, 1 and 0 accepted of 4
    assert run_spread(rows) == pytest.approx(np.std([3 / 4, 1 / 4, 0], ddof=1))


def test_a_run_that_lacks_tasks_is_no_whole_run() -> None:
    rows = attempts([2, 1, 1, 0], of=3)
    assert run_spread(rows_of(rows[:-1])) == pytest.approx(np.std([3 / 4, 1 / 4], ddof=1))
    assert run_spread(rows_of(attempts([1, 0], of=1))) is None
    assert run_spread(rows_of()) is None


def test_several_files_are_several_runs() -> None:
    one, other = attempts([1, 0, 1, 1], of=1), attempts([0, 0, 1, 0], of=1)
    assert run_spread(rows_of(one, other)) == pytest.approx(np.std([3 / 4, 1 / 4], ddof=1))


def test_no_verdict_is_no_rejection_unless_agreed() -> None:
    rows = rows_of([Attempt("a"), Attempt("b", verdict="rejected"), Attempt("c", verdict="none"), Attempt("a")])
    dropped, strict = run_figures(rows, group_size=2), run_figures(rows, group_size=2, all_count=True)
    assert (dropped.all_fail_tasks, strict.all_fail_tasks, dropped.no_verdict) == (1, 2, 1)
    for all_count, value in ((False, 2 / 3), (True, 0.5)):
        found = summarise(rows, all_count=all_count)
        assert found.quality.figure.value == pytest.approx(value)
        assert found.quality.verdicts == Verdicts(2, 1, 1)
    assert run_spread(rows_of([Attempt("a"), Attempt("a", 1, verdict="none")]), all_count=True) == pytest.approx(
        0.5**0.5
    )


def test_what_is_missing_is_said_once_and_in_words() -> None:
    rows = rows_of(
        [
            Attempt("a", cost_usd=1, latency_s=1, usage_known=True),
            Attempt("a", verdict="rejected"),
            Attempt("b", verdict="rejected"),
            Attempt("c", verdict="none"),
        ]
    )
    found = summarise(rows, group_size=4)
    assert "".join(f"{sentence}\n" for sentence in found.missing) == MISSING
    assert "1 attempt got no verdict and counts as rejected, as agreed" in summarise(rows, all_count=True).missing[0]


def test_several_attempts_without_a_verdict_are_spoken_of_as_several() -> None:
    rows = rows_of([Attempt("a", verdict="none"), Attempt("b", verdict="none"), Attempt("c")])
    assert summarise(rows).missing[1].startswith("2 attempts got no verdict and are left out of the rate: 100 % of")


def test_one_task_and_tasks_that_are_all_alike_say_little() -> None:
    assert "belong to one task" in summarise(rows_of([Attempt("a"), Attempt("a", 1)])).missing[0]
    assert "same rate" in summarise(rows_of([Attempt("a"), Attempt("b")])).missing[0]


def test_nothing_graded_is_no_rate() -> None:
    found = summarise(rows_of([Attempt("a", verdict="none")]))
    assert (found.quality.figure.value, found.quality.verdicts.graded_only, found.pass_at) == (None, None, {})
    assert found.missing[0] == "No attempt got a verdict, so there is no rate."
    assert (Verdicts(0, 0, 0).all, found.informative.value) == (None, None)


def test_a_cluster_holds_several_tasks() -> None:
    rows = rows_of(
        [
            Attempt(f"{name}{n}", cluster=name, verdict=said)
            for name, said in (("x", "accepted"), ("y", "rejected"))
            for n in range(9)
        ]
    )
    found = summarise(rows)
    assert (found.tasks, found.quality.clustered.clusters, found.quality.clustered.se) == (18, 2, near(0.5))


def test_cost_is_clustered_too() -> None:
    rows = attempts(EIGHTY, 5)
    for row in rows:
        row.cost_usd = 0.25
    found = run_figures(rows_of(rows), group_size=None)
    assert (found.cost_total, found.with_cost) == (100, 400)
    assert found.fieller_g == pytest.approx((1.990450 * 0.034022 / 0.1925) ** 2, rel=1e-4)


def test_quick_commands_load_neither_scipy_nor_numpy() -> None:
    script = "import sys, app.cli, app.statistics.run_facts; sys.exit('numpy' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0  # noqa: S603  our own source
