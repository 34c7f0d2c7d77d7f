"""One cell of the matrix with its reasons: a claim, a checkpoint, a use."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.registry.fields import Claim
from app.registry.forms import MatchFilter
from app.registry.pages import lines, words
from app.registry.pages.claim import find_claim
from app.registry.pages.lines import Cell, Link
from app.registry.queries import Loaded, load_records
from app.rules.lattice import Verdict
from app.rules.tokens import METHODS, USES, WORDS

STALE = "The source is past its review date, or has changed, or is superseded: look at it again before you rely on it."
REASONS = {
    "use": "this evidence does not carry this use",
    "kind": "this kind of source does not carry this use",
    "rung": "it was not tried far enough for this use",
    "method": "it names another method, or none",
}


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis that broke."""

    words: str
    meaning: str
    decides: bool


@dataclass(frozen=True, slots=True)
class VerdictPage:
    """The verdict in full."""

    claim: Link
    checkpoint: str
    checkpoint_address: str
    use_words: str
    method_words: str
    statement: str
    does_not_establish: str
    cell: Cell
    axes: tuple[Axis, ...]
    confirmation: str
    is_doubtful: bool
    stale: str
    against: tuple[Link, ...]
    matrix: str


def verdict_page(db: Session, _person: Person, asked: MatchFilter, *, on: date) -> VerdictPage:
    """Return one verdict, with everything that stands behind it."""
    loaded = load_records(db)
    claim = find_claim(loaded, asked.claim)
    if asked.use not in USES or asked.method not in ("", *METHODS) or len(asked.checkpoints) != 1:
        raise NotFoundError("A verdict is about one claim, one checkpoint and one use of the list.")
    return _page(claim, asked, loaded, on)


def _page(claim: Claim, asked: MatchFilter, loaded: Loaded, on: date) -> VerdictPage:
    checkpoint = asked.checkpoints[0]
    verdict = lines.judge(loaded, claim.id, checkpoint, use=asked.use, method=asked.method, on=on)
    is_known = checkpoint.partition("@")[0] in loaded.facts.checkpoints
    return VerdictPage(
        claim=Link(claim.title, f"/evidence/claims/{claim.id}"),
        checkpoint=checkpoint,
        checkpoint_address=lines.checkpoint_address(checkpoint.partition("@")[0]) if is_known else "",
        use_words=WORDS[asked.use],
        method_words=WORDS[asked.method] if asked.method else "",
        statement=claim.statement,
        does_not_establish=claim.does_not_establish,
        cell=lines.cell_of(verdict, ""),
        axes=tuple(_axis(axis, verdict) for axis in verdict.axes),
        confirmation=words.CONFIRMED[verdict.confirmation],
        is_doubtful=verdict.confirmation != "confirmed",
        stale=STALE if verdict.stale else "",
        against=tuple(_claim_link(loaded, other) for other in verdict.against),
        matrix=asked.address(checkpoints=()),
    )


def _axis(axis: str, verdict: Verdict) -> Axis:
    differs = "not the same" if axis in verdict.differing else "not stated on both sides"
    return Axis(axis.capitalize(), REASONS.get(axis, differs), axis in verdict.decisive)


def _claim_link(loaded: Loaded, claim_id: str) -> Link:
    return Link(find_claim(loaded, claim_id).title, f"/evidence/claims/{claim_id}")
