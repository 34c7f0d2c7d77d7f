import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exports.fields import guarded, read_cell, write_cell
from tests.exports.tricks import SCRIPTS, TRICKS

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@pytest.mark.parametrize("trick", TRICKS)
def test_r49_a_formula_is_neutralised_and_restored(trick: str) -> None:
    cell = write_cell(trick)
    assert cell == "'" + trick
    assert read_cell(cell) == trick


@pytest.mark.parametrize(("number", "cell"), [(-5, "-5"), (-0.25, "-0.25"), (0, "0"), (42, "42")])
def test_r49_a_negative_number_stays_a_number(number: float, cell: str) -> None:
    assert write_cell(number) == cell
    assert read_cell(cell) == number


@pytest.mark.parametrize("text", ["27B", "2026-11-30", "a,=1", 'say "=1"', "x\n=1", *SCRIPTS])
def test_r50_plain_text_stands_as_it_is(text: str) -> None:
    assert write_cell(text) == text
    assert read_cell(text) == text


@pytest.mark.parametrize("text", ["", "5", "-5", "1e5", "true", "null", "[1]", '"x"', "'x", "{}", "NaN", "-Infinity"])
def test_text_that_looks_like_a_value_reads_back_as_text(text: str) -> None:
    assert read_cell(write_cell(text)) == text


@given(st.text())
def test_any_text_reads_back_and_never_starts_like_a_formula(text: str) -> None:
    cell = guarded(text)
    assert read_cell(cell) == text
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"))


@given(JSON)
def test_any_other_value_reads_back(value: object) -> None:
    assert read_cell(write_cell(value)) == value
