"""What the pages of figures are computed from: the answers of one document, and what its files say."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from app.inquiries.fields import facts_of
from app.rules.facts import Facts
from app.rules.finding import Gate
from app.rules.measured import NOTHING_MEASURED, Measured
from app.rules.records import RegistryFacts


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page of figures stands: at the customer's or at the desk."""

    reference: str
    heading: str
    base: str
    back: tuple[tuple[str, str], ...]
    is_editable: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What files say. `figures` is the object of `pilotdesk figures`; `waiting` says in words what is not read yet."""

    measured: Measured = NOTHING_MEASURED
    figures: Mapping[str, Any] = field(default_factory=dict)
    waiting: str = ""


@dataclass(frozen=True, slots=True)
class Basis:
    """Answers and readings of one inquiry, and where they are shown."""

    place: Place
    facts: Facts
    figures: Mapping[str, Any]
    waiting: str


def basis_of(place: Place, document: Mapping[str, Any], found: Found, *, today: date, registry: RegistryFacts) -> Basis:
    """Read a document for its figures."""
    facts = facts_of(document, gate=Gate.SUBMIT, today=today, registry=registry)
    return Basis(place, replace(facts, measured=found.measured), found.figures, found.waiting)
