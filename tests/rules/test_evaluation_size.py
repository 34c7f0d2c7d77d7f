"""Whether tasks are enough (EV-05), the baseline is exact enough (EV-06), and the counting decides nothing (EV-11)."""

import pytest

from app.rules.finding import Gate, Severity
from app.rules.measured import Interval
from tests.rules.examples import finding, opened, ran, said

HELD_OUT = "data.held_out_tasks"
UNKNOWN_RATE = {"baseline.accepted": None, "success.baseline_value": None}
NO_GAIN = {"success.minimum_gain": None, "success.target_value": None}


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({HELD_OUT: 388}, []),
        ({HELD_OUT: 387}, [HELD_OUT]),
        ({HELD_OUT: 387, "success.comparison": None}, [HELD_OUT]),
        ({HELD_OUT: 0}, [HELD_OUT]),
        ({HELD_OUT: None}, []),
        # 40 % down to 30 % takes 356 tasks
        ({HELD_OUT: 356, "success.comparison": "less"}, []),
        ({HELD_OUT: 355, "success.comparison": "less"}, [HELD_OUT]),
        # the smallest gain goes before target and baseline
        ({HELD_OUT: 388, "success.target_value": 0.41, "success.baseline_value": 0.4}, []),
        ({HELD_OUT: 388, **NO_GAIN, "success.target_value": 0.5, "success.baseline_value": 0.4}, []),
        ({HELD_OUT: 387, **NO_GAIN, "success.target_value": 0.5, "success.baseline_value": 0.4}, [HELD_OUT]),
        ({HELD_OUT: 387, **NO_GAIN, "success.target_value": 0.5}, [HELD_OUT]),
        # 40 % to 100 %, and not to 110 %
        ({HELD_OUT: 8, "success.minimum_gain": 0.7}, []),
        ({HELD_OUT: 7, "success.minimum_gain": 0.7}, [HELD_OUT]),
        ({HELD_OUT: 15, "success.minimum_gain": 0.7, "success.comparison": "less"}, []),
        ({HELD_OUT: 14, "success.minimum_gain": 0.7, "success.comparison": "less"}, [HELD_OUT]),
    ],
)
def test_ev_05_wants_the_tasks_that_the_gain_takes(changes: dict[str, object], fields: list[str]) -> None:
    assert said("EV-05", changes) == [(field, "open") for field in fields]


def test_ev_05_blocks_only_the_commitment_and_says_what_it_takes() -> None:
    found = finding("EV-05", {HELD_OUT: 387})
    assert found.severity is Severity.WARN
    assert found.message.startswith("387 held-out tasks cannot show a step from 40 % to 50 %: that takes 388.")
    assert found.inputs == {
        HELD_OUT: 387,
        "success.minimum_gain": 0.1,
        "success.target_value": None,
        "rate": 0.4,
        "effect": 0.1,
        "needed": 388,
    }
    assert finding("EV-05", {HELD_OUT: 387}, gate=Gate.COMMIT).severity is Severity.BLOCK
    assert "from 40 % to 30 %" in finding("EV-05", {HELD_OUT: 1, "success.comparison": "less"}).message


def test_ev_05_takes_the_rate_of_the_rows_before_the_typed_one() -> None:
    rows = ran(accepted=30, rejected=570)  # 5 % to 15 % takes 141 tasks
    assert opened("EV-05", {HELD_OUT: 141}, measured=rows) == []
    assert opened("EV-05", {HELD_OUT: 140}, measured=rows) == [HELD_OUT]
    assert "that takes 141" in finding("EV-05", {HELD_OUT: 140}, measured=rows).message


