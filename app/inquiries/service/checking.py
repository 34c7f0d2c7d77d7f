"""The one way in which a document is checked: pages, API and command all come through here."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from app.infra import canonical
from app.infra.errors import InvalidError
from app.inquiries import queries
from app.inquiries.fields import facts_of
from app.inquiries.queries import Stored
from app.inquiries.service.frozen import report_of
from app.inquiries.service.measuring import measured_now
from app.inquiries.service.waived import counting, waiver_as_input, waivers_of
from app.measurements.fields import measured_as_json
from app.rules import checklist
from app.rules.facts import Waiver
from app.rules.finding import Gate, Report
from app.rules.measured import NOTHING_MEASURED, Measured
from app.rules.records import RegistryFacts
from app.rules.workflow import EDITABLE

DEEPEST = 40
TOO_DEEP = f"The document is nested more than {DEEPEST} levels deep; no answer needs that."


def check_document(  # noqa: PLR0913  all that a check looks at
    document: Mapping[str, Any],
    gate: Gate,
    today: date,
    registry: RegistryFacts,
    waivers: Sequence[Waiver] = (),
    *,
    measured: Measured = NOTHING_MEASURED,
) -> Report:
    """Ask the checklist about one document; the same inputs give the same report, whoever asks."""
    held = counting(waivers, today)
    facts = facts_of(document, gate=gate, today=today, registry=registry, waivers=held, measured=measured)
    digest = input_digest(document, gate, today, registry, held, measured=measured)
    return checklist.evaluate(facts, input_digest=digest)


def check_inquiry(  # noqa: PLR0913  what is checked, by what, and how much of it is wanted
    db: Session,
    inquiry: Stored,
    *,
    today: date,
    registry: RegistryFacts,
    with_digest: bool = True,
    measured: Measured | None = None,
) -> Report:
    """Return what the checklist says of a draft now; of a submitted version, what it said then.

    A page that shows findings and no digest saves itself the work of making one; who has the facts hands them in.
    """
    is_closed = inquiry.state not in EDITABLE
    snapshot = queries.find_snapshot(db, inquiry.number, inquiry.submissions) if is_closed else None
    if snapshot is not None:
        return report_of(snapshot)
    waivers = waivers_of(db, inquiry.number)
    if measured is None:
        measured = measured_now(db, inquiry.number, inquiry.document)
    if with_digest:
        return check_document(inquiry.document, Gate.SUBMIT, today, registry, waivers, measured=measured)
    held = counting(waivers, today)
    facts = facts_of(
        inquiry.document, gate=Gate.SUBMIT, today=today, registry=registry, waivers=held, measured=measured
    )
    return checklist.evaluate(facts, input_digest="")


def input_digest(  # noqa: PLR0913  all that a verdict depends on
    document: Mapping[str, Any],
    gate: Gate,
    today: date,
    registry: RegistryFacts,
    waivers: Sequence[Waiver] = (),
    *,
    measured: Measured = NOTHING_MEASURED,
) -> str:
    """Return the digest of all that a verdict depends on, apart from the rules.

    Waivers and what was measured are in it only where there are any.
    """
    inputs: dict[str, Any] = {
        "document": document,
        "gate": str(gate),
        "today": today.isoformat(),
        "registry": registry.revision,
    }
    if waivers:
        inputs["waivers"] = [waiver_as_input(waiver) for waiver in waivers]
    if measured != NOTHING_MEASURED:
        inputs["measured"] = measured_as_json(measured)
    return canonical.digest(inputs)


def today_of(now: datetime) -> date:
    """Return the date by which due dates and review dates are judged."""
    return now.date()


def any_document(value: object) -> dict[str, Any]:
    """Return the value if it can be checked at all, as any JSON object can."""
    if not isinstance(value, dict):
        raise InvalidError("An inquiry document is a JSON object.", code="not-a-document")
    return value


def readable_document(value: object) -> dict[str, Any]:
    """Return the value if it can be kept: an object, and not nested without end."""
    document = any_document(value)
    level: list[object] = [document]
    for _ in range(DEEPEST):
        level = [item for thing in level for item in _inside(thing)]
        if not level:
            return document
    raise InvalidError(TOO_DEEP, code="too-deep")


def _inside(thing: object) -> list[object]:
    found = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else ()
    return [item for item in found if isinstance(item, (dict, list))]
