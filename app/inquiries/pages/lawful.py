"""The rules that moved on under a draft, in words."""

from dataclasses import dataclass

from app.inquiries.pages.words import ITEM_TITLES
from app.inquiries.queries import Law
from app.inquiries.service import RuleChange, law_changes
from app.inquiries.service.laws import BEGINS, DECIDES, GONE, NEW, READS, WEIGHS

WEIGHTS = {
    "block": "blocks submission",
    "promise": "needs an answer or a promise",
    "warn": "warns",
    "note": "is a note",
}
SAID = {
    NEW: "is new and {weight}",
    GONE: "is not asked any more",
    WEIGHS: "weighs differently and now {weight}",
    READS: "looks at other answers than before",
    DECIDES: "decides otherwise than before",
    BEGINS: "was not checked before, or is not any more",
}


@dataclass(frozen=True, slots=True)
class LawNews:
    """How many requirements changed, between which rules, and each of them."""

    headline: str
    versions: str
    lines: tuple[str, ...]


def law_news(law: Law) -> LawNews:
    """Say what changed between the rules that a draft has seen and today's."""
    change = law_changes(law)
    return LawNews(
        headline=counted(len(change.rules)),
        versions=f"Rule set {change.before} became {change.after}.",
        lines=tuple(map(_line, change.rules)),
    )


def counted(count: int) -> str:
    """Return `1 requirement changed`, or the like."""
    if not count:
        return "The rules were reworked; no requirement changed"
    return "1 requirement changed" if count == 1 else f"{count} requirements changed"


def _line(change: RuleChange) -> str:
    said = SAID[change.what].format(weight=WEIGHTS.get(change.weight, change.weight))
    return f"Rule {change.rule} ({ITEM_TITLES[change.item].lower()}) {said}."
