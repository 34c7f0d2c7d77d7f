"""Reading files that were asked for: once for each set of them, as a job, and what comes of it."""

from app.measurements.service.asking import ask_anew, ask_for_reading
from app.measurements.service.handling import READ_FILES, reading_handler
from app.measurements.service.leaving import drop_unused
from app.measurements.service.reading import Outcome, read_through

__all__ = [
    "READ_FILES",
    "Outcome",
    "ask_anew",
    "ask_for_reading",
    "drop_unused",
    "read_through",
    "reading_handler",
]