def test_ev_05_lets_repeats_make_fewer_tasks_enough_and_never_asks_for_more() -> None:
    steady = {"gain_variance": 0.1}  # takes 157 tasks
    assert opened("EV-05", {HELD_OUT: 157}, measured=ran(**steady)) == []
    assert opened("EV-05", {HELD_OUT: 156}, measured=ran(**steady)) == [HELD_OUT]
    assert opened("EV-05", {HELD_OUT: 388}, measured=ran(gain_variance=0.9)) == []
    assert opened("EV-05", {HELD_OUT: 387}, measured=ran(gain_variance=0.9)) == [HELD_OUT]
    assert opened("EV-05", {HELD_OUT: 387}, measured=ran(attempts=(1, 1), **steady)) == [HELD_OUT]
    assert opened("EV-05", {HELD_OUT: 157}, measured=ran(attempts=(1, 2), **steady)) == []
    assert opened("EV-05", {HELD_OUT: 387}, measured=ran()) == [HELD_OUT]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        (UNKNOWN_RATE, "baseline.accepted"),
        ({"baseline.rejected": None, "baseline.no_verdict_policy": "drop"}, "baseline.rejected"),
        ({"baseline.no_verdict": 3, "baseline.no_verdict_policy": None}, "baseline.no_verdict_policy"),
        ({"baseline.accepted": 0, "baseline.rejected": 0}, "success.baseline_value"),
        (NO_GAIN, "success.minimum_gain"),
        ({"success.minimum_gain": 0}, "success.minimum_gain"),
        ({"success.minimum_gain": 5}, "success.minimum_gain"),
        ({**NO_GAIN, "success.target_value": 55}, "success.target_value"),
        ({"baseline.accepted": 600, "baseline.rejected": 0}, "success.minimum_gain"),
        ({"baseline.accepted": 0, "baseline.rejected": 6, "success.comparison": "less"}, "success.minimum_gain"),
    ],
)
def test_ev_05_cannot_tell_without_a_rate_or_a_gain(changes: dict[str, object], field: str) -> None:
    assert said("EV-05", changes) == [(field, "cannot-tell")]


def test_ev_05_never_raises_over_a_gain_too_small_to_write() -> None:
    changes = {"success.minimum_gain": 5e-324, "baseline.accepted": 0, "baseline.rejected": 600}
    assert opened("EV-05", changes) == [HELD_OUT]
    assert opened("EV-05", changes, measured=ran(accepted=0, rejected=600, gain_variance=0.1)) == [HELD_OUT]


def test_ev_05_says_where_nothing_is_left_to_gain() -> None:
    message = finding("EV-05", {"baseline.accepted": 600, "baseline.rejected": 0}).message
    assert "the baseline is at 100 % already" in message


@pytest.mark.parametrize(("half_width", "fields"), [(0.125, []), (0.126, ["baseline.tasks"]), (0.124, [])])
def test_ev_06_wants_an_interval_that_reaches_no_further_than_the_gain(half_width: float, fields: list[str]) -> None:
    measured = ran(interval=Interval(0.5 - half_width, 0.5 + half_width))
    assert said("EV-06", {"success.minimum_gain": 0.125}, measured=measured) == [(field, "open") for field in fields]


def test_ev_06_says_how_exactly_the_baseline_is_known() -> None:
    found = finding("EV-06", measured=ran(interval=Interval(0.25, 0.5)))
    assert found.message.startswith("The baseline's rate is known only to ± 12.5 %, and a gain of 10 %")
    assert found.inputs == {
        "baseline.tasks": 200,
        "success.minimum_gain": 0.1,
        "interval": [0.25, 0.5],
        "effect": 0.1,
    }


TYPED = {"baseline.tasks": 80, "baseline.attempts_per_task": 1, "baseline.accepted": 32, "baseline.rejected": 48}


def test_ev_06_takes_typed_counts_where_there_are_no_rows() -> None:
    assert finding("EV-06", TYPED).inputs["interval"] == [0.299618, 0.509545]
    assert said("EV-06", {**TYPED, "success.minimum_gain": 0.104}) == [("baseline.tasks", "open")]
    assert said("EV-06", {**TYPED, "success.minimum_gain": 0.105}) == []


