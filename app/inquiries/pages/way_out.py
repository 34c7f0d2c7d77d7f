"""The shortest way to an open gate: which answers, who can supply each, at what cost; and where to begin."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import service
from app.inquiries.fields import label_of
from app.inquiries.pages import words
from app.registry.queries import load_facts
from app.rules.checklist import OR_PROMISE
from app.rules.finding import Finding, Gate
from app.rules.ladder import LABEL, Ladder
from app.rules.way_out import Cost, Step, Supplier, WayOut
from app.rules.workflow import EDITABLE

SUPPLIERS = {
    Supplier.ENGINEERING: "Engineering",
    Supplier.EVALUATION: "Evaluation",
    Supplier.LEGAL: "Legal",
    Supplier.FINANCE: "Finance",
}
COSTS = {Cost.MINUTES: "some minutes", Cost.COMPUTE: "compute", Cost.SIGNATURE: "a signature"}
GATES = {Gate.SUBMIT: "To submit", Gate.COMMIT: "To be approved"}
STANDING = {True: ("done", "Yes"), False: ("block", "No"), None: ("cannot-tell", "Cannot tell")}

Place = Callable[[str], str]  # a field to the address where it is mended, or ""


@dataclass(frozen=True, slots=True)
class Needed:
    """One answer to give: what it is called, where it is given, what it takes, and what asks for it and why."""

    label: str
    href: str
    cost: str
    asked: tuple[tuple[str, Finding], ...]


@dataclass(frozen=True, slots=True)
class Hands:
    """What one part of the organisation can supply."""

    title: str
    needed: tuple[Needed, ...]


@dataclass(frozen=True, slots=True)
class GateAhead:
    """One gate: open already, or what would open it."""

    id: str
    title: str
    is_open: bool
    is_found: bool
    count: int
    hands: tuple[Hands, ...]


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung of the ladder, with a mark and a word for whether it holds."""

    asks: str
    says: str
    mark: str
    word: str
    href: str
    label: str


@dataclass(frozen=True, slots=True)
class LadderView:
    """Where to begin, and why."""

    label: str
    sentence: str
    rungs: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class WayOutPage:
    """The way through the gates that are ahead."""

    reference: str
    title: str
    back: tuple[tuple[str, str], ...]
    gates: tuple[GateAhead, ...]
    ladder: LadderView


def show_way_out(db: Session, person: Person, reference: str, *, now: datetime) -> WayOutPage:
    """Return the page for one's own inquiry: both gates for a draft, approval alone for what was submitted."""
    inquiry = service.load(db, person, reference, now=now)
    is_open = inquiry.state in EDITABLE
    ahead = service.look_ahead(
        inquiry.document,
        tuple(Gate) if is_open else (Gate.COMMIT,),
        service.today_of(now),
        load_facts(db),
        service.waivers_of(db, inquiry.number),
        measured=service.measured_of(db, inquiry),
    )

    def place(field: str) -> str:
        return words.mending_address(field, reference, inquiry.document) if is_open else ""

    back = (("My inquiries", "/inquiries"), (reference, words.address_of(reference)))
    return page_of(reference, inquiry.document, ahead, back, place)


def page_of(
    reference: str,
    document: Mapping[str, Any],
    ahead: service.Ahead,
    back: tuple[tuple[str, str], ...],
    place: Place,
) -> WayOutPage:
    """Return the page, for whoever may see the document."""
    return WayOutPage(
        reference=reference,
        title=words.heading_of(document),
        back=back,
        gates=tuple(_gate(gate, way, place) for gate, way in ahead.ways.items()),
        ladder=ladder_view(ahead.ladder, place),
    )


def _gate(gate: Gate, way: WayOut, place: Place) -> GateAhead:
    return GateAhead(
        id=f"gate-{gate}",
        title=GATES[gate],
        is_open=way.opens and not way.steps,
        is_found=way.opens,
        count=len(way.steps),
        hands=tuple(_hands(way, place)),
    )


def _hands(way: WayOut, place: Place) -> Iterator[Hands]:
    for supplier, title in SUPPLIERS.items():
        steps = [step for step in way.steps if step.supply.by is supplier]
        if steps:
            yield Hands(title, tuple(_needed(step, place) for step in steps))


def _needed(step: Step, place: Place) -> Needed:
    if step.promise is None:
        label, href = label_of(step.field), place(step.field)
    else:
        label = f"A promise for “{words.ITEM_TITLES[step.promise]}”, with an owner and a day"
        href = _promise_address(place, step)
    once = {_asked(step, finding): finding for finding in step.findings}
    return Needed(label, href, COSTS[step.supply.cost], tuple(once.items()))


def _asked(step: Step, finding: Finding) -> str:
    """Say what is wrong, and what to do about it unless a promise does it for all."""
    return finding.headline if step.promise else f"{finding.headline} {finding.remedy.removesuffix(OR_PROMISE)}".strip()


def _promise_address(place: Place, step: Step) -> str:
    """Return the page on which this item is promised; elsewhere than on a draft, where its answers stand."""
    before, section, _ = place(step.findings[0].field).partition("/sections/")
    return f"{before}{section}promise-{step.promise}" if section else before


def ladder_view(ladder: Ladder, place: Place) -> LadderView:
    """Return the ladder for a page."""
    return LadderView(
        label=LABEL,
        sentence=ladder.sentence,
        rungs=tuple(
            Rung(ground.asks, ground.says, *STANDING[ground.holds], place(ground.field), label_of(ground.field))
            for ground in ladder.grounds
        ),
    )
