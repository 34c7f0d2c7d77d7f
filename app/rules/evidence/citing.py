"""What the rows of evidence cite, and how far each of them carries; asked by every rule of this item."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from app.rules.facts import Answers, Facts
from app.rules.lattice import Verdict, match
from app.rules.records import ClaimRecord, RegistryFacts
from app.rules.tokens import USES

Cited = tuple[str, Answers, ClaimRecord]
Judged = tuple[str, Answers, ClaimRecord, Verdict]

MORE_THAN_BACKGROUND = frozenset(USES) - {"background"}
MOST_KEPT = 4096
LONGEST_REVISION = 64  # of what is kept; a longer text is no commit and equals none


def _nearest(registry: RegistryFacts, repository: str, **asked: Any) -> tuple[str, ...]:  # noqa: ANN401  passed on
    about = registry.about.get(repository, ())
    return tuple(
        claim.id
        for claim in about
        if not claim.superseded_by and match(registry, claim.id, repository, **asked).verdict == "supports"
    )


_matched = lru_cache(MOST_KEPT)(match)  # the same question always has the same answer
_nearest_kept = lru_cache(MOST_KEPT)(_nearest)


def cited(facts: Facts) -> Sequence[Cited]:
    """Each registered claim that is cited, with its row and the row's field id."""
    return facts.once(_cited)


def used(facts: Facts) -> Sequence[Cited]:
    """Each of them that is cited for more than background."""
    return facts.once(_used)


def judged(facts: Facts) -> Sequence[Judged]:
    """Each claim that is cited for more than background, with its verdict where there can be one."""
    return facts.once(_judged)


def _cited(facts: Facts) -> Sequence[Cited]:
    claims = facts.registry.claims
    rows = ((field, row, claims.get(row.text("claim"))) for field, row in facts.answers.numbered("evidence"))
    return [(field, row, claim) for field, row, claim in rows if claim is not None]


def _used(facts: Facts) -> Sequence[Cited]:
    return [one for one in cited(facts) if one[1].text("used_for") in MORE_THAN_BACKGROUND]


def _judged(facts: Facts) -> Sequence[Judged]:
    verdicts = ((one, verdict_of(facts, one[1].text("used_for"), one[2])) for one in used(facts))
    return [(*one, verdict) for one, verdict in verdicts if verdict is not None]


def verdict_of(facts: Facts, use: str, claim: ClaimRecord) -> Verdict | None:
    """Say how far the claim carries for the checkpoint of the inquiry; None where that is not on record."""
    repository = facts.answers.text("checkpoint.repository")
    if facts.registry.checkpoint(repository) is None:
        return None
    return _matched(facts.registry, claim.id, repository, use=use, **facts.once(_asked))


def nearest_for(facts: Facts, use: str) -> tuple[str, ...]:
    """Return the claims that list the very checkpoint of the inquiry, which is on record, and support this use."""
    return _nearest_kept(facts.registry, facts.answers.text("checkpoint.repository"), use=use, **facts.once(_asked))


def _asked(facts: Facts) -> dict[str, Any]:
    return {
        "revision": facts.answers.text("checkpoint.revision")[:LONGEST_REVISION],
        "method": facts.answers.text("training.method"),
        "on": facts.today,
    }


def within_one_family(verdict: Verdict) -> bool:
    """Whether both are known to be of one family."""
    return "family" not in verdict.axes


def named(claim: ClaimRecord) -> str:
    """Return the source by its title, to begin a sentence with."""
    return f"“{claim.source.title}”" if claim.source.title else "The source cited here"


def inputs_of(row: Answers, verdict: Verdict) -> dict[str, object]:
    """Return what a verdict was made of, for the finding."""
    return {
        "claim": row.text("claim"),
        "used for": row.text("used_for"),
        "verdict": verdict.verdict,
        "axes": list(verdict.axes),
    }
