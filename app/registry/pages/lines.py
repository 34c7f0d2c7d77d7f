"""What lists and pages have in common: one line for a claim, one cell for a verdict, and the choices of filters."""

from dataclasses import dataclass
from datetime import date

from app.registry.fields import Checkpoint, Claim, Records
from app.registry.pages import words
from app.registry.queries import Loaded
from app.rules.lattice import Verdict, match
from app.rules.tokens import IDENTITY_AXES, KINDS, METHODS, RUNGS, USES, WORDS

Choices = tuple[tuple[str, str], ...]

USE_CHOICES: Choices = tuple((each, words.said(each)) for each in USES)
METHOD_CHOICES: Choices = tuple((each, WORDS[each]) for each in METHODS if each != "unspecified")
RUNG_CHOICES: Choices = tuple((each, words.said(each)) for each in RUNGS)
CONFIRMATION_CHOICES: Choices = tuple((each, said.capitalize()) for each, said in words.CONFIRMED_BRIEFLY.items())
BRIEFLY = {
    "supports": "Supports",
    "contradicts": "Contradicted",
    "background-only": "Background",
    "does-not-transfer": "No",
    "cannot-tell": "Cannot tell",
}


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead somewhere."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claim in a list: what it says, what it does not show, and how well it stands."""

    id: str
    title: str
    statement: str
    does_not_establish: str
    kind: str
    publisher: str
    rung: str
    confirmation: str
    is_doubtful: bool
    place: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One verdict: a token for its shape, its words, and what decided."""

    token: str
    words: str
    brief: str
    axis: str
    sentence: str
    would_change: str
    address: str
    doubt: str
    stale: bool


def claim_line(claim: Claim, loaded: Loaded) -> ClaimLine:
    """Return a claim as a list shows it."""
    source = loaded.sources[claim.source]
    confirmation = words.confirmation_of(claim, source)
    return ClaimLine(
        id=claim.id,
        title=claim.title,
        statement=claim.statement,
        does_not_establish=claim.does_not_establish,
        kind=words.said(source.kind),
        publisher=source.publisher or "publisher not stated",
        rung=WORDS[claim.rung],
        confirmation=words.CONFIRMED_BRIEFLY[confirmation],
        is_doubtful=confirmation != "confirmed",
        place=words.place_of(on_page=claim.on_page),
        about=tuple(target.checkpoint for target in claim.targets),
    )


def families_of(claim: Claim, loaded: Loaded) -> frozenset[str]:
    """Return the families of the checkpoints that a claim is about; none where it is about no checkpoint."""
    families = frozenset(loaded.checkpoints[target.checkpoint].family for target in claim.targets)
    return families - {""}


def family_choices(records: Records) -> Choices:
    """Return the families on record."""
    families = sorted({checkpoint.family for checkpoint in records.checkpoints if checkpoint.family})
    return tuple((family, words.family_of(family)) for family in families)


def kind_choices(records: Records) -> Choices:
    """Return the kinds of source that are on record, in the order of the rules."""
    there = {source.kind for source in records.sources}
    return tuple((kind, words.said(kind)) for kind in KINDS if kind in there)


def checkpoint_address(checkpoint_id: str) -> str:
    """Return the address of a checkpoint's page."""
    return f"/evidence/checkpoints/{checkpoint_id}"


def checkpoint_link(checkpoint: Checkpoint) -> Link:
    """Return a link to a checkpoint's page."""
    return Link(words.name_of(checkpoint), checkpoint_address(checkpoint.id))


def judge(  # noqa: PLR0913  the parts of one question
    loaded: Loaded, claim: str, checkpoint: str, *, use: str, method: str, on: date
) -> Verdict:
    """Ask the lattice; a checkpoint may carry `@` and a revision."""
    repository, _, revision = checkpoint.partition("@")
    return match(loaded.facts, claim, repository, revision=revision, use=use, method=method, on=on)


def cell_of(verdict: Verdict, address: str) -> Cell:
    """Return a verdict as a matrix shows it."""
    return Cell(
        token=verdict.verdict,
        words=WORDS[verdict.verdict],
        brief=BRIEFLY[verdict.verdict],
        axis=deciding_axes(verdict),
        sentence=verdict.sentence,
        would_change=verdict.would_change,
        address=address,
        doubt="" if verdict.confirmation == "confirmed" else words.CONFIRMED_BRIEFLY[verdict.confirmation],
        stale=verdict.stale,
    )


def deciding_axes(verdict: Verdict) -> str:
    """Name what decided, in a few words.

    Another family says all there is to say, and another repository says nothing beside a nearer reason. Where nothing
    differs and something is not stated, that is what decided.
    """
    stated = [axis for axis in IDENTITY_AXES if axis in verdict.decisive and axis in verdict.differing]
    others = [axis for axis in verdict.decisive if axis not in IDENTITY_AXES]
    if "family" in stated:
        return "family"
    named = [axis for axis in stated if axis != "repository" or len(stated) == 1] + others
    if named or not verdict.decisive:
        return ", ".join(named)
    return f"{verdict.decisive[-1]} not stated"
