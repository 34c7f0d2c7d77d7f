"""Drawing tasks anew, many times: an interval that assumes no curve, for the ratio of two sums.

Whole tasks are drawn, as attempts at one task belong together. The same seed gives the same interval.
"""

from typing import TYPE_CHECKING

from app.statistics.figure import CONFIDENCE, Figure

if TYPE_CHECKING:
    import numpy as np

    from app.statistics.rows import Floats

FOLDS = 10_000
SEED = 20261130
DRAWN_AT_ONCE = 1 << 20  # tasks, so that a block stays in the processor's cache and memory stays small
METHOD = "percentiles of a bootstrap over tasks"


def bootstrap_ratio(above: "Floats", below: "Floats", *, folds: int = FOLDS, seed: int = SEED) -> Figure:
    """Return the ratio of two sums over tasks, such as cost and accepted, or accepted and attempts."""
    import numpy as np

    n = len(above)
    drawn = _ratios(above, below, folds, np.random.default_rng(seed)) if n else np.empty(0)
    usable = drawn[np.isfinite(drawn)]
    whole = float(below.sum())
    value = float(above.sum()) / whole if whole else None
    if value is None or not len(usable):
        return Figure(None, None, None, METHOD, n, ("There is nothing to divide by.",))
    low, high = np.percentile(usable, [50 * (1 - CONFIDENCE), 50 * (1 + CONFIDENCE)])
    lost = folds - len(usable)
    if lost:
        said = (f"{lost} of {folds} draws had nothing to divide by, so the upper end is too low or there is none.",)
        endless = lost / folds >= (1 - CONFIDENCE) / 2
        return Figure(value, float(low), None if endless else float(high), METHOD, n, said)
    return Figure(value, float(low), float(high), METHOD, n)


def _ratios(above: "Floats", below: "Floats", folds: int, chance: "np.random.Generator") -> "Floats":
    import numpy as np

    n, found = len(above), np.empty(folds)
    both = np.empty(n, dtype=np.complex128)  # two sums in one pass over memory
    both.real, both.imag = above, below
    block = max(1, DRAWN_AT_ONCE // n)
    for start in range(0, folds, block):
        size = min(block, folds - start)
        picked = chance.integers(0, n, (size, n), dtype=np.int32)
        sums = both.take(picked).sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            found[start : start + size] = sums.real / sums.imag
    return found
