"""Which attempts were cut off by the clock, by the names that tools give to it.

Where the grader, the set-up or an installation ran out of time, nothing is known about how long the model would take.
"""

from functools import lru_cache

CLOCK = ("timeout", "timedout", "timelimit", "limittime", "deadlineexceeded")
WHOLE = frozenset({"time", "working", "limitworking"})  # Inspect's kinds of limit
NOT_THE_MODEL = ("verifier", "test", "environment", "setup", "install", "build", "scor", "grad", "judge")


@lru_cache(maxsize=1024)
def is_timeout(error_type: str) -> bool:
    """Tell whether this error means that the attempt itself was cut off by its time limit."""
    name = "".join(letter for letter in error_type.casefold() if letter.isalpha())
    if any(other in name for other in NOT_THE_MODEL):
        return False
    return name in WHOLE or any(clock in name for clock in CLOCK)
