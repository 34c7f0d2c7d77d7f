"""What an approval granted beside what was asked for, for the people who asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.infra import canonical
from app.inquiries.fields import FIELDS
from app.inquiries.forms import said
from app.inquiries.queries import Told

NONE = "None"


@dataclass(frozen=True, slots=True)
class Granted:
    """Rows of what it is about, what was asked for and what is granted; and what the desk attached to it."""

    rows: tuple[tuple[str, str, str], ...]
    conditions: str


def granted_in(story: Sequence[Told], document: Mapping[str, Any]) -> Granted | None:
    """Return what was granted in the course of this story; None where nothing was."""
    approved = [one for one in story if one.granted]
    return granted_of(approved[-1], document) if approved else None


def granted_of(one: Told, document: Mapping[str, Any]) -> Granted:
    """Return what this line of the story granted."""
    granted = canonical.parse(one.granted)
    budget = {"budget": {"currency": granted["currency"]}}
    return Granted(
        rows=(
            ("Cap", _asked(document, "budget.cap"), said(FIELDS["budget.cap"], granted["cap"], budget)),
            (
                "Earliest start",
                _asked(document, "timing.earliest_start"),
                said(FIELDS["timing.earliest_start"], granted["earliest_start"], {}),
            ),
        ),
        conditions=granted["conditions"],
    )


def _asked(document: Mapping[str, Any], field: str) -> str:
    part, _, name = field.partition(".")
    values = document.get(part)
    words = said(FIELDS[field], values.get(name), document) if isinstance(values, dict) else ""
    return words or NONE
