"""Repeats (EV-24, EV-25), what groups would teach (EV-29), and room to gain (EV-30)."""

import pytest

from app.rules.measured import Measured
from tests.rules.examples import finding, ran, said

FILES, GROUP, HELD_OUT = "baseline.files", "training.group_size", "data.held_out_tasks"


@pytest.mark.parametrize(
    ("stated", "clustered", "attempts", "status"),
    [
        (0.95, 1.0, (5, 5), ""),
        (0.94, 1.0, (5, 5), "open"),
        (2.0, 1.0, (5, 5), ""),
        (0.94, 1.0, (1, 2), "open"),
        (0.94, 1.0, (1, 1), ""),
        (None, 1.0, (5, 5), ""),
        (0.94, None, (5, 5), "cannot-tell"),
        (0.94, None, (1, 1), ""),
    ],
)
def test_ev_24_wants_an_error_that_is_clustered_by_task(
    stated: float | None, clustered: float | None, attempts: tuple[int, int], status: str
) -> None:
    measured = ran(stated_standard_error=stated, standard_error=clustered, attempts=attempts)
    assert said("EV-24", measured=measured) == ([(FILES, status)] if status else [])


def test_ev_24_says_both_errors() -> None:
    found = finding("EV-24", measured=ran(stated_standard_error=0.019738, standard_error=0.0340221, attempts=(5, 5)))
    assert found.message.startswith("The file states a standard error of 0.0197, and clustered by task it is 0.0340. ")
    assert found.inputs == {"stated": 0.019738, "clustered": 0.034022, "attempts": [5, 5]}


def test_ev_24_cannot_tell_before_rows_are_read_unless_nothing_was_repeated() -> None:
    for attempts in (None, 2):
        assert said("EV-24", {"baseline.attempts_per_task": attempts}) == [(FILES, "cannot-tell")]
    assert said("EV-24", {"baseline.attempts_per_task": 1}) == []


ONE = {"baseline.runs": 1, "success.runs": 1}


@pytest.mark.parametrize(("spread", "status"), [(0.1, ""), (0.1001, "open"), (0.0999, ""), (None, "cannot-tell")])
def test_ev_25_wants_more_than_one_run_where_luck_is_larger_than_the_gain(spread: float | None, status: str) -> None:
    fields = [("baseline.runs", status), ("success.runs", status)] if status else []
    assert said("EV-25", ONE, measured=ran(run_spread=spread)) == fields
    for field in ONE:
        one = {**ONE, field: 2}
        assert said("EV-25", one, measured=ran(run_spread=spread)) == [pair for pair in fields if pair[0] != field]
        empty = {**dict.fromkeys(ONE, 2), field: None}
        told = [(field, "cannot-tell")] if status else []
        assert said("EV-25", empty, measured=ran(run_spread=spread)) == told


def test_ev_25_says_whose_run_it_is_and_how_far_runs_differ() -> None:
    measured = ran(run_spread=0.125)
    found = finding("EV-25", {"baseline.runs": 1}, measured=measured)
    assert found.message.startswith(
        "The baseline is a single run, and whole runs of it differ by 12.5 %. A gain of 10 %"
    )
    assert found.inputs == {"baseline.runs": 1, "spread": 0.125, "effect": 0.1}
    found = finding("EV-25", {"baseline.runs": 2, "success.runs": 1}, measured=measured)
    assert found.message.startswith("The final evaluation is a single run")


def test_ev_25_cannot_tell_without_rows_or_a_gain() -> None:
    told = [("baseline.runs", "cannot-tell"), ("success.runs", "cannot-tell")]
    assert said("EV-25", ONE) == told
    assert said("EV-25", {**ONE, "success.minimum_gain": None}, measured=ran()) == told
    assert said("EV-25", {"baseline.runs": None, "success.runs": None}) == told
    assert said("EV-25", unreadable=frozenset(ONE)) == []


@pytest.mark.parametrize(("share", "fields"), [(0.3, []), (0.2999, [GROUP]), (0.0, [GROUP]), (1.0, [])])
def test_ev_29_wants_groups_with_both_verdicts(share: float, fields: list[str]) -> None:
    assert said("EV-29", measured=ran(informative=share)) == [(field, "open") for field in fields]


@pytest.mark.parametrize("method", ["sao", "ppo", "reinforce++", "sft", "dpo", "distillation"])
def test_ev_29_says_nothing_of_methods_without_groups(method: str) -> None:
    changes = {"training.method": method}
    assert said("EV-29", changes, measured=ran(informative=0.0)) == []
    assert said("EV-29", {**changes, GROUP: None}) == []


