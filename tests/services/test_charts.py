"""Pictures of figures: where values lie on an axis, in per cent, and what is drawn where a figure has gaps."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.infra.charts import (
    Axes,
    Column,
    Entry,
    Limit,
    Span,
    columns_of,
    curve_of,
    ledger_of,
    scale_to,
    spans_of,
)


def plain(value: float) -> str:
    return f"{value:g}"


@pytest.mark.parametrize(
    ("most", "end", "words"),
    [
        (97, 100, ["0", "50", "100"]),
        (100, 100, ["0", "50", "100"]),
        (42, 60, ["0", "20", "40", "60"]),
        (0.037, 0.04, ["0", "0.01", "0.02", "0.03", "0.04"]),
        (1.0, 1.0, ["0", "0.5", "1"]),
    ],
)
def test_an_axis_ends_at_a_round_number_and_says_few(most: float, end: float, words: list[str]) -> None:
    scale = scale_to(most, plain)
    assert scale.end == pytest.approx(end)
    assert [tick.words for tick in scale.ticks] == words


@given(st.floats(min_value=1e-6, max_value=1e15))
def test_every_axis_holds_its_largest_figure_in_few_steps(most: float) -> None:
    scale = scale_to(most, plain)
    assert scale.end >= most * (1 - 1e-9)
    assert 2 <= len(scale.ticks) <= 6
    assert scale.at(most) <= 100


@pytest.mark.parametrize("most", [0, -1, math.inf, math.nan])
def test_an_axis_of_nothing_still_has_a_length(most: float) -> None:
    assert scale_to(most, plain).end == 1
    assert scale_to(most, plain, whole=5).end == 5


def test_an_axis_of_shares_never_goes_beyond_the_whole() -> None:
    assert scale_to(0.9999, plain, whole=1.0).end == 1.0
    assert [tick.words for tick in scale_to(1.4, plain, whole=1.0).ticks] == ["0", "0.25", "0.5", "0.75", "1"]


def test_what_lies_beyond_the_axis_is_drawn_at_its_end() -> None:
    scale = scale_to(100, plain)
    assert (scale.at(-5), scale.at(25), scale.at(900)) == (0, 25, 100)


def test_the_words_of_a_limit_stand_where_there_is_room() -> None:
    scale = scale_to(100, plain)
    early, late = scale.limit(20, "early"), scale.limit(80, "late")
    assert early is not None
    assert late is not None
    assert (early.is_late, late.is_late) == (False, True)
    assert scale.limit(None, "none") is None


def test_intervals_begin_end_and_stay_open_as_they_are() -> None:
    scale = scale_to(1.0, plain, whole=1.0)
    picture = spans_of(
        [
            Span("both ends", 0.4, 0.25, 0.5),
            Span("open", 0.7, 0.6, None),
            Span("from 0", 0.1, None, 0.2),
            Span("alone", 0.2, None, None),
            Span("not known", None, None, None),
        ],
        scale,
    )
    assert [(row.value, row.low, row.wide, row.is_open) for row in picture.rows] == [
        (40, 25, 25, False),
        (70, 60, 40, True),
        (10, 0, 20, False),
        (20, 0, 0, False),
        (None, 0, 0, False),
    ]
    assert [row.top for row in picture.rows] == sorted({row.top for row in picture.rows})
    assert picture.height > picture.rows[-1].top


def test_columns_stand_side_by_side_and_many_bear_every_fourth_name() -> None:
    scale = scale_to(10, plain)
    few = columns_of([Column("a", 10), Column("b", 5, is_marked=True), Column("c", 0)], scale, names="n")
    assert [(each.top, each.high, each.is_marked, each.is_empty) for each in few.columns] == [
        (0, 100, False, False),
        (50, 50, True, False),
        (100, 0, False, True),
    ]
    assert all(one.left + one.wide < two.left for one, two in zip(few.columns, few.columns[1:], strict=False))
    many = columns_of([Column(f"V{n}", 1) for n in range(20)], scale, names="n")
    assert [each.label for each in many.columns if each.label] == ["V0", "V4", "V8", "V12", "V16"]
    assert columns_of([], scale, names="n").columns == ()


def test_each_amount_begins_where_the_one_before_ended() -> None:
    scale = scale_to(100, plain)
    picture = ledger_of([Entry("a", 30, "30"), Entry("b", 40, "40", is_firm=False)], scale, scale.limit(60, "cap"))
    assert [(bar.left, bar.wide, bar.is_firm) for bar in picture.bars] == [(0, 30, True), (30, 40, False)]
    assert picture.over == 10
    assert ledger_of([Entry("a", 30, "30")], scale, scale.limit(60, "cap")).over == 0
    assert ledger_of([Entry("a", 30, "30")], scale).over == 0


def test_a_curve_goes_from_left_to_right_and_up_is_up() -> None:
    axes = Axes(scale_to(100, plain), scale_to(1.0, plain, whole=1.0), "tasks", "gain")
    up = axes.up.limit(0.25, "wanted")
    picture = curve_of([(100, 0.0), (0, 1.0), (50, math.nan)], axes, here=(50, 0.5), here_words="here", level=up)
    assert picture.points == "0,0 100,100"
    assert picture.here == (50.0, 50.0)
    assert picture.limit == Limit(75, "wanted")
    assert (picture.up[0].at, picture.up[0].words) == (100, "0")
    bare = curve_of([], axes)
    assert (bare.points, bare.here, bare.limit) == ("", None, None)
