"""What is kept of a reading, and how it becomes what the rules look at. Pure: the command does it the same way."""

from app.measurements.fields.kept import measured_as_json, measured_from_json, measured_of
from app.measurements.fields.made import facts_of, is_run
from app.measurements.fields.wanted import Declared, SetFile, key_of

__all__ = [
    "Declared",
    "SetFile",
    "facts_of",
    "is_run",
    "key_of",
    "measured_as_json",
    "measured_from_json",
    "measured_of",
]
