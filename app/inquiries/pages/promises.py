"""Promises as both sides read them: for what, who answers for it, by when, and whether it was kept."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from app.inquiries.pages.words import ITEM_TITLES
from app.rules.promises import Commitment, Kept

WORDS = {
    Kept.KEPT: ("done", "Kept"),
    Kept.WAIVED: ("waived", "Waived"),
    Kept.CANNOT_TELL: ("cannot-tell", "Cannot tell yet"),
}
OWED = {
    Kept.OPEN: ("is still owed", "are still owed"),
    Kept.WAIVED: ("is waived", "are waived"),
    Kept.CANNOT_TELL: ("cannot be told yet", "cannot be told yet"),
}


@dataclass(frozen=True, slots=True)
class PromiseLine:
    """One promise; `owed` says in words what keeps it from being kept."""

    title: str
    owner: str
    due: date | None
    mark: str
    words: str
    owed: tuple[str, ...]
    owed_words: str


def promise_lines(commitments: Iterable[Commitment], today: date) -> tuple[PromiseLine, ...]:
    """Return one line for each promise, in its order."""
    return tuple(_line(one, today) for one in commitments)


def _line(one: Commitment, today: date) -> PromiseLine:
    mark, words = WORDS.get(one.kept) or _not_kept(one.days_left(today))
    owed = () if one.kept is Kept.KEPT else tuple(dict.fromkeys(finding.headline for finding in one.owed))
    return PromiseLine(ITEM_TITLES[one.item], one.owner, one.due, mark, words, owed, _owed_words(one.kept, len(owed)))


def _owed_words(kept: Kept, count: int) -> str:
    """Say how much stands in the way; what is waived or in doubt beside what is open is counted with it."""
    single, several = OWED.get(kept, OWED[Kept.OPEN])
    return "" if not count else f"1 thing {single}" if count == 1 else f"{count} things {several}"


def _not_kept(days_left: int | None) -> tuple[str, str]:
    if days_left is None:
        return ("promise", "Not kept yet")
    if days_left < 0:
        return ("block", f"Not kept, {_days(-days_left)} late")
    return ("promised", f"Not kept yet, {_days(days_left)} left" if days_left else "Not kept yet, due today")


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"
