"""Moments as files write them, and the time between two."""

from datetime import UTC, datetime

EARLIEST, LATEST = 0.0, 4_102_444_800.0  # of seconds since 1970 that are taken for a moment: until 2100


def elapsed(started: object, finished: object) -> float | None:
    """Return the seconds between two ISO moments, or None where they are none, or stand the wrong way round."""
    begin, end = _moment(started), _moment(finished)
    if begin is None or end is None or end < begin:
        return None
    return (end - begin).total_seconds()


def _moment(value: object) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def of_epoch(value: float | None) -> str | None:
    """Return seconds since 1970 as an ISO moment; 0 is how tools write that they do not know."""
    if value is None or not EARLIEST < value < LATEST:
        return None
    return datetime.fromtimestamp(value, UTC).isoformat()
