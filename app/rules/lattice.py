"""The transfer lattice: may this claim be used for that checkpoint, for that purpose, and if not, what breaks?

Source: the registry's design, "Verdict". Pure: the same records, in whatever order, give the same verdict.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import Any

from app.rules.identity import Break, breaks
from app.rules.records import CheckpointRecord, ClaimRecord, RegistryFacts, Target
from app.rules.tokens import AXES, IDENTITY_AXES, KINDS, METHODS, OWN_USES, RUNGS, USES, WORDS
from app.rules.verdict_words import sentence_of, would_change_of

__all__ = ["AXES", "IDENTITY_AXES", "KINDS", "METHODS", "RUNGS", "USES", "WORDS", "Verdict", "match"]


class Level(IntEnum):
    """The verdicts in order; the lowest of several wins."""

    NO = 0
    BACKGROUND = 1
    CONTRADICTS = 2
    SUPPORTS = 3


NAMES = {
    Level.NO: "does-not-transfer",
    Level.BACKGROUND: "background-only",
    Level.CONTRADICTS: "contradicts",
    Level.SUPPORTS: "supports",
}

CEILING = {
    "vendor-report": ("development-process", "method", "capability"),
    "release-note": ("development-process", "method", "capability"),
    "model-card": ("development-process", "method", "capability", "licence"),
    "preprint": ("method", "rl-result"),
    "implementation-guide": ("compatibility-start", "recipe"),
    "framework-docs": ("compatibility-start", "recipe"),
    "framework-code": ("compatibility-start", "recipe"),
    "platform-docs": ("platform-support",),
    "issue-thread": (),
    "own-validation": ("own-validation", "compatibility-start", "recipe", "rl-result", "method", "capability"),
}
NEEDED_RUNG = {"rl-result": "converged", "recipe": "converged", "compatibility-start": "registered"}
CARRIED_BY_COPIES = ("background", "development-process", "method", "capability")
STALE_STATES = ("changed", "unreachable", "expired", "superseded")


@dataclass(frozen=True, slots=True)
class Limit:
    """One reason why the verdict cannot be higher than a level."""

    axis: str
    level: Level
    evidence: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer: a verdict, the axes that broke (nearest first), and what would change it.

    Of the axes, `decisive` are those that set the verdict, `limiting` those that alone would keep it from `supports`,
    and `differing` those on which both sides state a value and not the same one.
    """

    verdict: str
    axes: tuple[str, ...]
    decisive: tuple[str, ...]
    stale: bool
    confirmation: str
    sentence: str
    would_change: str
    limiting: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    against: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the object of the contract, made of JSON values only."""
        return {
            "verdict": self.verdict,
            "axes": list(self.axes),
            "stale": self.stale,
            "confirmation": self.confirmation,
            "sentence": self.sentence,
            "would_change": self.would_change,
            "against": list(self.against),
        }


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of a claim: a checkpoint on record, a use, perhaps a revision and a method, on a day."""

    registry: RegistryFacts
    asked: CheckpointRecord
    use: str
    on: date
    revision: str = ""
    method: str = ""


def match(  # noqa: PLR0913  the parts of one question, all of them keywords but the first three
    registry: RegistryFacts,
    claim_id: str,
    repository: str,
    *,
    use: str,
    on: date,
    revision: str = "",
    method: str = "",
) -> Verdict:
    """Judge one claim for one checkpoint and one use.

    Raises:
        KeyError: no such claim is on record.
    """
    claim = registry.claims[claim_id]
    asked = registry.checkpoint(repository)
    if asked is None:
        return _unknown(claim, repository, on)
    question = _Question(registry, asked, use, on, revision, method)
    limits = _limits(claim, question)
    against = _opponents(claim, question)
    if against:
        limits = (*(limit for limit in limits if not _is_own_advice(limit, claim)), Limit("", Level.CONTRADICTS))
    return _verdict(claim, question, limits, against)


def _verdict(claim: ClaimRecord, question: _Question, limits: tuple[Limit, ...], against: tuple[str, ...]) -> Verdict:
    level = _lowest(limits)
    name = NAMES[level]
    named = _nearest_first(limit for limit in limits if limit.axis)
    decisive = tuple(limit for limit in named if limit.level is level)
    axes = tuple(limit.axis for limit in decisive)
    reasons = [(limit.axis, limit.evidence, limit.asked) for limit in decisive]
    return Verdict(
        verdict=name,
        axes=tuple(limit.axis for limit in named),
        decisive=axes,
        stale=_is_stale(claim, question.on),
        confirmation=claim.confirmed_as,
        sentence=sentence_of(name, question.asked, question.use, reasons, against),
        would_change=would_change_of(name, question.asked, question.use, axes),
        limiting=tuple(limit.axis for limit in named if limit.level < Level.SUPPORTS),
        differing=tuple(x.axis for x in named if x.axis in IDENTITY_AXES and x.evidence and x.asked),
        against=against if level is Level.CONTRADICTS else (),
    )


