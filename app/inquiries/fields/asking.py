"""Turns a document into the facts that the checklist asks for."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from app.inquiries.fields.naming import label_of
from app.inquiries.fields.reading import read
from app.inquiries.fields.table import FIELDS, SECTIONS
from app.rules.facts import Facts, Waiver
from app.rules.finding import Gate
from app.rules.measured import NOTHING_MEASURED, Measured
from app.rules.records import RegistryFacts

_LABELS = MappingProxyType({name: label_of(name) for name in (*(s.key for s in SECTIONS.values()), *FIELDS)})


def facts_of(  # noqa: PLR0913  all that a check looks at
    document: Mapping[str, Any],
    *,
    gate: Gate,
    today: date,
    registry: RegistryFacts,
    waivers: tuple[Waiver, ...] = (),
    measured: Measured = NOTHING_MEASURED,
) -> Facts:
    """Read the document and put it beside the registry, today's date, what was waived and what files say."""
    reading = read(document)
    return Facts(
        gate=gate,
        today=today,
        answers=reading.answers,
        registry=registry,
        unreadable=reading.unreadable,
        labels=_LABELS,
        waivers=waivers,
        measured=measured,
    )
