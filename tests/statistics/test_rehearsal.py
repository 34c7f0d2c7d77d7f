import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.stop_metrics import NATURES
from app.statistics.rehearsal import Curve, Watch, planned, read_curve, rehearse
from tests.statistics.making_curves import COLUMNS, FOLDER, SHAPES, written


def curve(harm: int = 3, **columns: list[float | None]) -> Curve:
    """Six steps of two hours and ten of money; from step `harm` on it does no good."""
    steps = range(1, 7)
    return Curve(
        "made",
        {
            "step": [float(step) for step in steps],
            "hours": [2.0 * step for step in steps],
            "money": [10.0 * step for step in steps],
            "harm": [float(step >= harm) for step in steps],
            **columns,
        },
    )


def watch(signal: str = "kl", threshold: float = 0.5, **more: object) -> Watch:
    given = {"above": True, "window": 1, "stops": True, **more}
    return Watch("one", signal, threshold=threshold, **given)  # type: ignore[arg-type]  # the test's own words


def test_a_condition_fires_when_the_whole_window_lies_beyond() -> None:
    found = rehearse(curve(kl=[0.1, 0.9, 0.1, 0.9, 0.9, 0.9]), [watch(window=2)])
    (firing,) = found.firings
    assert (firing.step, firing.late_steps, firing.late_money) == (5, 2, 20)
    assert firing.past == pytest.approx(0.4)
    assert (found.turn, found.stopped, found.money, found.wasted, found.of) == (3, 5, 50, 30, 60)
    assert found.is_right


def test_steps_without_a_measurement_count_with_those_around_them() -> None:
    found = rehearse(curve(kl=[None, None, 0.9, None, None, 0.1]), [watch(window=3)])
    assert found.firings[0].step == 5
    assert rehearse(curve(kl=[None] * 6), [watch()]).firings[0].step is None


def test_what_is_spent_needs_no_window() -> None:
    (money, hours) = rehearse(curve(), [watch("money", 25, window=4), watch("hours", 1, window=4)]).firings
    assert (money.step, money.late_steps, money.late_money, money.past) == (3, 1, 10, 5)
    assert (hours.step, hours.late_money) == (1, 10)


def test_a_condition_that_only_asks_stops_nothing() -> None:
    found = rehearse(curve(kl=[0.9] * 6), [watch(stops=False)])
    assert (found.firings[0].step, found.stopped, found.money, found.wasted, found.is_right) == (1, None, 60, 40, False)


def test_a_run_that_is_well_is_right_where_nothing_stops_it() -> None:
    well = curve(harm=99, kl=[0.1] * 6)
    assert rehearse(well, [watch()]).is_right
    stopped = rehearse(well, [watch(threshold=0.5, above=False)])
    assert (stopped.stopped, stopped.turn, stopped.wasted, stopped.is_right) == (1, None, 0, False)


def test_a_run_that_is_stopped_before_it_goes_wrong_wastes_nothing() -> None:
    found = rehearse(curve(harm=4, kl=[0.9] * 6), [watch()])
    assert (found.stopped, found.wasted) == (1, 0)
    assert rehearse(curve(harm=1, kl=[0.9] * 6), [watch(window=2)]).wasted == 20


def test_a_curve_goes_as_far_as_is_planned_at_the_planned_price() -> None:
    cut = planned(curve(kl=[0.1] * 6), steps=4, per_step=7.0)
    assert (cut.steps, cut.columns["money"], cut.columns["hours"]) == (4, [7, 14, 21, 28], [2, 4, 6, 8])
    assert planned(curve(), steps=9, per_step=None).columns["money"] == [10, 20, 30, 40, 50, 60]


@pytest.mark.parametrize("name", SHAPES)
def test_the_curves_that_come_along_are_made_by_their_formulas(name: str) -> None:
    text = (FOLDER / f"{name}.csv").read_text()
    assert text == written(name)
    read = read_curve(name, text.splitlines())
    assert (read.steps, tuple(read.columns)) == (100, COLUMNS)
    assert {str(signal) for signal in NATURES} <= read.columns.keys()
    turn = SHAPES[name][1]
    assert read.turn == (None if turn is None else turn - 1)


def test_each_curve_shows_what_it_is_named_for() -> None:
    ends = {name: read_curve(name, written(name).splitlines()) for name in SHAPES}
    last = {name: {key: found.at(key, 99) for key in ("reward", "validation", "kl")} for name, found in ends.items()}
    assert last["healthy"]["validation"] > 0.5
    assert last["hacked"]["reward"] > 0.9
    assert last["hacked"]["validation"] < 0.2
    assert last["collapsed"]["reward"] < 0.05
    assert last["collapsed"]["kl"] > 0.8
    assert last["flat"]["validation"] == pytest.approx(0.3, abs=0.011)


signals = st.lists(st.none() | st.floats(-2, 2), min_size=6, max_size=6)


@given(values=signals, threshold=st.floats(-2, 2), window=st.integers(1, 7), above=st.booleans())
def test_a_longer_window_never_fires_sooner(
    values: list[float | None], threshold: float, window: int, *, above: bool
) -> None:
    sooner, later = rehearse(
        curve(kl=values),
        [watch(threshold=threshold, above=above, window=size) for size in (window, window + 1)],
    ).firings
    assert later.step is None or (sooner.step is not None and sooner.step <= later.step)
