"""The queue as a page: what waits, what narrows it, and the ways to its other views."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries.fields.states import STATE_WORDS
from app.inquiries.forms import FieldView
from app.inquiries.pages.words import kind_words
from app.inquiries.queries import latest_messages, reference_of
from app.registry.queries import load_facts
from app.reviews import queries
from app.reviews.forms import ANY, WAITING, QueueFilter, place_of
from app.reviews.pages.words import MARKS, decided_by, review_address, waited
from app.reviews.queries import PAGE, QueueLine
from app.rules.records import RegistryFacts
from app.rules.workflow import State

VIEWS = (
    ("Waiting or in review", QueueFilter()),
    ("Nobody has them", QueueFilter(state=State.SUBMITTED)),
    ("Mine", QueueFilter(mine="yes")),
    ("Returned", QueueFilter(state=State.RETURNED)),
    ("Approved", QueueFilter(state=State.APPROVED)),
    ("Declined", QueueFilter(state=State.DECLINED)),
    ("Everything", QueueFilter(state=ANY)),
)
STATES = tuple(state for state in State if state is not State.DRAFT)


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """One inquiry of the queue."""

    reference: str
    title: str
    href: str
    kind: str
    organisation: str
    organisation_href: str
    mark: str
    state: str
    version: int
    submitted_at: datetime
    waited: str
    engineer: str
    decided: str
    message: str


@dataclass(frozen=True, slots=True)
class NamedView:
    """One view of the queue that has a name."""

    name: str
    href: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class QueuePage:
    """One page of the queue with the state of its address."""

    name: str
    entries: tuple[QueueEntry, ...]
    views: tuple[NamedView, ...]
    fields: tuple[FieldView, ...]
    kept: tuple[tuple[str, str], ...]
    organisation: str
    without_organisation: str
    is_narrowed: bool
    first_href: str
    next_href: str


def show_queue(db: Session, person: Person, chosen: QueueFilter, *, now: datetime) -> QueuePage:
    """Return one page of what this engineer may judge."""
    lines = queries.list_queue(db, person, chosen.wanted())
    shown = lines[:PAGE]
    numbers = [line.number for line in shown]
    messages, deciders = latest_messages(db, numbers), queries.list_deciders(db, numbers)
    registry = load_facts(db)
    wanted = chosen.wanted().organisation_id
    last = shown[-1] if len(lines) > PAGE else None
    here = chosen.address(name="")
    return QueuePage(
        name=chosen.name or next((name for name, view in VIEWS if view.address() == here), "As you chose"),
        entries=tuple(
            replace(
                _entry(line, chosen, registry, now),
                message=messages.get(line.number, ""),
                decided=decided_by(State(line.state), deciders.get(line.number)),
            )
            for line in shown
        ),
        views=tuple(NamedView(name, view.address(), view.address() == here) for name, view in VIEWS),
        fields=_fields(chosen, registry),
        kept=(("organisation", chosen.organisation),) if chosen.organisation else (),
        organisation="" if wanted is None else queries.find_organisation(db, wanted) or "an organisation without any",
        without_organisation=chosen.address(organisation=""),
        is_narrowed=here != "/queue",
        first_href=chosen.address() if chosen.after else "",
        next_href="" if last is None else chosen.address(after=place_of(last.submitted_at, last.number)),
    )


def _entry(line: QueueLine, chosen: QueueFilter, registry: RegistryFacts, now: datetime) -> QueueEntry:
    state = State(line.state)
    reference = reference_of(line.number)
    return QueueEntry(
        reference=reference,
        title=line.title or "Inquiry without a title",
        href=review_address(reference),
        kind=kind_words(line.kind, registry),
        organisation=line.organisation,
        organisation_href=chosen.address(organisation=str(line.organisation_id)),
        mark=MARKS[state],
        state=STATE_WORDS[state],
        version=line.version,
        submitted_at=line.submitted_at,
        waited=waited(line.submitted_at, now) if state in WAITING else "",
        engineer=line.engineer or "",
        decided="",
        message="",
    )


def _fields(chosen: QueueFilter, registry: RegistryFacts) -> tuple[FieldView, ...]:
    states = ((ANY, "Any state"), *((str(state), STATE_WORDS[state]) for state in STATES))
    kinds = tuple((kind.id, kind.title) for kind in sorted(registry.kinds.values(), key=lambda kind: kind.id))
    return (
        FieldView("text", "text", "Title, organisation or reference", "text_input", value=chosen.text),
        FieldView("state", "state", "State", "select", value=chosen.state, choices=states),
        FieldView("kind", "kind", "Kind", "select", value=chosen.kind, choices=kinds),
        FieldView(
            "mine",
            "mine",
            "Whose",
            "select",
            value=chosen.mine,
            choices=(("yes", "Those that I worked on"),),
        ),
        FieldView("name", "name", "Name of this view (optional)", "text_input", value=chosen.name),
    )
