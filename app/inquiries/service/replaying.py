"""Judging what was submitted again, by the rules of this checkout and the facts of then; nothing is written.

The facts of a submitted version are its document, its day, what was read from its files, the registry at its revision
and the waivers in force. What was judged before the registry was kept is judged by today's, and that is said.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy.orm import Session

from app.infra import canonical
from app.inquiries import queries
from app.inquiries.fields import facts_of
from app.inquiries.queries import Frozen, Granted, reference_of
from app.inquiries.service.waived import counting, waivers_then
from app.measurements.fields import measured_from_json
from app.registry.queries import find_kept_facts, load_facts
from app.rules.checklist import evaluate
from app.rules.facts import Facts
from app.rules.finding import Gate, Report
from app.rules.records import RegistryFacts
from app.rules.ruleset import RULESET, Ruleset, ruleset_at


@dataclass(frozen=True, slots=True, order=True)
class Word:
    """What a rule says of one field, apart from its words."""

    field: str
    severity: str
    status: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A rule that says something else than it said; `was_checked` is whether it said anything at all then."""

    rule: str
    was_checked: bool
    before: tuple[Word, ...]
    after: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """A submitted version judged again."""

    reference: str
    version: int
    passed: bool
    passes: bool
    by_registry_of_then: bool
    turns: tuple[Turn, ...]


def replay(db: Session, ruleset: Ruleset = RULESET) -> Iterator[Replayed]:
    """Judge every submitted version again, in order."""
    known = _Known(db)
    for frozen in queries.list_frozen(db):
        body: dict[str, Any] = canonical.parse(frozen.snapshot)
        registry, is_of_then = known.registry(body["registry"]["revision"])
        facts = _facts(body, registry, known.waivers(frozen))
        yield _compared(frozen, body["report"], evaluate(facts, input_digest="", ruleset=ruleset), is_of_then)


class _Known:
    """What many versions have in common, read once."""

    def __init__(self, db: Session) -> None:
        self._db = db
        self._registries: dict[str, tuple[RegistryFacts, bool]] = {}
        self._agreed: Sequence[Granted] = queries.list_agreed(db)

    def registry(self, revision: str) -> tuple[RegistryFacts, bool]:
        """Return the registry at that revision, else today's; and which of them it is."""
        if revision not in self._registries:
            kept, today = find_kept_facts(self._db, revision), load_facts(self._db)
            self._registries[revision] = (kept or today, kept is not None or today.revision == revision)
        return self._registries[revision]

    def waivers(self, frozen: Frozen) -> tuple[Any, ...]:
        """Return the waivers that counted when this was submitted."""
        if not self._agreed:
            return ()
        return waivers_then(self._db, frozen.inquiry_id, frozen.submitted_at, self._agreed)


def _facts(body: Mapping[str, Any], registry: RegistryFacts, waivers: Sequence[Any]) -> Facts:
    report = body["report"]
    today = date.fromisoformat(report["today"])
    held = counting(waivers, today)
    return facts_of(
        body["document"],
        gate=Gate(report["gate"]),
        today=today,
        registry=registry,
        waivers=held,
        measured=measured_from_json(body.get("measured", {})),
    )


def _compared(frozen: Frozen, then: Mapping[str, Any], now: Report, by_registry_of_then: bool) -> Replayed:  # noqa: FBT001  passed on
    before = _by_rule((one["rule"], Word(one["field"], one["severity"], one["status"])) for one in then["findings"])
    after = _by_rule((one.rule, Word(one.field, str(one.severity), str(one.status))) for one in now.findings)
    checked = _checked(then["ruleset"]["version"])
    turns = [
        Turn(rule, rule in checked, before.get(rule, ()), after.get(rule, ()))
        for rule in sorted({*before, *after})
        if before.get(rule) != after.get(rule)
    ]
    return Replayed(
        reference=reference_of(frozen.inquiry_id),
        version=frozen.number,
        passed=then["passes"],
        passes=now.passes,
        by_registry_of_then=by_registry_of_then,
        turns=tuple(turns),
    )


def _by_rule(words: Iterable[tuple[str, Word]]) -> dict[str, tuple[Word, ...]]:
    said: dict[str, list[Word]] = {}
    for rule, word in words:
        said.setdefault(rule, []).append(word)
    return {rule: tuple(sorted(said[rule])) for rule in said}


@cache
def _checked(version: str) -> frozenset[str]:
    """Return the rules that were carried out in that rule set."""
    return frozenset(rule.id for rule in ruleset_at(version).carried_out)
