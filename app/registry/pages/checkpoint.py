"""One checkpoint: what makes it this one and no other, and which claims may be used for it."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.infra.web import day
from app.registry.fields import Checkpoint, Claim, OtherDate, ParameterCount, Revision
from app.registry.forms import USUAL_USE, MatchFilter, Question
from app.registry.pages import lines, words
from app.registry.pages.lines import Cell, Link
from app.registry.queries import Loaded, load_records
from app.rules.tokens import USES, WORDS

Facts = tuple[tuple[str, str], ...]
GROUPS = (
    ("supports", "May be cited"),
    ("contradicts", "Contradicted by another claim"),
    ("background-only", "Background only"),
    ("does-not-transfer", "Does not carry over"),
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with its verdict for this checkpoint."""

    title: str
    address: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Group:
    """The claims of one verdict."""

    token: str
    words: str
    claims: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Licence:
    """The licence of this checkpoint, and how sure that is."""

    name: str
    state: str
    is_certain: bool
    note: str
    source: Link | None


@dataclass(frozen=True, slots=True)
class CheckpointPage:
    """The checkpoint, its licence, its revisions, and the claims on its family for one use."""

    name: str
    is_named: bool
    identity: Facts
    lineage: str
    relative: Link | None
    is_copy: bool
    licence: Licence
    revisions: tuple[Revision, ...]
    parameter_counts: tuple[ParameterCount, ...]
    facts: Facts
    other_dates: tuple[OtherDate, ...]
    notes: tuple[str, ...]
    use: Question
    use_words: str
    groups: tuple[Group, ...]
    others: int
    matrix: str


def checkpoint_page(db: Session, _person: Person, checkpoint_id: str, *, use: str, on: date) -> CheckpointPage:
    """Return the page of a checkpoint, with the claims on its family judged for a use."""
    loaded = load_records(db)
    checkpoint = _find(loaded, checkpoint_id)
    chosen = use if use in USES else USUAL_USE
    near, others = _claims_near(checkpoint, loaded)
    return CheckpointPage(
        name=checkpoint.repository or checkpoint.id,
        is_named=bool(checkpoint.repository),
        identity=_identity(checkpoint),
        lineage=checkpoint.lineage,
        relative=_relative(checkpoint, loaded),
        is_copy=checkpoint.relation in ("re-upload-of", "quantised-from"),
        licence=_licence(checkpoint, loaded),
        revisions=checkpoint.revisions,
        parameter_counts=checkpoint.parameter_counts,
        facts=_facts(checkpoint),
        other_dates=checkpoint.other_dates,
        notes=checkpoint.notes,
        use=Question("use", "For use as", chosen, lines.USE_CHOICES),
        use_words=WORDS[chosen],
        groups=_groups([_judged(claim, checkpoint, loaded, chosen, on) for claim in near]),
        others=others,
        matrix=MatchFilter(use=chosen).address(checkpoints=[checkpoint.id]),
    )


def _find(loaded: Loaded, checkpoint_id: str) -> Checkpoint:
    checkpoint = loaded.checkpoints.get(checkpoint_id)
    if checkpoint is None:
        raise NotFoundError("There is no checkpoint of that name in the registry.")
    return checkpoint


def _identity(checkpoint: Checkpoint) -> Facts:
    written = f" ({checkpoint.format_as_written})" if checkpoint.format_as_written else ""
    return (
        ("Family", words.family_of(checkpoint.family)),
        ("Version", checkpoint.version),
        ("Architecture", checkpoint.architecture),
        ("Variant and size", checkpoint.size),
        ("Stage", words.said(checkpoint.stage)),
        ("Format", words.FORMATS[checkpoint.format] + written if checkpoint.format else ""),
        ("Repository", checkpoint.repository),
        ("Publisher", checkpoint.publisher),
    )


def _facts(checkpoint: Checkpoint) -> Facts:
    length = f"{checkpoint.context_length:,} tokens" if checkpoint.context_length else ""
    active = f"About {checkpoint.active_parameters / 1_000_000_000:g} billion" if checkpoint.active_parameters else ""
    return (
        ("Layout", words.LAYOUTS.get(checkpoint.layout, "")),
        ("Active parameters", active),
        ("Context length", checkpoint.context_as_written or length),
        ("Announced on", day(checkpoint.announced_on)),
        ("Weights public on", day(checkpoint.weights_on)),
        ("Last checked by this desk", day(checkpoint.checked_on) or "Never"),
        ("Seen in", checkpoint.seen_in),
        ("Research page", "Named there" if checkpoint.on_page else "Not named there"),
    )


def _relative(checkpoint: Checkpoint, loaded: Loaded) -> Link | None:
    return lines.checkpoint_link(_find(loaded, checkpoint.relative)) if checkpoint.relative else None


def _licence(checkpoint: Checkpoint, loaded: Loaded) -> Licence:
    source = checkpoint.licence_source
    return Licence(
        name=checkpoint.licence,
        state=words.LICENCES[checkpoint.licence_state],
        is_certain=checkpoint.licence_state == "stated",
        note=checkpoint.licence_note,
        source=Link(loaded.sources[source].title, f"/evidence/sources/{source}") if source else None,
    )


def _claims_near(checkpoint: Checkpoint, loaded: Loaded) -> tuple[list[Claim], int]:
    """Return the claims on the family, and how many of other families or of none there are besides."""
    claims = loaded.records.claims
    if not checkpoint.family:
        return [], len(claims)
    near = [claim for claim in claims if checkpoint.family in lines.families_of(claim, loaded)]
    return near, len(claims) - len(near)


def _judged(claim: Claim, checkpoint: Checkpoint, loaded: Loaded, use: str, on: date) -> Judged:
    verdict = lines.judge(loaded, claim.id, checkpoint.id, use=use, method="", on=on)
    address = MatchFilter(use=use).address(claim=claim.id, checkpoints=[checkpoint.id])
    return Judged(claim.title, f"/evidence/claims/{claim.id}", lines.cell_of(verdict, address))


def _groups(judged: list[Judged]) -> tuple[Group, ...]:
    groups = (Group(token, said, tuple(each for each in judged if each.cell.token == token)) for token, said in GROUPS)
    return tuple(group for group in groups if group.claims)
