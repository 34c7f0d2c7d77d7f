"""Writes seeds/curves/*.csv by the formulas that seeds/curves/README.md states.

`python -m tests.statistics.making_curves` does it. No run of anybody is in them; they are shapes that such runs take.
"""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "seeds" / "curves"
STEPS, EVERY = 100, 5
HOURS_A_STEP, MONEY_A_STEP = 1.5, 100.0
COLUMNS = (
    *("step", "hours", "money", "harm", "reward", "validation", "gap", "kl", "gradient", "entropy"),
    *("truncated", "length"),
)
Signals = dict[str, float]


def rise(step: float, at: float, width: float) -> float:
    """A smooth way from 0 to 1 around a step."""
    return 1 / (1 + math.exp((at - step) / width))


def healthy(step: int) -> Signals:
    learnt = rise(step, 40, 12)
    return signals(step, 0.30 + 0.30 * learnt, 0.30 + 0.25 * learnt, kl=0.01 + 0.02 * learnt, length=900 + 150 * learnt)


def hacked(step: int) -> Signals:
    learnt, found = rise(step, 25, 8), rise(step, 45, 4)
    true = 0.30 + 0.10 * learnt - 0.25 * found
    return signals(step, 0.30 + 0.15 * learnt + 0.50 * found, true, kl=0.01 + 0.15 * found, length=900 - 500 * found)


def collapsed(step: int) -> Signals:
    learnt, lost = rise(step, 25, 8), rise(step, 60, 2)
    return signals(
        *(step, (0.30 + 0.15 * learnt) * (1 - lost), (0.30 + 0.12 * learnt) * (1 - lost)),
        kl=0.01 + 0.90 * lost,
        gradient=0.5 + 40 * lost,
        entropy=0.60 - 0.20 * learnt + 4.0 * lost,
        truncated=0.02 + 0.90 * lost,
        length=900 + 3000 * lost,
    )


def flat(step: int) -> Signals:
    return signals(step, 0.30, 0.30, kl=0.001, gradient=0.05)


def signals(
    step: int,
    reward: float,
    validation: float,
    *,
    kl: float,
    gradient: float = 0.5,
    entropy: float = -1.0,
    truncated: float = 0.02,
    length: float = 900.0,
) -> Signals:
    wave = math.sin(2.4 * step)
    reward += 0.01 * wave
    fading = 0.60 - 0.20 * rise(step, 40, 15)
    return {
        "reward": reward,
        "validation": validation + 0.01 * math.sin(1.7 * step),
        "gap": reward - validation,
        "kl": kl * (1 + 0.05 * wave),
        "gradient": gradient * (1 + 0.1 * wave),
        "entropy": fading if entropy < 0 else entropy,
        "truncated": truncated,
        "length": length,
    }


SHAPES: dict[str, tuple[Callable[[int], Signals], int | None]] = {
    "healthy": (healthy, None),
    "hacked": (hacked, 41),
    "collapsed": (collapsed, 56),
    "flat": (flat, 31),
}


def written(name: str) -> str:
    return "\n".join(_lines(name)) + "\n"


def _lines(name: str) -> Iterator[str]:
    shape, turn = SHAPES[name]
    yield ",".join(COLUMNS)
    for step in range(1, STEPS + 1):
        found = shape(step)
        validated = step % EVERY == 0
        cells = [str(step), f"{HOURS_A_STEP * step:g}", f"{MONEY_A_STEP * step:g}", str(int(step >= (turn or 1000)))]
        for column in COLUMNS[4:]:
            is_there = validated or column not in {"validation", "gap"}
            cells.append(f"{found[column]:.4f}" if is_there else "")
        yield ",".join(cells)


if __name__ == "__main__":
    for each in SHAPES:
        (FOLDER / f"{each}.csv").write_text(written(each))
