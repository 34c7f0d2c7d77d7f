"""The evidence that a document cites, as lines with a verdict each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.infra.web import day
from app.reviews.service import Cited
from app.rules.tokens import WORDS


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """One cited claim: the verdict, where it stands in the registry, and why."""

    token: str
    verdict: str
    title: str
    href: str
    used_for: str
    sentence: str
    reviewed: str


def evidence_lines(cited: Sequence[Cited], *, now: datetime) -> tuple[EvidenceLine, ...]:
    """Return one line for each row of evidence, in its order."""
    return tuple(_line(one, now) for one in cited)


def _line(one: Cited, now: datetime) -> EvidenceLine:
    token = one.verdict.verdict if one.verdict else "cannot-tell"
    record = one.record
    return EvidenceLine(
        token=token,
        verdict=_capital(WORDS[token]),
        title=record.source.title or record.id if record else one.claim or "A row without a claim",
        href=f"/evidence/claims/{record.id}" if record else "",
        used_for=WORDS.get(one.used_for, one.used_for) or "no use named",
        sentence=one.verdict.sentence if one.verdict else "This row cannot be matched.",
        reviewed=_reviewed(one, now),
    )


def _reviewed(one: Cited, now: datetime) -> str:
    on = one.record.source.reviewed_on if one.record else None
    if on is None:
        return ""
    days = (now.date() - on).days
    return f"Reviewed {day(on)}, {'1 day' if days == 1 else f'{days} days'} ago."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
