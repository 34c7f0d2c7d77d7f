"""What a document cites, matched today: the verdicts that stand beside a decision and travel with a scope."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.inquiries.fields import facts_of
from app.rules.facts import Answers
from app.rules.finding import Gate
from app.rules.lattice import Verdict, match
from app.rules.records import ClaimRecord, RegistryFacts


@dataclass(frozen=True, slots=True)
class Cited:
    """One row of evidence with its verdict; both are None where the claim is not on record or no use is named."""

    claim: str
    used_for: str
    record: ClaimRecord | None
    verdict: Verdict | None

    def as_json(self) -> dict[str, Any]:
        """Return what is kept with the decision."""
        plain = {"claim": self.claim, "used_for": self.used_for}
        return {**plain, **(self.verdict.as_json() if self.verdict else {"verdict": "cannot-tell", "axes": []})}


def cited(document: Mapping[str, Any], registry: RegistryFacts, today: date) -> tuple[Cited, ...]:
    """Return every row of evidence with what may be concluded from it on that day."""
    answers = facts_of(document, gate=Gate.COMMIT, today=today, registry=registry).answers
    return tuple(_cited(answers, row, registry, today) for _, row in answers.numbered("evidence"))


def _cited(answers: Answers, row: Answers, registry: RegistryFacts, today: date) -> Cited:
    claim, use = row.text("claim"), row.text("used_for")
    record = registry.claims.get(claim)
    if record is None or not use:
        return Cited(claim, use, record, None)
    verdict = match(
        registry,
        claim,
        answers.text("checkpoint.repository"),
        revision=answers.text("checkpoint.revision"),
        use=use,
        method=answers.text("training.method"),
        on=today,
    )
    return Cited(claim, use, record, verdict)