def _limits(claim: ClaimRecord, question: _Question) -> tuple[Limit, ...]:
    identity = () if _is_bridged(claim, question) else _best_identity(claim, question)
    return (
        *identity,
        *_use_limits(claim, question.use),
        *_rung_limit(claim, question.use),
        *_method_limit(claim, question.use, question.method),
    )


def _best_identity(claim: ClaimRecord, question: _Question) -> tuple[Limit, ...]:
    """Judge each checkpoint that the claim is about; the best stands, whatever the order."""
    compared = (
        breaks(target, question.asked, question.revision, question.registry)
        for target in claim.targets or (Target(""),)
    )
    judged = [tuple(_identity_limit(found, question.use, every) for found in every) for every in compared]
    return max(judged, key=lambda limits: (_lowest(limits), -len(limits), sorted((x.axis, x.evidence) for x in limits)))


def _lowest(limits: tuple[Limit, ...]) -> Level:
    return min((limit.level for limit in limits), default=Level.SUPPORTS)


def _identity_limit(found: Break, use: str, all_breaks: tuple[Break, ...]) -> Limit:
    return Limit(found.axis, _identity_level(found, use, all_breaks), found.evidence, found.asked)


def _identity_level(found: Break, use: str, all_breaks: tuple[Break, ...]) -> Level:
    if not found.differs:
        return Level.BACKGROUND
    if found.axis == "family":
        return Level.NO
    if found.axis in ("architecture", "stage", "size"):
        same_family = all(other.axis != "family" for other in all_breaks)
        return Level.BACKGROUND if use == "background" and same_family else Level.NO
    if found.axis == "version":
        return Level.BACKGROUND
    return Level.SUPPORTS if use in CARRIED_BY_COPIES else Level.BACKGROUND


def _use_limits(claim: ClaimRecord, use: str) -> Iterator[Limit]:
    kind = claim.source.kind
    if use in OWN_USES and not (use == kind == "own-validation"):
        yield Limit("use", Level.NO)
    elif use != "background" and use not in CEILING[kind]:
        yield Limit("kind", Level.BACKGROUND, evidence=kind)
    if claim.stance == "against" and claim.stance_use == use:
        yield Limit("use", Level.BACKGROUND, evidence="against")


def _is_own_advice(limit: Limit, claim: ClaimRecord) -> bool:
    return claim.stance == "against" and limit.axis == "use" and limit.evidence == "against"


def _rung_limit(claim: ClaimRecord, use: str) -> Iterator[Limit]:
    needed = NEEDED_RUNG.get(use)
    if needed and RUNGS.index(claim.rung) < RUNGS.index(needed):
        yield Limit("rung", Level.BACKGROUND, evidence=claim.rung, asked=needed)


def _method_limit(claim: ClaimRecord, use: str, method: str) -> Iterator[Limit]:
    if use not in ("method", "rl-result"):
        return
    if claim.method == "unspecified" or (method and method != claim.method):
        yield Limit("method", Level.NO, evidence=claim.method, asked=method)


def _is_bridged(claim: ClaimRecord, question: _Question) -> bool:
    return any(
        bridge.claim == claim.id
        and bridge.checkpoint == question.asked.repository
        and question.use in bridge.uses
        and question.on <= bridge.expires_on
        for bridge in question.registry.bridges
    )


def _opponents(claim: ClaimRecord, question: _Question) -> tuple[str, ...]:
    """Return the claims that list this very checkpoint and take the opposite stance on this very use."""
    if all(target.checkpoint != question.asked.id for target in claim.targets):
        return ()
    others = question.registry.about.get(question.asked.id, ())
    return tuple(other.id for other in others if other.stance != claim.stance and _disagree(claim, other, question))


def _disagree(claim: ClaimRecord, other: ClaimRecord, question: _Question) -> bool:
    advice, praise = (claim, other) if claim.stance == "against" else (other, claim)
    if other.superseded_by or advice.stance_use != question.use:
        return False
    return _lowest(_limits(praise, question)) is Level.SUPPORTS


def _is_stale(claim: ClaimRecord, on: date) -> bool:
    source = claim.source
    overdue = source.review_by is not None and on > source.review_by
    return overdue or source.state in STALE_STATES or bool(claim.superseded_by)


def _nearest_first(limits: Iterator[Limit]) -> tuple[Limit, ...]:
    """Name each axis once, by its lowest limit, in the order of the axes."""
    lowest: dict[str, Limit] = {}
    for limit in limits:
        if limit.axis not in lowest or limit.level < lowest[limit.axis].level:
            lowest[limit.axis] = limit
    return tuple(sorted(lowest.values(), key=lambda limit: AXES.index(limit.axis)))


def _unknown(claim: ClaimRecord, repository: str, on: date) -> Verdict:
    return Verdict(
        verdict="cannot-tell",
        axes=("repository",),
        decisive=("repository",),
        stale=_is_stale(claim, on),
        confirmation=claim.confirmed_as,
        sentence=f"Nothing is on record here about {repository}, so this claim cannot be matched to it.",
        would_change="A record of this checkpoint in the registry.",
    )
