"""How often something may be tried. Nobody is locked out for good: the window moves on by itself.

Kept in memory, so each process counts for itself; a proxy in front can limit more strictly.
"""

import math
import time

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.infra.errors import TooManyError

LIMITS: dict[str, RateLimitItem] = {
    "sign-in of one address": parse("10 per 15 minutes"),
    "sign-in from one place": parse("200 per 15 minutes"),
    "sign-up from one place": parse("100 per hour"),
    "link from one place": parse("60 per 15 minutes"),
    "password change of one person": parse("10 per 15 minutes"),
    # no person comes near these, many may share an address, and a loop that went wrong is stopped
    "draft from one place": parse("200 per hour"),
    "file from one place": parse("600 per hour"),
    "check from one place": parse("1200 per 10 minutes"),
}
TOO_MUCH = {
    "draft from one place": "Too many inquiries were opened from your network.",
    "file from one place": "Too many files were sent from your network.",
    "check from one place": "Too many documents were checked from your network.",
}


class Throttle:
    """Counts tries, and refuses those above the limit with the seconds until the next one."""

    def __init__(self, *, times: int = 1) -> None:
        self._limits = {name: type(item)(item.amount * times, item.multiples) for name, item in LIMITS.items()}
        self._window = MovingWindowRateLimiter(MemoryStorage())

    def count(self, what: str, key: str) -> None:
        """Count one try of this kind under this key."""
        item = self._limits[what]
        if self._window.hit(item, what, key):
            return
        reset = self._window.get_window_stats(item, what, key).reset_time
        seconds = max(1, math.ceil(reset - time.time()))
        said = TOO_MUCH.get(what, "Too many tries.")
        raise TooManyError(f"{said} Wait {_words(seconds)} and try again.", retry_after=seconds)

    def forgive(self, what: str, key: str) -> None:
        """Forget the tries of this kind under this key: who got in was no guesser."""
        self._window.clear(self._limits[what], what, key)


def _words(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"
