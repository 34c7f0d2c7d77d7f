"""One row of the catalogue: a rule's id, its weight at each gate, what it reads, its source and its function."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from app.rules.facts import Facts
from app.rules.finding import Gate, Item, Said, Severity

Judge = Callable[[Facts], Iterator[Said]]


def _says_nothing(_facts: Facts) -> Iterator[Said]:
    """Stand in for a rule that is not carried out yet."""
    return iter(())


ITEM_OF_PREFIX = {
    "CK": Item.CHECKPOINT,
    "EV": Item.EVALUATION,
    "EN": Item.ENVIRONMENT,
    "RW": Item.REWARD,
    "BG": Item.BUDGET,
    "MT": Item.EVIDENCE,
    "SC": Item.SCOPE,
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule; one that is not carried out yet stands in the catalogue and counts as not checked, never as passed."""

    id: str
    submit: Severity
    commit: Severity
    reads: str = ""
    source: str = ""
    judge: Judge = _says_nothing
    title: str = ""  # what holds where nothing is found, in a few words
    why: str = ""  # why it matters, one or two sentences
    passing: str = ""  # an example that is fine, in words
    failing: str = ""  # an example that is not, in words
    version: int = 1  # of the function: another decision is another version
    since: str = "2026.11.1"  # the rule set that carried it out first
    until: str = ""  # of an earlier row: the last rule set in which it held
    earlier: tuple["Rule", ...] = ()  # the rows that held before this one, whole, each with its own function

    @property
    def is_carried_out(self) -> bool:
        """Whether the rule has a function already."""
        return self.judge is not _says_nothing

    @property
    def item(self) -> Item:
        """The checklist item that the rule belongs to, by its prefix."""
        return ITEM_OF_PREFIX[self.id[:2]]

    def severity(self, gate: Gate) -> Severity:
        """How much a finding of this rule weighs at a gate."""
        return self.submit if gate is Gate.SUBMIT else self.commit

    def at(self, ruleset: str) -> "Rule":
        """Return the row that held in that rule set; where none did, one that is not carried out."""
        wanted = _order(ruleset)
        for row in (self, *self.earlier):
            if _order(row.since) <= wanted and (not row.until or wanted <= _order(row.until)):
                return row
        return replace(self, judge=_says_nothing, earlier=())


def _order(ruleset: str) -> tuple[int, ...]:
    """Return what versions are sorted by: 2026.11.10 comes after 2026.11.9."""
    return tuple(int(part) for part in ruleset.split("."))
