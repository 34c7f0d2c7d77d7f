"""What a source is: its kind, how far it was tried, the method it names, and whether it is on record."""

from collections.abc import Iterator

from app.rules.evidence.citing import cited, inputs_of, judged, nearest_for, used, verdict_of
from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.lattice import NEEDED_RUNG
from app.rules.records import ClaimRecord
from app.rules.saying import counted, listed, with_article
from app.rules.tokens import METHODS, OWN_USES, PUBLICATIONS, USES, WORDS

ANNOUNCING = ("release-note", "platform-docs")
TO_BE_VALIDATED = ("own-validation", "platform-support")
NAMED = frozenset(METHODS) - {"unspecified"}
MOST_NAMED = 3


def kinds_carry_their_use(facts: Facts) -> Iterator[Said]:
    """MT-04: what kind of source it is, and how far it was tried, bounds what it can be cited for."""
    for field, row, claim, verdict in judged(facts):
        if "kind" in verdict.limiting or "rung" in verdict.limiting:
            use = row.text("used_for")
            yield Said(
                field,
                f"{_short_of(use, claim, is_kind='kind' in verdict.limiting)} To read more into it than it shows "
                "misleads whoever plans by it.",
                "Cite it for what it is, such as background, or find a source that carries this use.",
                inputs_of(row, verdict),
            )


def _short_of(use: str, claim: ClaimRecord, *, is_kind: bool) -> str:
    if is_kind:
        kind = with_article(WORDS[claim.source.kind])
        return f"{kind} is cited as {WORDS[use]}, and a source of this kind does not carry that."
    return (
        f"This is cited as {WORDS[use]}, which needs at least “{WORDS[NEEDED_RUNG[use]]}”, and what was shown is "
        f"“{WORDS[claim.rung]}”."
    )


def publications_are_no_validation(facts: Facts) -> Iterator[Said]:
    """MT-05: no publication is a validation of this job, a quotation, or a measurement of this task."""
    for field, row, claim in used(facts):
        use = row.text("used_for")
        if use in OWN_USES and claim.source.kind in PUBLICATIONS:
            yield Said(
                field,
                f"{with_article(WORDS[claim.source.kind])} is cited as {WORDS[use]}. It reports somebody else's work "
                "and was not made for your job.",
                "Cite it for what it is, and measure or ask for a quotation instead.",
                _kind_seen(row, claim),
            )


def announcements_are_validated(facts: Facts) -> Iterator[Said]:
    """MT-08: what a release note or a platform announces still needs a validation of one's own."""
    for field, row, claim in used(facts):
        use = row.text("used_for")
        if claim.source.kind in ANNOUNCING and use in TO_BE_VALIDATED:
            yield Said(
                field,
                f"{with_article(WORDS[claim.source.kind])} is cited as {WORDS[use]}. It says what should work, and "
                "your job still needs a validation of its own.",
                "Plan that validation and say so, or mark this as background.",
                _kind_seen(row, claim),
            )


def _kind_seen(row: Answers, claim: ClaimRecord) -> dict[str, object]:
    return {"claim": claim.id, "used for": row.text("used_for"), "kind": claim.source.kind}


def evidence_names_the_method(facts: Facts) -> Iterator[Said]:
    """MT-12: evidence for a method names that method."""
    wanted = facts.answers.text("training.method")
    for field, row, claim in used(facts):
        if row.text("used_for") not in ("method", "rl-result"):
            continue
        if claim.method != "unspecified" and facts.answers.lacks("training.method"):
            yield Said(
                "training.method",
                f"Evidence for {WORDS[claim.method]} is cited, and it is not said which method you will use.",
                "Choose the training method.",
                {"claim": claim.id, "training.method": None},
                cannot_tell=True,
            )
        elif claim.method == "unspecified" or (wanted and claim.method != wanted):
            named = "names no method" if claim.method == "unspecified" else f"names {WORDS[claim.method]}"
            ours = f"your training uses {WORDS[wanted]}" if wanted in NAMED else "it is not said which one you will use"
            yield Said(
                field,
                f"The source cited here {named}, and {ours}. A result of one method says nothing about another.",
                "Cite a source that names your method, or mark this one as background.",
                {"claim": claim.id, "method": claim.method, "training.method": wanted or None},
            )


def nearer_evidence_is_cited(facts: Facts) -> Iterator[Said]:
    """MT-13: where something on record is about this very checkpoint, it is cited before what is farther away."""
    answers = facts.answers
    rows = answers.rows("evidence")
    if any("claim" in row.unreadable for row in rows):
        return
    on_hand = {row.text("claim") for row in rows}
    for field, row, claim in cited(facts):
        use = row.text("used_for")
        verdict = verdict_of(facts, use, claim) if use in USES else None
        if verdict is None or verdict.verdict == "supports":
            continue
        nearer = nearest_for(facts, use)
        if nearer and on_hand.isdisjoint(nearer):
            others = len(nearer) - 1
            more, verb = (f" and {counted(others, 'other claim')}", "are") if others else ("", "is")
            yield Said(
                field,
                f"“{nearer[0]}”{more} on record {verb} about {answers.text('checkpoint.repository')} itself and {verb} "
                f"not cited. What you cite as {WORDS[use]} is farther away and carries less.",
                f"Cite {listed([f'“{other}”' for other in nearer[:MOST_NAMED]])} as well, or in its place.",
                {**inputs_of(row, verdict), "nearer": list(nearer)},
            )


def evidence_is_on_record(facts: Facts) -> Iterator[Said]:
    """MT-14: only what is registered can be matched."""
    for field, row in facts.answers.numbered("evidence"):
        claim = row.text("claim")
        if "claim" in row.unreadable or claim in facts.registry.claims:
            continue
        yield Said(
            field,
            f"“{claim}” is not on record here, so nobody can say what it shows."
            if claim
            else "This row cites nothing: no claim is chosen.",
            "Choose a claim from the evidence registry, or ask for yours to be registered.",
            {"claim": claim or None},
        )
