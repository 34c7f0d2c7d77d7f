"""Files that went wrong: bytes flipped, cut and doubled; values of the wrong kind in any place."""

import json
from collections.abc import Iterator
from copy import deepcopy

from hypothesis import strategies as st

from app.readers.source import Source, of_bytes
from tests.readers.samples import JSON, source_of

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=10),
    st.sampled_from(
        [[], {}, [[]], [None], {"": None}, 10**30, -1, "\ud800", "a" * 300, "accepted", "timeout", [1, "x"], "1e400"]
    ),
)


@st.composite
def changed_values(draw: st.DrawFn, form: str) -> list[Source]:
    """The files of a format with a few values replaced, removed or renamed."""
    parts = json.loads(json.dumps(JSON[form]))
    for _ in range(draw(st.integers(1, 4))):
        _change(draw, *draw(st.sampled_from(list(_places(parts)))))
    return [source_of(f"{number}", kind, value) for number, (kind, value) in enumerate(parts)]


def _change(draw: st.DrawFn, holder: dict[object, object] | list[object], key: object) -> None:
    if isinstance(holder, list):
        holder[int(str(key))] = deepcopy(draw(ODD))
    elif draw(st.booleans()):
        holder[key] = deepcopy(draw(ODD))
    else:
        value = holder.pop(key)
        if draw(st.booleans()):
            holder[draw(st.text(max_size=5))] = value


def _places(parts: list[tuple[str, object]]) -> Iterator[tuple[dict[object, object] | list[object], object]]:
    """Every place in the files below their top."""
    left: list[object] = [value for _, value in parts]
    while left:
        holder = left.pop()
        if isinstance(holder, dict):
            yield from ((holder, key) for key in holder)
            left.extend(holder.values())
        elif isinstance(holder, list):
            yield from ((holder, key) for key in range(len(holder)))
            left.extend(holder)


@st.composite
def changed_bytes(draw: st.DrawFn, source: Source) -> Source:
    """A file with bytes flipped, cut out, doubled or put in."""
    raw = source.open().read()
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(raw) - 1)))
        raw = _changed(raw, at, draw(st.integers(0, 40)), draw(st.binary(max_size=8)), draw(st.sampled_from(CHANGES)))
    return of_bytes(source.name, raw)


CHANGES = ("cut", "double", "end", "overwrite")


def _changed(raw: bytes, at: int, size: int, extra: bytes, change: str) -> bytes:
    if change == "cut":
        return raw[:at] + raw[at + size :]
    if change == "double":
        return raw[: at + size] + raw[at:]
    if change == "end":
        return raw[:at]
    return raw[:at] + extra + raw[at + len(extra) :]
