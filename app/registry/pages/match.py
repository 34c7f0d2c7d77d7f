"""The matrix: claims against chosen checkpoints, for one use."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.registry.fields import Claim, Records
from app.registry.forms import MatchFilter, Question
from app.registry.pages import lines, words
from app.registry.pages.lines import Cell, Choices
from app.registry.queries import Loaded, load_records
from app.rules.tokens import METHODS, USES, WORDS

USUAL_CHECKPOINTS = (
    "Qwen/Qwen3.8-27B",
    "unsloth/Qwen3.8-27B-unsloth-bnb-4bit",
    "zai-org/GLM-5.3-BF16",
    "zai-org/GLM-5.3-Flash-BF16",
)
NEEDS_METHOD = ("method", "rl-result")
PAGE_SIZE = 20
WORTH = ("supports", "contradicts", "background-only")


@dataclass(frozen=True, slots=True)
class Column:
    """A checkpoint at the head of a column; `revision` where one was asked for."""

    id: str
    name: str
    under: str
    address: str


@dataclass(frozen=True, slots=True)
class Row:
    """A claim, and its verdict in each column."""

    title: str
    address: str
    kind: str
    doubt: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The matrix and the questions that it answers."""

    use_words: str
    is_known: bool
    trouble: str
    questions: tuple[Question, ...]
    checkpoints: Question
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    unknown: tuple[str, ...]
    clear: str
    names_method: bool
    found: int
    page: int
    pages: int
    previous: str
    next: str


def match_page(db: Session, _person: Person, asked: MatchFilter, *, on: date) -> MatchPage:
    """Return the matrix that was asked for; an unknown use or method gets an empty one that says so."""
    loaded = load_records(db)
    chosen = asked.checkpoints or tuple(each for each in USUAL_CHECKPOINTS if each in loaded.facts.checkpoints)
    is_known = asked.use in USES and asked.method in ("", *METHODS)
    claims = [claim for claim in loaded.records.claims if is_known and _is_kept(claim, asked, loaded)]
    rows = sorted((_row(claim, chosen, asked, loaded, on) for claim in claims), key=_best_first)
    last = max(1, -(-len(rows) // PAGE_SIZE))
    page = min(asked.page, last)
    return MatchPage(
        use_words=WORDS.get(asked.use, asked.use) if asked.use in USES else asked.use,
        is_known=is_known,
        trouble=_trouble(asked),
        questions=_questions(asked, loaded.records),
        checkpoints=Question("checkpoint", "Checkpoints", values=chosen, choices=_choices(chosen, loaded.records)),
        columns=tuple(_column(each, loaded) for each in chosen),
        rows=tuple(rows[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]),
        unknown=tuple(each for each in chosen if each.partition("@")[0] not in loaded.facts.checkpoints),
        clear="/evidence/match" if asked != MatchFilter() else "",
        names_method=asked.use in NEEDS_METHOD,
        found=len(claims),
        page=page,
        pages=last,
        previous=asked.address(page=page - 1) if page > 1 else "",
        next=asked.address(page=page + 1) if page < last else "",
    )


def _trouble(asked: MatchFilter) -> str:
    """Say what was asked for that does not exist; a page about it would answer as if it did."""
    if asked.use not in USES:
        return f"There is no use called “{asked.use}”. Choose one of those in the list “May it be used as”."
    if asked.method not in ("", *METHODS):
        return f"There is no method called “{asked.method}”. Choose one of those in the list “Method planned”."
    return ""


def _is_kept(claim: Claim, asked: MatchFilter, loaded: Loaded) -> bool:
    source = loaded.sources[claim.source]
    place = "page" if claim.on_page else "beyond"
    return (
        bool(claim.targets)
        and (not asked.family or asked.family in lines.families_of(claim, loaded))
        and asked.kind in ("", source.kind)
        and asked.place in ("", place)
    )


def _questions(asked: MatchFilter, records: Records) -> tuple[Question, ...]:
    return (
        Question("use", "May it be used as", asked.use if asked.use in USES else "", lines.USE_CHOICES),
        Question("method", "Method planned", asked.method if asked.method in METHODS else "", lines.METHOD_CHOICES),
        Question("family", "Claims on the family", asked.family, lines.family_choices(records)),
        Question("kind", "Kind of source", asked.kind, lines.kind_choices(records)),
        Question("place", "Where", asked.place, words.PLACES),
    )


def _choices(chosen: tuple[str, ...], records: Records) -> Choices:
    """Offer the checkpoints that the research page names, and whatever was chosen besides."""
    offered = [each for each in records.checkpoints if each.on_page or each.id in chosen]
    return tuple((each.id, f"{words.name_of(each)}, {words.format_of(each)}") for each in offered)


def _column(chosen: str, loaded: Loaded) -> Column:
    repository, _, revision = chosen.partition("@")
    checkpoint = loaded.checkpoints.get(repository)
    if checkpoint is None:
        return Column(chosen, repository, "not on record", "")
    under = f"{words.format_of(checkpoint)}, {revision[:12]}…" if revision else words.format_of(checkpoint)
    return Column(chosen, words.short_name(checkpoint), under, lines.checkpoint_address(checkpoint.id))


def _row(claim: Claim, chosen: tuple[str, ...], asked: MatchFilter, loaded: Loaded, on: date) -> Row:
    source = loaded.sources[claim.source]
    confirmation = words.confirmation_of(claim, source)
    return Row(
        title=claim.title,
        address=f"/evidence/claims/{claim.id}",
        kind=words.said(source.kind),
        doubt="" if confirmation == "confirmed" else words.CONFIRMED_BRIEFLY[confirmation],
        cells=tuple(_cell(claim, each, asked, loaded, on) for each in chosen),
    )


def _best_first(row: Row) -> tuple[int, ...]:
    """Order by the best verdict that a claim gets in any column; sorting keeps the order of the registry otherwise."""
    return tuple(-sum(cell.token == token for cell in row.cells) for token in WORTH)


def _cell(claim: Claim, checkpoint: str, asked: MatchFilter, loaded: Loaded, on: date) -> Cell:
    verdict = lines.judge(loaded, claim.id, checkpoint, use=asked.use, method=asked.method, on=on)
    return lines.cell_of(verdict, asked.address(claim=claim.id, checkpoints=[checkpoint]))
