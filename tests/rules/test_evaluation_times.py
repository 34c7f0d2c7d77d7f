"""Response times and speed tests (EV-16 to EV-19)."""

from typing import Any

import pytest

from app.rules.finding import Gate, Severity
from app.rules.measured import BenchFacts, Measured
from tests.rules.examples import finding, opened, ran, row, said

P50, P95 = "baseline.latency_p50_s", "baseline.latency_p95_s"
BENCH = "baseline.bench_files"


def test_ev_16_wants_a_time_in_at_least_one_row() -> None:
    assert said("EV-16", measured=ran(with_latency=1)) == []
    found = finding("EV-16", measured=ran(with_latency=0))
    assert (found.field, found.severity) == ("baseline.files", Severity.PROMISE)
    assert found.message.startswith("None of 600 rows says")
    assert found.inputs == {"rows": 600, "with_latency": 0}
    assert finding("EV-16", measured=ran(with_latency=0), gate=Gate.COMMIT).severity is Severity.BLOCK


@pytest.mark.parametrize(("timed", "fields"), [(59, []), (58, [P95]), (1, [P95])])
def test_ev_17_counts_the_rows_that_carry_a_time(timed: int, fields: list[str]) -> None:
    for typed in (None, 144.9):
        assert said("EV-17", {P95: typed}, measured=ran(with_latency=timed)) == [(field, "open") for field in fields]


@pytest.mark.parametrize(("tasks", "attempts", "fields"), [(59, 1, []), (58, 1, [P95]), (20, 3, []), (19, 3, [P95])])
def test_ev_17_counts_the_typed_attempts_else(tasks: int, attempts: int, fields: list[str]) -> None:
    plan = {"baseline.tasks": tasks, "baseline.attempts_per_task": attempts}
    assert said("EV-17", {**plan, P95: 144.9}) == [(field, "open") for field in fields]
    assert said("EV-17", {**plan, P95: 144.9}, measured=ran(with_latency=0)) == [(field, "open") for field in fields]
    assert said("EV-17", {**plan, P95: None}) == []
    assert said("EV-17", {**plan, P95: None}, measured=ran(with_latency=0)) == []


def test_ev_17_says_of_how_many_attempts() -> None:
    found = finding("EV-17", {P95: 9.5, "baseline.tasks": 1, "baseline.attempts_per_task": 1})
    assert found.message.startswith("A 95th percentile is asked of 1 attempt, and it takes 59 before")
    assert found.inputs == {P95: 9.5, "attempts": 1}


@pytest.mark.parametrize("field", ["baseline.tasks", "baseline.attempts_per_task"])
def test_the_number_of_attempts_has_to_be_known(field: str) -> None:
    changes = {P95: 144.9, "baseline.timeouts": 30, field: None}
    for rule in ("EV-17", "EV-18"):
        assert said(rule, changes) == [(field, "cannot-tell")]
        assert said(rule, {P95: 144.9, "baseline.timeouts": 30}, unreadable=frozenset({field})) == []


@pytest.mark.parametrize(
    ("timeouts", "fields"), [(0, []), (29, []), (30, [P95]), (299, [P95]), (300, [P50, P95]), (600, [P50, P95])]
)
def test_ev_18_finds_percentiles_that_are_only_the_limit(timeouts: int, fields: list[str]) -> None:
    both = {P50: 67.4, P95: 144.9}
    opens = [(field, "open") for field in fields]
    assert said("EV-18", {**both, "baseline.timeouts": timeouts}) == opens
    assert said("EV-18", {**both, "baseline.timeouts": 0}, measured=ran(timeouts=timeouts)) == opens
    assert said("EV-18", {**both, "baseline.timeouts": timeouts}, measured=ran(timeouts=None)) == opens
    assert opened("EV-18", {P50: 67.4, "baseline.timeouts": timeouts}) == [name for name in fields if name == P50]
    assert opened("EV-18", {P95: 144.9, "baseline.timeouts": timeouts}) == [name for name in fields if name == P95]


def test_ev_18_says_which_share_timed_out() -> None:
    found = finding("EV-18", {P95: 1199.983}, measured=ran(rows=80, timeouts=23))
    assert found.message.startswith("23 attempts timed out, which is 28.7 % of all. So the 95th percentile of")
    assert found.inputs["share"] == 0.2875
    message = finding("EV-18", {P50: 67.4}, measured=ran(rows=1, timeouts=1, with_latency=0)).message
    assert message.startswith("1 attempt timed out, which is 100 % of all. So the median of")


def test_ev_18_speaks_only_of_percentiles_that_there_are() -> None:
    assert said("EV-18", {"baseline.timeouts": 600}) == []
    assert said("EV-18", measured=ran(timeouts=600)) == [(P95, "open")]
    assert said("EV-18", measured=ran(timeouts=600, with_latency=0)) == []
    assert said("EV-18", {P95: 1}, measured=ran(timeouts=600, rows=0)) == []


def test_ev_18_cannot_tell_without_a_number_of_timeouts() -> None:
    assert said("EV-18", {P95: 144.9}) == [("baseline.timeouts", "cannot-tell")]
    assert said("EV-18", {P95: 144.9}, measured=ran(timeouts=None)) == [("baseline.timeouts", "cannot-tell")]
    assert said("EV-18", {P95: 144.9}, unreadable=frozenset({"baseline.timeouts"})) == []
    assert said("EV-18", {P95: 144.9, "baseline.timeouts": 0, "baseline.tasks": None}) == []


def bench(**figures: Any) -> Measured:  # noqa: ANN401  figures of every type
    return Measured(benches=(BenchFacts(**figures),))


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        (bench(concurrency=64, failed=0, hardware="h100 80GB"), ""),
        (bench(), ""),
        (bench(failed=1), "1 request failed"),
        (bench(failed=2), "2 requests failed"),
        (bench(concurrency=63), "63 at once, and 64 are planned"),
        (bench(concurrency=65), "65 at once, and 64 are planned"),
        (bench(hardware="A100"), "on “A100”, and “H100 80 GB” is planned"),
        (bench(failed=1, concurrency=1), "1 request failed; 1 at once, and 64 are planned"),
        (Measured(benches=(BenchFacts(concurrency=64), BenchFacts(failed=3))), "3 requests failed"),
    ],
)
def test_ev_19_wants_a_speed_test_of_the_planned_load(measured: Measured, words: str) -> None:
    changes = {BENCH: ("bench.json",)}
    assert said("EV-19", changes, measured=measured) == ([(BENCH, "open")] if words else [])
    assert said("EV-19", measured=measured) == []
    if words:
        message = finding("EV-19", changes, measured=measured).message
        assert message.startswith(f"The speed test is of another load: {words}. ")


def test_ev_19_compares_with_a_plan_only_where_there_is_one() -> None:
    unplanned = {BENCH: ("bench.json",), "rollout.concurrency": None, "budget.hardware": row(devices=8)}
    assert said("EV-19", unplanned, measured=bench(concurrency=1, hardware="A100")) == []


def test_ev_19_cannot_tell_from_a_file_that_is_not_read() -> None:
    assert said("EV-19", {BENCH: ("bench.json",)}) == [(BENCH, "cannot-tell")]
