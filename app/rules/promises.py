"""Commitments read back at the commit gate: which of them is kept, and what is still owed for the others."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.rules.asks import ASKS
from app.rules.catalogue import CATALOGUE
from app.rules.checklist import SPEAKS_FOR_THE_SECTION
from app.rules.facts import Answers
from app.rules.finding import Finding, Item, Report, Severity, Status

PROMISABLE = frozenset(rule.id for rule in CATALOGUE if rule.submit is Severity.PROMISE)


class Kept(StrEnum):
    """What became of a promise. Only the last of these is kept: *waived* and *cannot tell* are not."""

    OPEN = "open"
    CANNOT_TELL = "cannot-tell"
    WAIVED = "waived"
    KEPT = "kept"


BY_STATUS = {Status.OPEN: Kept.OPEN, Status.CANNOT_TELL: Kept.CANNOT_TELL, Status.WAIVED: Kept.WAIVED}
GRAVEST = tuple(Kept)


@dataclass(frozen=True, slots=True)
class Commitment:
    """One promise: for which item, who answers for it, by when, what became of it, and what is still owed."""

    item: Item
    owner: str
    due: date | None
    kept: Kept
    owed: tuple[Finding, ...]

    def days_left(self, today: date) -> int | None:
        """Return how many days are left, fewer than 0 once the day has passed; None where no day is given."""
        return None if self.due is None else (self.due - today).days


def commitments_in(answers: Answers, report: Report) -> tuple[Commitment, ...]:
    """Return the commitments of a document in their order, judged by the report on it at the commit gate."""
    return tuple(
        _commitment(row, Item(row.text("item")), report)
        for _, row in answers.numbered("commitments")
        if row.text("item")
    )


def _commitment(row: Answers, item: Item, report: Report) -> Commitment:
    owed = tuple(_owed(item, report))
    kept = min((BY_STATUS[finding.status] for finding in owed), key=GRAVEST.index, default=Kept.KEPT)
    return Commitment(item, row.text("owner"), row.day("due"), kept, owed)


def _owed(item: Item, report: Report) -> Iterator[Finding]:
    """Return the findings that a promise for this item stands in for; an ask that it stands in for is one of them."""
    sections = {ask.section for ask in ASKS if ask.promised_by is item}
    for finding in report.findings:
        is_of_item = finding.item is item and finding.rule in PROMISABLE
        is_of_ask = finding.rule == SPEAKS_FOR_THE_SECTION and finding.field in sections
        if is_of_item or is_of_ask:
            yield finding
