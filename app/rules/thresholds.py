"""The named settings of the rule set. They are part of its digest: another number is another law."""

from dataclasses import asdict, dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Shares are fractions, days are days."""

    size_tolerance: float = 0.02  # CK-15: a file's size against its declared one
    typed_tolerance: float = 0.05  # EV-12: a typed figure against the rows
    near_copy: float = 0.5  # EV-08: similarity from which a pair is shown to a person
    fewest_accepted: int = 10  # EV-23
    fieller_g: float = 0.1  # EV-23
    p95_needs: int = 59  # EV-17: attempts without which a 95th percentile has no upper limit
    tail_p95: float = 0.05  # EV-18: share of timeouts from which this percentile is the limit
    tail_p50: float = 0.50  # EV-18
    fewest_informative: float = 0.30  # EV-29
    most_all_pass: float = 0.90  # EV-30
    significance: float = 0.05  # EV-05, two-sided
    power: float = 0.80  # EV-05
    same_error_share: float = 0.20  # EN-17
    loosest_bound: float = 0.05  # RW-07, where no bound is stated
    rewards_right: float = 0.90  # RW-08
    full_update_bytes: int = 16  # BG-06: of each parameter where all are trained: weight, gradient, master, moments
    reachable_gain: float = 0.25  # the ladder: what a bounded pilot may be tried for, by this desk's judgement
    review_days: int = 60  # MT-06


THRESHOLDS = Thresholds()
BY_NAME = MappingProxyType(asdict(THRESHOLDS))
