"""The registry as a list: claims, checkpoints or sources, narrowed by what stands in the address."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.registry.fields import Checkpoint, Claim, Records, Source
from app.registry.forms import EvidenceFilter, Question
from app.registry.pages import lines, words
from app.registry.pages.lines import ClaimLine
from app.registry.pages.narrowing import narrow
from app.registry.queries import load_records

PAGE_SIZE = 25


@dataclass(frozen=True, slots=True)
class CheckpointLine:
    """A checkpoint in a list."""

    name: str
    address: str
    model: str
    format: str
    licence: str
    is_copy: bool
    place: str


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A source in a list."""

    id: str
    title: str
    kind: str
    publisher: str
    published_on: date | None
    confirmation: str
    is_doubtful: bool
    state: str
    place: str


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the three lists."""

    words: str
    count: int
    address: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class EvidencePage:
    """What was asked for, and what is there."""

    show: str
    tabs: tuple[Tab, ...]
    text: Question
    filters: tuple[Question, ...]
    found: int
    total: int
    page: int
    pages: int
    claims: tuple[ClaimLine, ...]
    checkpoints: tuple[CheckpointLine, ...]
    sources: tuple[SourceLine, ...]
    clear: str
    previous: str
    next: str


def evidence_page(db: Session, _person: Person, asked: EvidenceFilter) -> EvidencePage:
    """Return the list that was asked for."""
    loaded = load_records(db)
    records = loaded.records
    found = narrow(asked, loaded)
    mine = sorted(found[asked.show], key=lambda record: not record.on_page)  # what the page cites comes first
    last = max(1, -(-len(mine) // PAGE_SIZE))
    page = min(asked.page, last)
    shown = mine[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    return EvidencePage(
        show=asked.show,
        tabs=tuple(_tab(name, len(found[name]), asked) for name in found),
        text=Question("text", "Words", asked.text, width="20"),
        filters=_filters(asked, records),
        found=len(mine),
        total=len(getattr(records, asked.show)),
        page=page,
        pages=last,
        claims=tuple(lines.claim_line(each, loaded) for each in shown if isinstance(each, Claim)),
        checkpoints=tuple(_checkpoint(each) for each in shown if isinstance(each, Checkpoint)),
        sources=tuple(_source(each) for each in shown if isinstance(each, Source)),
        clear=EvidenceFilter(show=asked.show).address() if asked.is_narrowed else "",
        previous=asked.address(page=page - 1) if page > 1 else "",
        next=asked.address(page=page + 1) if page < last else "",
    )


def _tab(name: str, count: int, asked: EvidenceFilter) -> Tab:
    return Tab(name.capitalize(), count, asked.address(show=name), asked.show == name)


def _filters(asked: EvidenceFilter, records: Records) -> tuple[Question, ...]:
    """Return the filters that mean something for this list."""
    family = Question("family", "Family", asked.family, lines.family_choices(records))
    kind = Question("kind", "Kind of source", asked.kind, lines.kind_choices(records))
    rung = Question("rung", "How far it was tried", asked.rung, lines.RUNG_CHOICES)
    confirmation = Question("confirmation", "Confirmation", asked.confirmation, lines.CONFIRMATION_CHOICES)
    place = Question("place", "Where", asked.place, words.PLACES)
    return {
        "claims": (family, kind, rung, confirmation, place),
        "checkpoints": (family, place),
        "sources": (family, kind, confirmation, place),
    }[asked.show]


def _checkpoint(checkpoint: Checkpoint) -> CheckpointLine:
    stated = (words.family_of(checkpoint.family), checkpoint.version, checkpoint.size)
    return CheckpointLine(
        name=words.name_of(checkpoint),
        address=lines.checkpoint_address(checkpoint.id),
        model=" ".join(part for part in stated if part) or "not stated",
        format=words.format_of(checkpoint),
        licence=checkpoint.licence
        if checkpoint.licence_state == "stated"
        else words.LICENCES[checkpoint.licence_state],
        is_copy=checkpoint.relation in ("re-upload-of", "quantised-from"),
        place=words.place_of(on_page=checkpoint.on_page),
    )


def _source(source: Source) -> SourceLine:
    return SourceLine(
        id=source.id,
        title=source.title,
        kind=words.said(source.kind),
        publisher=source.publisher or "publisher not stated",
        published_on=source.published_on,
        confirmation=words.CONFIRMED_BRIEFLY[source.confirmation],
        is_doubtful=source.confirmation != "confirmed",
        state=words.STATES[source.state],
        place=words.place_of(on_page=source.on_page),
    )
