"""What is kept of a reading, and how it becomes what the rules look at. Pure: the command does it the same way."""

from app.measurements.fields.kept import measured_as_json, measured_from_json, measured_of
from app.measurements.fields.made import facts_of

__all__ = ["facts_of", "measured_as_json", "measured_from_json", "measured_of"]
