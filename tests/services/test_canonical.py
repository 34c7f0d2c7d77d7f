"""Canonical bytes: as RFC 8785 asks wherever it has a form, and something of their own for every other value."""

import math
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from app.infra.canonical import DEEPEST_WRITTEN, LARGEST_EXACT, canonical, digest

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-LARGEST_EXACT, LARGEST_EXACT),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([1.0, -0.0, 1e-5, 1e-4, 9.9999e-5, 1e16, 0.1, 1e21, 5e-324, 2.0**53, -(2.0**53), 2.0**53 - 1]),
    TEXTS,
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)


@settings(max_examples=400, deadline=None)
@given(VALUES)
def test_what_rfc_8785_has_a_form_for_is_written_in_that_form(value: Any) -> None:  # noqa: ANN401  any JSON value
    assert canonical(value) == rfc8785.dumps(value)


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_a_value_beside_an_odd_one_is_written_in_the_same_way(value: object) -> None:
    assert canonical([value, math.nan]) == b"[" + canonical(value) + b',{"$number":"nan"}]'


def test_names_are_sorted_as_utf_16_is() -> None:
    assert (
        canonical({"\ufb33": 1, "\U0001f600": 2, "é": 3, "z": 4}) == '{"z":4,"é":3,"\U0001f600":2,"\ufb33":1}'.encode()
    )


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (2**53, b'{"$integer":"9007199254740992"}'),
        (math.inf, b'{"$number":"inf"}'),
        ("\ud800", b'"\\\\ud800"'),
        ({"\ud800": ()}, b'{"\\\\ud800":[]}'),
        ({1: {}}, b'{"1":{}}'),
    ],
)
def test_what_has_no_form_gets_one(value: object, written: bytes) -> None:
    assert canonical(value) == written


def nested(depth: int, inner: object = None) -> Any:  # noqa: ANN401  any JSON value
    """Return a value that lies so many levels deep, in objects and lists by turns."""
    value = inner
    for level in range(depth):
        value = [value, 1] if level % 2 else {"a": value, "b": 2}
    return value


@pytest.mark.parametrize("depth", [DEEPEST_WRITTEN - 1, DEEPEST_WRITTEN])
def test_what_lies_deep_is_written_out(depth: int) -> None:
    assert canonical(nested(depth)) == rfc8785.dumps(nested(depth))


def test_what_lies_deeper_counts_without_being_written_out() -> None:
    one, other = nested(20_000), nested(20_000, inner=0)
    assert len(canonical(one)) < 2_000
    assert digest(one) == digest(nested(20_000))
    assert len({digest(value) for value in (one, other, nested(20_001), nested(20_002))}) == 4


@pytest.mark.parametrize(
    ("one", "other"),
    [([1, 12], [11, 2]), ([[], 1], [[1]]), ({"a": 1}, ["a", 1]), ({"a": 1, "b": 2}, {"a": 2, "b": 1}), (["1"], [1])],
)
def test_parts_that_lie_deeper_are_kept_apart(one: object, other: object) -> None:
    assert digest(nested(DEEPEST_WRITTEN, one)) != digest(nested(DEEPEST_WRITTEN, other))
    assert digest(nested(DEEPEST_WRITTEN, {"x": 1, "y": 2})) == digest(nested(DEEPEST_WRITTEN, {"y": 2, "x": 1}))
