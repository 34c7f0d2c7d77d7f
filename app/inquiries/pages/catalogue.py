"""The catalogue of rules as a public page: what each demands, weighs, reads and rests on, with two examples."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries.fields.read_by import read_words
from app.inquiries.forms import FieldView
from app.inquiries.forms.catalogue import RulesFilter
from app.inquiries.pages.words import ITEM_TITLES
from app.rules.catalogue import CATALOGUE
from app.rules.finding import Gate, Item, Severity
from app.rules.rule import Rule
from app.rules.ruleset import RULESET
from app.rules.sources import source_in_words

GATES = {Gate.SUBMIT: "At submission", Gate.COMMIT: "At approval"}
WEIGHTS = {
    Severity.BLOCK: "Blocks",
    Severity.PROMISE: "Needs an answer or a promise",
    Severity.WARN: "Warns",
    Severity.NOTE: "Is a note",
}


@dataclass(frozen=True, slots=True)
class Weight:
    """What a rule weighs at a gate."""

    gate: str
    mark: str
    words: str


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One rule; `reads` are questions by the page that asks them, facts under no page."""

    id: str
    title: str
    weights: tuple[Weight, ...]
    reads: tuple[tuple[str, tuple[str, ...]], ...]
    why: str
    source: str
    passing: str
    failing: str
    is_carried_out: bool
    since: str


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The rules of one item of the checklist."""

    id: str
    title: str
    rules: tuple[RuleEntry, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules that were asked for."""

    version: str
    digest: str
    groups: tuple[RuleGroup, ...]
    fields: tuple[FieldView, ...]
    found: int
    total: int
    is_narrowed: bool


def show_rules(_db: Session, _person: Person, asked: RulesFilter) -> RulesPage:
    """Return the part of the catalogue that was asked for."""
    return rules_page(asked)


def rules_page(asked: RulesFilter, catalogue: Sequence[Rule] = CATALOGUE) -> RulesPage:
    """Return the part of a catalogue that was asked for, in the order of the checklist."""
    taken = [rule for rule in catalogue if asked.takes(rule)]
    groups = tuple(
        RuleGroup(str(item), title, tuple(_entry(rule, asked) for rule in taken if rule.item is item))
        for item, title in ITEM_TITLES.items()
        if any(rule.item is item for rule in taken)
    )
    return RulesPage(
        version=RULESET.version,
        digest=RULESET.digest,
        groups=groups,
        fields=_fields(asked),
        found=len(taken),
        total=len(catalogue),
        is_narrowed=asked.is_narrowed,
    )


def _entry(rule: Rule, asked: RulesFilter) -> RuleEntry:
    return RuleEntry(
        id=rule.id,
        title=rule.title,
        weights=tuple(_weight(rule, gate) for gate in asked.gates),
        reads=read_words(rule.reads),
        why=rule.why,
        source=source_in_words(rule.source),
        passing=rule.passing,
        failing=rule.failing,
        is_carried_out=rule.is_carried_out,
        since=rule.since,
    )


def _weight(rule: Rule, gate: Gate) -> Weight:
    severity = rule.severity(gate)
    return Weight(GATES[gate], str(severity), WEIGHTS[severity])


def _fields(asked: RulesFilter) -> tuple[FieldView, ...]:
    gates = tuple((str(gate), words) for gate, words in GATES.items())
    weights = tuple((str(severity), words) for severity, words in WEIGHTS.items())
    items = tuple((str(item), ITEM_TITLES[item]) for item in Item)
    return (
        FieldView("gate", "gate", "When", "select", value=asked.gate, choices=gates),
        FieldView("severity", "severity", "What it does", "select", value=asked.severity, choices=weights),
        FieldView("item", "item", "Checklist item", "select", value=asked.item, choices=items),
    )
