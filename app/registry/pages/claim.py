"""One claim: what it establishes and what it does not, where it comes from, and where it may be used."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.registry.fields import Checkpoint, Claim, Source
from app.registry.forms import MatchFilter, Question
from app.registry.pages import lines, words
from app.registry.pages.lines import Cell, Link
from app.registry.queries import Loaded, load_records
from app.rules.lattice import CEILING
from app.rules.tokens import USES, WORDS

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class About:
    """A checkpoint that the claim is about."""

    link: Link
    revision: str


@dataclass(frozen=True, slots=True)
class ClaimPage:
    """The claim, and a verdict for each checkpoint of its families for one use."""

    id: str
    title: str
    statement: str
    establishes: str
    does_not_establish: str
    source: Link
    facts: Facts
    doubt: str
    place: str
    about: tuple[About, ...]
    superseded_by: Link | None
    use: Question
    use_words: str
    cells: tuple[tuple[Link, Cell], ...]
    matrix: str


def claim_page(db: Session, _person: Person, claim_id: str, *, use: str, on: date) -> ClaimPage:
    """Return the page of a claim, matched for a use; without one, for the use that its kind of source serves first."""
    loaded = load_records(db)
    claim = find_claim(loaded, claim_id)
    source = loaded.sources[claim.source]
    chosen = use if use in USES else usual_use(source)
    confirmation = words.confirmation_of(claim, source)
    family = _of_its_families(claim, loaded)
    return ClaimPage(
        id=claim.id,
        title=claim.title,
        statement=claim.statement,
        establishes=claim.establishes,
        does_not_establish=claim.does_not_establish,
        source=Link(source.title, f"/evidence/sources/{source.id}"),
        facts=_facts(claim, source),
        doubt="" if confirmation == "confirmed" else words.CONFIRMED[confirmation],
        place=words.place_of(on_page=claim.on_page),
        about=_about(claim, loaded),
        superseded_by=_successor(claim, loaded),
        use=Question("use", "May it be used as", chosen, lines.USE_CHOICES),
        use_words=WORDS[chosen],
        cells=tuple((lines.checkpoint_link(each), _cell(claim, each, loaded, chosen, on)) for each in family),
        matrix=MatchFilter(use=chosen).address(),
    )


def find_claim(loaded: Loaded, claim_id: str) -> Claim:
    """Return the claim of that id, or refuse."""
    claim = loaded.claims.get(claim_id)
    if claim is None:
        raise NotFoundError("There is no claim of that name in the registry.")
    return claim


def usual_use(source: Source) -> str:
    """Return what a source of this kind is good for in the first place."""
    return next(iter(CEILING[source.kind]), "background")


def _facts(claim: Claim, source: Source) -> Facts:
    advice = f"Against the use as {WORDS[claim.stance_use]}" if claim.stance == "against" else ""
    return (
        ("Kind of source", words.said(source.kind)),
        ("Publisher", source.publisher),
        ("Confirmation", words.CONFIRMED[words.confirmation_of(claim, source)]),
        ("How far it was tried", words.said(claim.rung)),
        ("Method", words.said(claim.method)),
        ("As the source writes it", claim.method_as_written),
        ("Software", claim.framework),
        ("Code path", claim.code_path),
        *((("Stance", advice),) if advice else ()),
    )


def _about(claim: Claim, loaded: Loaded) -> tuple[About, ...]:
    return tuple(
        About(lines.checkpoint_link(loaded.checkpoints[target.checkpoint]), target.revision or "")
        for target in claim.targets
    )


def _successor(claim: Claim, loaded: Loaded) -> Link | None:
    if claim.superseded_by is None:
        return None
    return Link(find_claim(loaded, claim.superseded_by).title, f"/evidence/claims/{claim.superseded_by}")


def _of_its_families(claim: Claim, loaded: Loaded) -> tuple[Checkpoint, ...]:
    families = lines.families_of(claim, loaded)
    return tuple(checkpoint for checkpoint in loaded.records.checkpoints if checkpoint.family in families)


def _cell(claim: Claim, checkpoint: Checkpoint, loaded: Loaded, use: str, on: date) -> Cell:
    verdict = lines.judge(loaded, claim.id, checkpoint.id, use=use, method="", on=on)
    address = MatchFilter(use=use).address(claim=claim.id, checkpoints=[checkpoint.id])
    return lines.cell_of(verdict, address)
