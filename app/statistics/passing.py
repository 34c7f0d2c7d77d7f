"""pass@k, that one of k attempts is accepted, and pass^k, that all k are; each task's chance, averaged over tasks.

Chen et al. 2021 (arXiv:2107.03374) and Yao et al. 2024 (arXiv:2406.12045). Undefined where a task has fewer than k
attempts. k attempts are not one: neither figure says what a person gets who tries once.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.statistics.rows import Floats, Whole

FEW = 10  # up to here every k is shown, and then those that double
MANY = 1280  # and no more than so many


def pass_at(attempts: int, accepted: int, k: int) -> float | None:
    """Return the chance that at least one of k drawn attempts is accepted."""
    missed = all_of(attempts, attempts - accepted, k)
    return None if missed is None else 1 - missed


def all_of(attempts: int, accepted: int, k: int) -> float | None:
    """Return the chance that all of k drawn attempts are among the accepted ones: pass^k."""
    if not 1 <= k <= attempts:
        return None
    chance = 1.0
    for drawn in range(k):
        chance *= max(0, accepted - drawn) / (attempts - drawn)
    return chance


def mean_pass_at(attempts: "Whole", accepted: "Whole", k: int) -> float | None:
    """Average pass@k over tasks; None where one of them has fewer than k attempts."""
    missed = mean_all_of(attempts, attempts - accepted, k)
    return None if missed is None else 1 - missed


def mean_all_of(attempts: "Whole", accepted: "Whole", k: int) -> float | None:
    """Average pass^k over tasks; None where one of them has fewer than k attempts."""
    if not len(attempts) or k < 1 or int(attempts.min()) < k:
        return None
    return float(chances(attempts, accepted, k).mean())


def chances(attempts: "Whole", accepted: "Whole", k: int) -> "Floats":
    """Return each task's chance that all of k drawn attempts are accepted; each has k attempts or more."""
    import numpy as np

    chance = np.ones(len(attempts))
    for drawn in range(k):
        chance *= np.maximum(0, accepted - drawn) / (attempts - drawn)
    return chance


def shown_k(most: int) -> list[int]:
    """Return the k that are worth showing where no task has more attempts than so many."""
    most = min(most, MANY)
    doubling = (FEW * 2**step for step in range(1, 8))
    return sorted({*range(1, min(FEW, most) + 1), *(k for k in doubling if k <= most), *([most] if most else [])})
