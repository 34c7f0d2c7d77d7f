"""Documents for tests of fields and forms: the examples, and any other that JSON can hold."""

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from app.inquiries.fields import FIELDS, Field, Type

EXAMPLES = Path(__file__).parent.parent / "documents"
TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            *("unknown", " ", "60", "1.5", "9,99", "1.234", "60,000.00", "-1", "yes", "no", "USD", "JPY", "2027-01-31"),
            *(
                "a\r\nb",
                "\r",
                "Europe/Berlin",
                "V01",
                "bf16",
                "checkpoint",
                "reward",
                "\ud800",
                "1e999",
                "true",
                "null",
            ),
        ]
    ),
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 100),
    st.integers(),
    st.floats(allow_nan=True, allow_infinity=True),
    TEXTS,
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def example(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((EXAMPLES / f"{name}.json").read_text())
    return document


def _proper(field: Field) -> st.SearchStrategy[Any]:
    """Values that mostly have the shape that the field asks for."""
    if field.type is Type.OBJECT:
        return _objects(field.parts)
    if field.type is Type.ROWS:
        return st.lists(_objects(field.parts) | LEAVES, max_size=3)
    tokens = st.sampled_from([token for token, _ in field.choices]) if field.choices else TEXTS
    if field.type in {Type.CHOICES, Type.TEXTS, Type.FILES}:
        return st.lists(tokens | LEAVES, max_size=3)
    return tokens | LEAVES


def _objects(parts: tuple[Field, ...]) -> st.SearchStrategy[dict[str, Any]]:
    optional = {part.id: _proper(part) | ANYTHING for part in parts} | {"unheard-of": ANYTHING}
    return st.fixed_dictionaries({}, optional=optional)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Any JSON object: some fields as they should be, some wrong, some whole sections wrong, unknown keys."""
    document: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=12, unique=True)):
        key, _, rest = name.partition(".")
        value = draw(_proper(FIELDS[name]) | ANYTHING)
        if not rest:
            document[key] = value
        elif isinstance(document.setdefault(key, {}), dict):
            document[key][rest] = value
    for name in draw(st.lists(st.sampled_from(["checkpoint", "budget", "verifier", "odd"]), max_size=1)):
        document[name] = draw(ANYTHING)
    if draw(st.booleans()) and isinstance(document.setdefault("budget", {}), dict):
        document["budget"]["currency"] = draw(st.sampled_from(["USD", "JPY", "KWD", "XYZ", ""]))
    return document
