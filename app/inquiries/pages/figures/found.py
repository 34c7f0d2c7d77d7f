"""What was read from files, as the pages of figures take it, and words for how far the rest is."""

from app.inquiries.pages.figures.basis import Found
from app.measurements.queries import ReadSet
from app.measurements.tables import ReadState
from app.rules.measured import Measured

STATES = {
    ReadState.QUEUED: ("in-progress", "Waiting to be read"),
    ReadState.READING: ("in-progress", "Being read"),
    ReadState.READ: ("done", "Read"),
    ReadState.REFUSED: ("block", "Cannot be read"),
    ReadState.FAILED: ("warn", "Not read, and the fault is ours"),
}


def found_in(reading: ReadSet | None, measured: Measured) -> Found:
    """Return what the pages look at."""
    if reading is None:
        return Found(measured)
    return Found(measured, reading.figures, waiting_words(reading))


def waiting_words(reading: ReadSet) -> str:
    """Say why figures of files are missing; nothing where they are there."""
    if reading.is_going_on:
        return f"Your files are being read, {100 * reading.share_done:.0f} % so far. Figures below are as typed."
    if reading.state is ReadState.REFUSED:
        return f"Your files could not be read. {reading.refusal} Figures below are as typed."
    if reading.state is ReadState.FAILED:
        return "Reading your files failed through a fault of ours; it is tried again when you save."
    return ""
