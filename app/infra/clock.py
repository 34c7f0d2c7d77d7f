"""The only place that looks at the clock; everyone else is handed the time."""

from datetime import UTC, date, datetime


def now() -> datetime:
    """Return the present instant in UTC."""
    return datetime.now(UTC)  # noqa: TID251  the one allowed look at the clock


def today() -> date:
    """Return today's date in UTC, by which due dates and review dates are judged."""
    return now().date()
