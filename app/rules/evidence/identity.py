"""Evidence about another checkpoint: what it is cited for, and how far it carries. All follows from the records."""

from collections.abc import Iterator

from app.rules.evidence.citing import inputs_of, judged, named, used, verdict_of, within_one_family
from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.saying import listed
from app.rules.tokens import IDENTITY_AXES, OWN_USES, WORDS

ANOTHER_SIBLING = frozenset({"size", "architecture"})
ANOTHER_MODEL = ("family", "version", "architecture", "size")


def evidence_is_for_this_checkpoint(facts: Facts) -> Iterator[Said]:
    """MT-01: evidence about another checkpoint is background, whatever it shows."""
    for field, row, claim in used(facts):
        verdict = verdict_of(facts, row.text("used_for"), claim)
        if verdict is None:
            if "checkpoint.repository" not in facts.answers.unreadable:
                yield _cannot_match(facts, field, row)
        elif verdict.verdict != "supports" and any(axis in IDENTITY_AXES for axis in verdict.limiting):
            yield Said(
                field,
                f"{verdict.sentence} What was seen on one checkpoint need not hold for another.",
                "Mark it as background, or cite evidence on your own checkpoint.",
                inputs_of(row, verdict),
            )


def _cannot_match(facts: Facts, field: str, row: Answers) -> Said:
    repository = facts.answers.text("checkpoint.repository")
    about = f"nothing is on record about {repository}" if repository else "no checkpoint is named"
    return Said(
        field,
        f"This evidence cannot be matched, as {about}.",
        "Name a checkpoint that is on record, or mark the evidence as background.",
        {"claim": row.text("claim"), "used for": row.text("used_for"), "checkpoint.repository": repository or None},
        cannot_tell=True,
    )


def sibling_results_stay_home(facts: Facts) -> Iterator[Said]:
    """MT-02: what a sibling of another size or architecture reached, or a number for an own use, stays at home."""
    for field, row, _, verdict in judged(facts):
        is_sibling = within_one_family(verdict) and not ANOTHER_SIBLING.isdisjoint(verdict.differing)
        if is_sibling or ("use" in verdict.axes and row.text("used_for") in OWN_USES):
            why = (
                "What a sibling reached, in quality, length or capacity, says nothing about yours."
                if is_sibling
                else "What others reached, in quality, length or capacity, says nothing about your task."
            )
            yield Said(
                field,
                f"{verdict.sentence} {why}",
                "Remove it from the evidence, or mark it as background.",
                inputs_of(row, verdict),
            )


def versions_are_not_mixed(facts: Facts) -> Iterator[Said]:
    """MT-03: what holds for one version of a model is background for another."""
    for field, row, claim, verdict in judged(facts):
        is_other_version = "version" in verdict.differing and ANOTHER_SIBLING.isdisjoint(verdict.differing)
        if is_other_version and within_one_family(verdict):
            yield Said(
                field,
                f"{named(claim)} is about another version of this model, not about "
                f"{facts.answers.text('checkpoint.repository')}. What one version reached or needed may not hold for "
                "the next.",
                "Mark it as background, or cite evidence on your own version.",
                inputs_of(row, verdict),
            )


def cards_vouch_for_their_own(facts: Facts) -> Iterator[Said]:
    """MT-07: a model card speaks for the checkpoint that it was written for, and for no other."""
    for field, row, claim, verdict in judged(facts):
        if claim.source.kind == "model-card" and verdict.differing:
            yield Said(
                field,
                f"{named(claim)} is the card of another checkpoint: {_differ(verdict.differing)} from yours. A card "
                "speaks for its own checkpoint only.",
                "Narrow it to background, or cite the card of your own checkpoint.",
                inputs_of(row, verdict),
            )


def guides_are_for_their_own_model(facts: Facts) -> Iterator[Said]:
    """MT-10: a guide for another model with the name changed is no test."""
    for field, row, claim, verdict in judged(facts):
        broken = tuple(axis for axis in verdict.differing if axis in ANOTHER_MODEL)
        is_followed = row.text("used_for") in ("recipe", "compatibility-start")
        if claim.source.kind == "implementation-guide" and is_followed and broken:
            yield Said(
                field,
                f"{named(claim)} was written for another model: {_differ(broken)} from yours. To change the model's "
                "name in it is not a test.",
                "Run it on your own checkpoint at the pinned versions and say what you saw, or mark it as background.",
                inputs_of(row, verdict),
            )


def _differ(axes: tuple[str, ...]) -> str:
    """Say what differs; that the repository does goes without saying where anything else does."""
    words = [WORDS[axis] for axis in axes if axis != "repository"] or [WORDS["repository"]]
    return f"its {listed(words)} {'differs' if len(words) == 1 else 'differ'}"
