"""My inquiries: what the organisation, or this browser, has opened."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import queries
from app.inquiries.fields.states import STATE_WORDS
from app.inquiries.pages.lawful import law_news
from app.inquiries.pages.words import STATE_MARKS, address_of, kind_words
from app.inquiries.queries import PAGE, Line, number_of, reference_of
from app.registry.queries import load_facts
from app.rules.checklist import RULESET
from app.rules.records import KindRecord, RegistryFacts
from app.rules.workflow import EDITABLE, State


@dataclass(frozen=True, slots=True)
class Entry:
    """One inquiry of the list."""

    reference: str
    title: str
    href: str
    kind: str
    mark: str
    state: str
    saved_at: datetime
    version: int
    submitted_at: datetime | None
    news: str


@dataclass(frozen=True, slots=True)
class ListPage:
    """The list, the way to older ones, and what opens a new one."""

    entries: tuple[Entry, ...]
    older_href: str
    newest_href: str
    kinds: tuple[tuple[str, str], ...]
    form_key: str
    is_visitor: bool


def show_list(db: Session, person: Person, *, now: datetime, before: str) -> ListPage:
    """Return one page of this person's inquiries, the newest first."""
    start = number_of(before)
    lines = queries.list_own(db, person, now=now, before=start)
    registry = load_facts(db)
    shown = lines[:PAGE]
    editable = [line.number for line in shown if State(line.state) in EDITABLE]
    laws = queries.list_laws(db, editable, but=RULESET.digest)
    news = {number: law_news(law).headline for number, law in laws.items()}
    return ListPage(
        entries=tuple(_entry(line, registry, news.get(line.number, "")) for line in shown),
        older_href=f"/inquiries?before={reference_of(shown[-1].number)}" if len(lines) > PAGE else "",
        newest_href="/inquiries" if start is not None else "",
        kinds=tuple((kind.id, kind.title) for kind in _smallest_first(registry)),
        form_key=secrets.token_urlsafe(24),
        is_visitor=person.id is None,
    )


def _entry(line: Line, registry: RegistryFacts, news: str) -> Entry:
    state, reference = State(line.state), reference_of(line.number)
    return Entry(
        reference=reference,
        title=line.title or "Inquiry without a title",
        href=address_of(reference),
        kind=kind_words(line.kind, registry),
        mark=STATE_MARKS[state],
        state=STATE_WORDS[state],
        saved_at=line.saved_at,
        version=line.version,
        submitted_at=line.submitted_at,
        news=news,
    )


def _smallest_first(registry: RegistryFacts) -> list[KindRecord]:
    return sorted(registry.kinds.values(), key=lambda kind: (kind.larger_than_suggested, kind.id))
