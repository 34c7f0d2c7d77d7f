"""Documents in the shape of the examples with anything in any place, each made again from its number."""

import copy
import json
import random
from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
EXAMPLES = tuple(json.loads((FOLDER / f"{name}.json").read_text()) for name in ("qwen", "promised", "glm"))
MOST_CHANGES = 8
USUAL_DEPTH, GREATEST_DEPTH = 6, 300
LONG = 2_000
STAYS = 0.15  # of changes, at each level, that concern the whole of what lies there

ODD_NUMBERS = (0, -0.0, -1, 1, 0.5, 59, 2**31, 2**53 - 1, 2**53, -(2**53), 10**40, 10**399, 5e-324, 1e308, -1e308)
ODD_TEXTS = (
    *("", " ", "\n", "\x00", "\ud800", "\udfff\ud800", "\ufeff", "é" * 30, "٣", "１２", "null", "true", "NaN", "1e999"),
    *("60", "-1", "9,99", "1.234", "60,000.00", "0x10", "unknown", "none", "=1+1", "<b>", "%s", "{}", "../..", "a/b"),
    *("2027-01-31", "2027-02-30", "0000-00-00", "9999-12-31", "USD", "usd", "UTC", "Mars/Base", "V01", "V99", "main"),
    *("a" * 40, "A" * 40, "g" * 40, "b" * 64, "pass@8", "bf16", "grpo", "checkpoint", "background", "rl-result"),
    *("Qwen/Qwen3.8-27B", "qwengyre-2.4t-rl", "sao-glm-5.2", "glm-5.3-report", "qwen-27b", "glm-5.3"),
)
BARE: tuple[Any, ...] = (
    None,
    True,
    False,
    nan,
    inf,
    -inf,
    *ODD_NUMBERS,
    *ODD_TEXTS,
    [],
    {},
    [[]],
    [{}],
    [None],
    {"": None},
)


def mutated(number: int) -> dict[str, Any]:
    """Return the document of this number: an example with one to eight changes."""
    chance = random.Random(number)  # noqa: S311  nothing is kept secret by it
    document: dict[str, Any] = json.loads(json.dumps(chance.choice(EXAMPLES)))
    for _ in range(chance.randint(1, MOST_CHANGES)):
        holder, key = _somewhere(chance, document)
        chance.choice(CHANGES)(chance, holder, key)
    return document


def _somewhere(chance: random.Random, document: dict[str, Any]) -> tuple[Any, Any]:
    """Return a place in the document, as what holds it and its key there: mostly deep inside."""
    holder: Any = document
    while True:
        key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        inner = holder[key]
        if not isinstance(inner, (dict, list)) or not inner or chance.random() < STAYS:
            return holder, key
        holder = inner


def anything(chance: random.Random, depth: int = USUAL_DEPTH) -> Any:  # noqa: ANN401  any JSON value
    """Return any JSON value."""
    kind = chance.random()
    if kind < 0.7 or not depth:
        return copy.deepcopy(chance.choice(BARE))
    if kind < 0.8:
        return chance.choice((chance.uniform(-1e6, 1e6), chance.randint(-(10**20), 10**20), _text(chance)))
    inner = [anything(chance, depth - 1) for _ in range(chance.randint(0, 4))]
    if kind < 0.9:
        return inner
    return {chance.choice(("type", "name", "claim", "by", "odd", _text(chance))): value for value in inner}


def _text(chance: random.Random) -> str:
    points = (
        chance.choice((chance.randint(0, 0x7F), chance.randint(0, 0x10FFFF))) for _ in range(chance.randint(0, 9))
    )
    return "".join(map(chr, points))


def _replace(chance: random.Random, holder: Any, key: Any) -> None:  # noqa: ANN401  any JSON value
    holder[key] = anything(chance)


def _nest(chance: random.Random, holder: Any, key: Any) -> None:  # noqa: ANN401  any JSON value
    for _ in range(chance.choice((1, 2, 50, GREATEST_DEPTH))):
        holder[key] = chance.choice(({"x": holder[key]}, [holder[key]]))


def _remove(_: random.Random, holder: Any, key: Any) -> None:  # noqa: ANN401  any JSON value
    del holder[key]


def _repeat(chance: random.Random, holder: Any, key: Any) -> None:  # noqa: ANN401  any JSON value
    """Repeat the rows of a list, or a text, or give many of what stands there; but no more than can be made quickly."""
    value = holder[key]
    most = 1 + LONG * 4 // len(json.dumps(value))
    times = min(chance.choice((2, 3, 40, 501, LONG)), most)
    holder[key] = value * times if isinstance(value, (list, str)) else [value] * times


def _shuffle(chance: random.Random, holder: Any, key: Any) -> None:  # noqa: ANN401  any JSON value
    if isinstance(holder[key], list):
        chance.shuffle(holder[key])
    else:
        _exchange(chance, holder, key)


def _exchange(chance: random.Random, holder: Any, key: Any) -> None:  # noqa: ANN401  any JSON value
    """Let two neighbours change places."""
    other = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


def _add(chance: random.Random, holder: Any, key: Any) -> None:  # noqa: ANN401  any JSON value
    if isinstance(holder, dict):
        holder[_text(chance)] = anything(chance)
    else:
        holder.insert(key, anything(chance))


Change = Callable[[random.Random, Any, Any], None]
CHANGES: tuple[Change, ...] = (*[_replace] * 6, _nest, _remove, _remove, _repeat, _shuffle, _exchange, _add)
