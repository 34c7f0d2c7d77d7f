"""What would open a gate that is shut, and with which model to begin: from the same facts as the verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.inquiries.fields import facts_of
from app.inquiries.service.waived import counting
from app.rules.facts import Waiver
from app.rules.finding import Gate
from app.rules.ladder import Ladder, climb
from app.rules.measured import NOTHING_MEASURED, Measured
from app.rules.records import RegistryFacts
from app.rules.way_out import WayOut, way_out


@dataclass(frozen=True, slots=True)
class Ahead:
    """The way out of each gate's refusal, and the recommendation of the ladder."""

    ways: Mapping[Gate, WayOut]
    ladder: Ladder


def look_ahead(  # noqa: PLR0913  all that a check looks at
    document: Mapping[str, Any],
    gates: Sequence[Gate],
    today: date,
    registry: RegistryFacts,
    waivers: Sequence[Waiver] = (),
    *,
    measured: Measured = NOTHING_MEASURED,
) -> Ahead:
    """Return what would open these gates for a document."""
    held = counting(waivers, today)
    facts = {
        gate: facts_of(document, gate=gate, today=today, registry=registry, waivers=held, measured=measured)
        for gate in gates
    }
    return Ahead({gate: way_out(facts[gate]) for gate in gates}, climb(facts[gates[0]]))
