"""Evidence matching: what is cited may be cited for that. No rule names a model; all follows from the records."""

from collections.abc import Iterator

from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.lattice import Verdict, match
from app.rules.records import ClaimRecord
from app.rules.tokens import IDENTITY_AXES, OWN_USES, PUBLICATIONS, WORDS

Cited = tuple[str, Answers, ClaimRecord]


def evidence_is_for_this_checkpoint(facts: Facts) -> Iterator[Said]:
    """MT-01: evidence about another checkpoint is background, whatever it shows."""
    for field, row, claim in _used(facts):
        verdict = _verdict(facts, row, claim)
        if verdict is None or verdict.verdict == "cannot-tell":
            yield _cannot_match(facts, field, row)
        elif verdict.verdict != "supports" and any(axis in IDENTITY_AXES for axis in verdict.limiting):
            yield Said(
                field,
                verdict.sentence,
                "Mark it as background, or cite evidence on your own checkpoint.",
                _inputs(row, verdict),
            )


def sibling_results_stay_home(facts: Facts) -> Iterator[Said]:
    """MT-02: what a sibling of another size or architecture reached, or a number for an own use, stays at home."""
    for field, row, claim in _used(facts):
        verdict = _verdict(facts, row, claim)
        if verdict is None or verdict.verdict == "cannot-tell":
            continue
        sibling = "family" not in verdict.axes and {"size", "architecture"} & set(verdict.differing)
        if sibling or ("use" in verdict.axes and row.text("used_for") in OWN_USES):
            yield Said(
                field,
                f"{verdict.sentence} What a sibling reached, in quality, length or capacity, says nothing about yours.",
                "Remove it from the evidence, or mark it as background.",
                _inputs(row, verdict),
            )


def publications_are_no_validation(facts: Facts) -> Iterator[Said]:
    """MT-05: no publication is a validation of this job, a quotation, or a measurement of this task."""
    for field, row, claim in _used(facts):
        use = row.text("used_for")
        if use in OWN_USES and claim.source.kind in PUBLICATIONS:
            yield Said(
                field,
                f"A {WORDS[claim.source.kind]} is cited as {WORDS[use]}. It reports somebody else's work and was "
                "not made for your job.",
                "Cite it for what it is, and measure or ask for a quotation instead.",
                {"claim": claim.id, "used for": use, "kind": claim.source.kind},
            )


def numbers_are_the_customers_own(facts: Facts) -> Iterator[Said]:
    """MT-09: a published value is not a measurement of the customer's own."""
    answers = facts.answers
    for name, what in (("environment.sequence_length_source", "sequence length"), ("baseline.cost_source", "cost")):
        if answers.text(name) == "published":
            yield Said(
                name,
                f"The {what} is a published value. It was measured by others, on their task and hardware.",
                "Measure it on your own runs, or call it an assumption.",
                seen(answers, name),
            )
    sources = answers.part("budget.sources")
    lines = [line for line in sources.values if sources.text(line) == "published"]
    if lines:
        yield Said(
            "budget.sources",
            f"Published values stand in your budget, for {', '.join(sorted(lines))}. They are not your costs.",
            "Measure them, ask for a quotation, or call them assumptions.",
            seen(answers, "budget.sources"),
        )


def evidence_names_the_method(facts: Facts) -> Iterator[Said]:
    """MT-12: evidence for a method names that method."""
    wanted = facts.answers.text("training.method")
    for field, row, claim in _used(facts):
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
            yield Said(
                field,
                f"The source cited here {named}, and your training uses {WORDS.get(wanted, 'a method of its own')}. "
                "A result of one method says nothing about another.",
                "Cite a source that names your method, or mark this one as background.",
                {"claim": claim.id, "method": claim.method, "training.method": wanted or None},
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


def _used(facts: Facts) -> Iterator[Cited]:
    """Each registered claim that is cited for more than background, with its row's field id."""
    for field, row in facts.answers.numbered("evidence"):
        claim = facts.registry.claims.get(row.text("claim"))
        if claim is not None and row.text("used_for") not in ("", "background"):
            yield field, row, claim


def _verdict(facts: Facts, row: Answers, claim: ClaimRecord) -> Verdict | None:
    repository = facts.answers.text("checkpoint.repository")
    if not repository:
        return None
    return match(
        facts.registry,
        claim.id,
        repository,
        revision=facts.answers.text("checkpoint.revision"),
        use=row.text("used_for"),
        method=facts.answers.text("training.method"),
        on=facts.today,
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


def _inputs(row: Answers, verdict: Verdict) -> dict[str, object]:
    return {
        "claim": row.text("claim"),
        "used for": row.text("used_for"),
        "verdict": verdict.verdict,
        "axes": list(verdict.axes),
    }