def test_ev_06_counts_typed_repeats_as_anything_from_fresh_to_the_same() -> None:
    repeated = {**TYPED, "baseline.attempts_per_task": 4}  # 80 attempts at 20 tasks
    assert said("EV-06", {**repeated, "success.minimum_gain": 0.104}) == [("baseline.tasks", "open")]
    assert said("EV-06", {**repeated, "success.minimum_gain": 0.105}) == [("baseline.files", "cannot-tell")]
    assert said("EV-06", {**repeated, "success.minimum_gain": 0.197}) == [("baseline.files", "cannot-tell")]
    assert said("EV-06", {**repeated, "success.minimum_gain": 0.198}) == []
    assert said("EV-06", {**TYPED, "baseline.attempts_per_task": None, "success.minimum_gain": 0.105}) == []
    assert said("EV-06", {**TYPED, "baseline.attempts_per_task": 0, "success.minimum_gain": 0.105}) == []


def test_ev_06_counts_repeats_of_rows_without_an_interval_likewise() -> None:
    rows = ran(interval=None, accepted=32, rejected=48, rows=80, attempts=(1, 4))
    changes = {"success.minimum_gain": 0.15}
    assert said("EV-06", changes, measured=rows) == [("baseline.files", "cannot-tell")]
    found = finding("EV-06", changes, measured=rows)
    assert "The rows that were read do not show it." in found.message
    assert found.remedy == "Upload rows with several attempts at each task."


def test_ev_06_counts_as_the_policy_says() -> None:
    typed = {**TYPED, "baseline.no_verdict": 720, "baseline.no_verdict_policy": "reject"}
    assert said("EV-06", typed) == []
    assert said("EV-06", {**typed, "baseline.no_verdict_policy": "drop"}) == [("baseline.tasks", "open")]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"baseline.accepted": None}, "baseline.files"),
        ({"baseline.no_verdict": 3, "baseline.no_verdict_policy": None}, "baseline.files"),
        ({"baseline.accepted": 0, "baseline.rejected": 0}, "baseline.files"),
        (NO_GAIN, "success.minimum_gain"),
    ],
)
def test_ev_06_cannot_tell_without_counts_or_a_gain(changes: dict[str, object], field: str) -> None:
    assert said("EV-06", changes) == [(field, "cannot-tell")]


@pytest.mark.parametrize(
    ("missing", "gain", "fields"),
    [
        (0, 0.25, []),
        (60, 0.25, []),  # 75 % against 100 %
        (61, 0.25, ["baseline.no_verdict"]),
        (60, 0.2499, ["baseline.no_verdict"]),
    ],
)
def test_ev_11_bears_a_gap_up_to_the_gain(missing: int, gain: float, fields: list[str]) -> None:
    counts = {"baseline.accepted": 180, "baseline.rejected": 0, "baseline.no_verdict": missing}
    assert said("EV-11", {**counts, "success.minimum_gain": gain}) == [(field, "open") for field in fields]


def test_ev_11_says_both_rates() -> None:
    rows = ran(rows=80, accepted=6, rejected=11, no_verdict=63)
    found = finding("EV-11", measured=rows)
    assert "7.5 %" in found.message
    assert "35.3 %" in found.message
    assert found.inputs == {
        "baseline.accepted": 240,
        "baseline.rejected": 360,
        "baseline.no_verdict": 0,
        "strict": 0.075,
        "graded_only": 0.352941,
    }


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"baseline.accepted": None}, "baseline.accepted"),
        ({"baseline.rejected": None}, "baseline.rejected"),
        ({"baseline.no_verdict": None, "baseline.tasks": None}, "baseline.no_verdict"),
        ({"baseline.no_verdict": 3, **NO_GAIN}, "success.minimum_gain"),
    ],
)
def test_ev_11_cannot_tell_without_three_counts_and_a_gain(changes: dict[str, object], field: str) -> None:
    assert said("EV-11", changes) == [(field, "cannot-tell")]


def test_ev_11_is_silent_where_both_ways_agree_or_nothing_was_run() -> None:
    assert said("EV-11", NO_GAIN) == []
    assert said("EV-11", {"baseline.accepted": 0, "baseline.rejected": 0}) == []
    empty = ran(rows=0, accepted=0, rejected=0)
    assert said("EV-11", {"baseline.accepted": None}, measured=empty) == []
    assert said("EV-11", unreadable=frozenset({"baseline.accepted"})) == []
