"""The list of scopes: what is approved, what was revoked, and what of it to take along."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.exports import queries
from app.exports.forms import KINDS, STATES, ScopeFilter
from app.exports.queries import PAGE, ScopeLine
from app.inquiries.fields.states import STATE_WORDS
from app.inquiries.forms import FieldView
from app.inquiries.pages.words import STATE_MARKS, kind_words
from app.registry.queries import load_facts
from app.reviews.service import granted_words
from app.rules.records import RegistryFacts
from app.rules.workflow import State

NOTHING_CHOSEN = "Choose at least one scope to export."


@dataclass(frozen=True, slots=True)
class ScopeEntry:
    """One scope of the list."""

    reference: str
    version: int
    title: str
    href: str
    kind: str
    organisation: str
    mark: str
    state: str
    granted: str
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class ScopesPage:
    """One page of the list with the state of its address."""

    entries: tuple[ScopeEntry, ...]
    fields: tuple[FieldView, ...]
    kept: tuple[tuple[str, str], ...]
    as_kind: FieldView
    errors: tuple[tuple[str, str], ...]
    is_narrowed: bool
    first_href: str
    next_href: str


def show_scopes(db: Session, _person: Person, chosen: ScopeFilter, *, error: str = "") -> ScopesPage:
    """Return one page of the list, the latest decision first."""
    lines = queries.list_lines(db, chosen.shown())
    shown = lines[:PAGE]
    registry = load_facts(db)
    first = f"#choose-{shown[0].reference}" if shown else ""
    return ScopesPage(
        entries=tuple(_entry(line, registry) for line in shown),
        fields=_fields(chosen, registry),
        kept=tuple((f"list-{name}", value) for name, value in chosen.pairs()),
        as_kind=FieldView("as", "as", "As", "select", value=KINDS[0][0], choices=KINDS),
        errors=((error, first),) if error else (),
        is_narrowed=chosen.address() != "/scopes",
        first_href=chosen.address() if chosen.before else "",
        next_href=chosen.address(before=str(shown[-1].seq)) if len(lines) > PAGE else "",
    )


def _entry(line: ScopeLine, registry: RegistryFacts) -> ScopeEntry:
    state = State(line.state)
    return ScopeEntry(
        reference=line.reference,
        version=line.version,
        title=line.title or "Inquiry without a title",
        href=f"/scopes/{line.reference}",
        kind=kind_words(line.kind, registry),
        organisation=line.organisation,
        mark=STATE_MARKS[state],
        state=STATE_WORDS[state],
        granted=granted_words(line.granted),
        decided_at=line.decided_at,
    )


def _fields(chosen: ScopeFilter, registry: RegistryFacts) -> tuple[FieldView, ...]:
    kinds = tuple((kind.id, kind.title) for kind in sorted(registry.kinds.values(), key=lambda kind: kind.id))
    return (
        FieldView("text", "text", "Title, organisation or reference", "text_input", value=chosen.text),
        FieldView("state", "state", "State", "select", value=chosen.state, choices=STATES),
        FieldView("kind", "kind", "Kind", "select", value=chosen.kind, choices=kinds),
    )
