"""Which law judges: the catalogue at one dated version, with the digest that proves it. Judging is the checklist's.

The digest is SHA-256 of the catalogue in canonical JSON: each rule's id, weights, what it reads, source, version of its
function and the rule set since which that holds, and the thresholds. Words of the page of rules are no law. Nothing in
it depends on the process or on the version of Python.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.rules.catalogue import CATALOGUE
from app.rules.finding import Gate, Item, Severity
from app.rules.rule import Judge, Rule
from app.rules.thresholds import BY_NAME

VERSION = "2026.11.2"
ITEM_ORDER = tuple(Item)


class Asked(NamedTuple):
    """A rule as it is asked at one gate: its function first, then what a finding of it says of the rule."""

    judge: Judge
    id: str
    item: Item
    severity: Severity
    source: str


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A dated version for people, a digest of the catalogue for proof, and the rules that it carries out."""

    version: str
    digest: str
    carried_out: tuple[Rule, ...] = field(repr=False)
    not_checked: int
    asked: Mapping[Gate, tuple[Asked, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Weigh each rule at each gate, once."""
        weighed = {gate: tuple(_asked(rule, gate) for rule in self.carried_out) for gate in Gate}
        object.__setattr__(self, "asked", weighed)


def _asked(rule: Rule, gate: Gate) -> Asked:
    return Asked(rule.judge, rule.id, rule.item, rule.severity(gate), rule.source)


def catalogue_at(version: str, catalogue: Sequence[Rule] = CATALOGUE) -> tuple[Rule, ...]:
    """Return each rule as it was in that rule set; what had no function then is not carried out."""
    return tuple(rule.at(version) for rule in catalogue)


def ruleset_at(version: str, catalogue: Sequence[Rule] = CATALOGUE) -> Ruleset:
    """Return the law of that version, as far as this checkout remembers it."""
    rules = catalogue_at(version, catalogue)
    carried_out = tuple(sorted((rule for rule in rules if rule.is_carried_out), key=_place))
    digest = "sha256:" + hashlib.sha256(canonical_catalogue(version, rules)).hexdigest()
    return Ruleset(version, digest, carried_out, len(rules) - len(carried_out))


def _place(rule: Rule) -> tuple[int, str]:
    """Return what rules are asked by, and findings listed by: the item, then the rule."""
    return ITEM_ORDER.index(rule.item), rule.id


def canonical_catalogue(version: str, rules: Sequence[Rule], thresholds: Mapping[str, float] = BY_NAME) -> bytes:
    """Return what the digest is made of."""
    whole = {"version": version, "thresholds": dict(thresholds), "rules": [_row(rule) for rule in rules]}
    # keys sorted, no white space, UTF-8: for such values this is the canonical form of RFC 8785
    return json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def _row(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "item": str(rule.item),
        "submit": str(rule.submit),
        "commit": str(rule.commit),
        "reads": rule.reads,
        "source": rule.source,
        "carried_out": rule.is_carried_out,
        "version": rule.version,
        "since": rule.since,
    }


RULESET = ruleset_at(VERSION)
