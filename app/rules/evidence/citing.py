"""What the rows of evidence cite, and how far each of them carries; asked by every rule of this item."""

from collections.abc import Iterator
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


def cited(facts: Facts) -> Iterator[Cited]:
    """Each registered claim that is cited, with its row and the row's field id."""
    claims = facts.registry.claims
    for field, row in facts.answers.numbered("evidence"):
        claim = claims.get(row.text("claim"))
        if claim is not None:
            yield field, row, claim


def used(facts: Facts) -> Iterator[Cited]:
    """Each of them that is cited for more than background."""
    for field, row, claim in cited(facts):
        if row.text("used_for") in MORE_THAN_BACKGROUND:
            yield field, row, claim


def judged(facts: Facts) -> Iterator[Judged]:
    """Each claim that is cited for more than background, with its verdict where there can be one."""
    for field, row, claim in used(facts):
        verdict = verdict_of(facts, row.text("used_for"), claim)
        if verdict is not None:
            yield field, row, claim, verdict


def verdict_of(facts: Facts, use: str, claim: ClaimRecord) -> Verdict | None:
    """Say how far the claim carries for the checkpoint of the inquiry; None where that is not on record."""
    repository = facts.answers.text("checkpoint.repository")
    if facts.registry.checkpoint(repository) is None:
        return None
    return _matched(facts.registry, claim.id, repository, use=use, **_asked(facts))


def nearest_for(facts: Facts, use: str) -> tuple[str, ...]:
    """Return the claims that list the very checkpoint of the inquiry, which is on record, and support this use."""
    return _nearest_kept(facts.registry, facts.answers.text("checkpoint.repository"), use=use, **_asked(facts))


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
