"""One source: who published it, when, how well it is confirmed, and what it is cited for."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.infra.web import day
from app.registry.fields import OtherDate, Source
from app.registry.pages import lines, words
from app.registry.pages.lines import ClaimLine
from app.registry.queries import load_records


@dataclass(frozen=True, slots=True)
class SourcePage:
    """The source, and its claims."""

    id: str
    title: str
    kind: str
    address: str
    state: str
    is_checked: bool
    confirmation: str
    is_doubtful: bool
    facts: tuple[tuple[str, str], ...]
    other_dates: tuple[OtherDate, ...]
    notes: tuple[str, ...]
    claims: tuple[ClaimLine, ...]


def source_page(db: Session, _person: Person, source_id: str) -> SourcePage:
    """Return the page of a source."""
    loaded = load_records(db)
    source = loaded.sources.get(source_id)
    if source is None:
        raise NotFoundError("There is no source of that name in the registry.")
    claims = [claim for claim in loaded.records.claims if claim.source == source.id]
    return _page(source, tuple(lines.claim_line(claim, loaded) for claim in claims))


def _page(source: Source, claims: tuple[ClaimLine, ...]) -> SourcePage:
    return SourcePage(
        id=source.id,
        title=source.title,
        kind=words.said(source.kind),
        address=source.address,
        state=words.STATES[source.state],
        is_checked=source.state != "not-checked",
        confirmation=words.CONFIRMED[source.confirmation],
        is_doubtful=source.confirmation != "confirmed",
        facts=(
            ("Publisher", source.publisher),
            ("Found as", source.identifier),
            ("Published on", day(source.published_on)),
            ("Last reviewed on", day(source.reviewed_on)),
            ("To be reviewed by", day(source.review_by)),
            ("Digest of a stored copy", source.snapshot),
            ("Research page", "Cited there" if source.on_page else "Not cited there"),
        ),
        other_dates=source.other_dates,
        notes=source.notes,
        claims=claims,
    )