@pytest.mark.parametrize("method", ["grpo", "async-grpo", "gspo", "dapo", "dr-grpo", "cispo", "unspecified", None])
def test_ev_29_speaks_of_every_other_method_that_forms_groups(method: str | None) -> None:
    changes = {"training.method": method}
    assert said("EV-29", changes, measured=ran(informative=0.0)) == [(GROUP, "open")]
    told = [] if method in ("unspecified", None) else [(GROUP, "cannot-tell")]
    assert said("EV-29", {**changes, GROUP: None}) == told
    assert said("EV-29", changes, unreadable=frozenset({GROUP})) == []


@pytest.mark.parametrize(
    ("accepted", "group", "fields"),
    [
        (2, 8, [(GROUP, "open")]),  # 14.9 %
        (2, 17, [(GROUP, "open")]),  # 29.1 %
        (2, 18, [(FILES, "cannot-tell")]),  # 30.5 %
        (98, 17, [(GROUP, "open")]),
        (50, 1, [(GROUP, "open")]),
        (50, 0, [(GROUP, "open")]),
        (0, 8, [(GROUP, "open")]),
        (50, 2, [(FILES, "cannot-tell")]),
    ],
)
def test_ev_29_bounds_the_share_by_the_typed_rate(accepted: int, group: int, fields: list[tuple[str, str]]) -> None:
    counts = {"baseline.accepted": accepted, "baseline.rejected": 100 - accepted, GROUP: group}
    assert said("EV-29", counts) == fields
    assert said("EV-29", {"baseline.accepted": 0, GROUP: group}, measured=ran(informative=0.3)) == []


def test_ev_29_says_which_share_and_how_it_is_known() -> None:
    found = finding("EV-29", {"baseline.accepted": 2, "baseline.rejected": 98})
    assert found.message.startswith("At most 14.9 % of groups of 8 would hold both")
    assert found.inputs == {GROUP: 8, "training.method": "grpo", "share": 0.149237}
    found = finding("EV-29", {"baseline.accepted": 0, "baseline.rejected": 98, GROUP: 1})
    assert found.inputs["share"] == 0
    found = finding("EV-29", {"training.group_size": 1024}, measured=ran(informative=0.25))
    assert found.message.startswith("Only 25 % of groups of 1,024 would hold both")


def test_ev_29_cannot_tell_without_a_rate() -> None:
    assert said("EV-29", {"baseline.accepted": None}) == [("baseline.accepted", "cannot-tell")]
    assert said("EV-29", measured=ran(informative=None)) == [(FILES, "cannot-tell")]


@pytest.mark.parametrize(("passing", "fields"), [(179, []), (180, [HELD_OUT]), (200, [HELD_OUT]), (0, [])])
def test_ev_30_wants_room_to_gain(passing: int, fields: list[str]) -> None:
    measured = ran(all_pass_tasks=passing)
    assert said("EV-30", measured=measured) == [(field, "open") for field in fields]
    assert said("EV-30", {HELD_OUT: None}, measured=measured) == []


def test_ev_30_says_how_many_tasks_pass_every_time() -> None:
    found = finding("EV-30", measured=ran(tasks=2000, all_pass_tasks=1900))
    assert found.message.startswith("1,900 of 2,000 tasks pass every time already, which is 95 %. ")
    assert found.inputs == {"all_pass": 1900, "tasks": 2000}


@pytest.mark.parametrize("measured", [Measured(), ran(all_pass_tasks=None), ran(tasks=0, all_pass_tasks=0)])
def test_ev_30_tells_from_the_rate_alone_only_that_there_is_room(measured: Measured) -> None:
    def told(accepted: int | None) -> list[tuple[str, str]]:
        changes = {"baseline.accepted": accepted, "baseline.rejected": 100 - (accepted or 0)}
        counted = measured if measured.runs is None else ran(
            rows=100, tasks=measured.runs.tasks, all_pass_tasks=measured.runs.all_pass_tasks,
            accepted=accepted or 0, rejected=100 - (accepted or 0),
        )  # fmt: skip
        return said("EV-30", changes, measured=counted)

    assert told(89) == []
    assert told(90) == [(FILES, "cannot-tell")]


def test_ev_30_cannot_tell_without_any_rate() -> None:
    assert said("EV-30", {"baseline.accepted": None}) == [(FILES, "cannot-tell")]
