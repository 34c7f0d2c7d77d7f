"""Finds the way out: mends until the gate opens, then drops every answer that the gate opens without."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from app.rules.asks import promised_items
from app.rules.checklist import evaluate
from app.rules.facts import Answers, Facts
from app.rules.finding import CHECKLIST_ITEMS, Finding, Gate, Item, Severity
from app.rules.way_out.changing import changed
from app.rules.way_out.mending import MENDS
from app.rules.way_out.supplying import Supply, supply_of

COMMITMENTS = "commitments"
ROUNDS = 20
A_WHILE = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Step:
    """One answer to give: its field, who can supply it at what cost, and the findings that it satisfies.

    A promise is a step of its own; `promise` then names the checklist item that it covers.
    """

    field: str
    supply: Supply
    findings: tuple[Finding, ...]
    promise: Item | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that this answer satisfies."""
        return tuple(dict.fromkeys(finding.rule for finding in self.findings))


@dataclass(frozen=True, slots=True)
class WayOut:
    """The answers that would open the gate. `example` holds values that prove it; people give their own."""

    opens: bool
    steps: tuple[Step, ...]
    example: Mapping[str, Any]


@dataclass(slots=True)
class _Search:
    """What was changed so far, and for which findings; promises by the item that they cover."""

    facts: Facts
    answers: dict[str, Any] = field(default_factory=dict)
    promises: dict[Item, Answers] = field(default_factory=dict)
    reasons: dict[str, list[Finding]] = field(default_factory=dict)

    def now(self) -> Facts:
        """Return the facts with all that was changed."""
        given = (*self.facts.answers.rows(COMMITMENTS), *self.promises.values())
        promised = {COMMITMENTS: given} if self.promises else {}
        return changed(self.facts, {**self.answers, **promised})

    def give(self, finding: Finding, change: Mapping[str, Any]) -> None:
        """Keep these answers, and the finding that asked for them."""
        self.answers.update(change)
        for name in change:
            self.reasons.setdefault(name, []).append(finding)

    def promise(self, item: Item, *findings: Finding) -> None:
        """Keep that an item is promised, and the findings that ask for it."""
        due = self.facts.today + A_WHILE
        self.promises[item] = Answers({"item": str(item), "owner": "yours", "due": due})
        self.reasons.setdefault(_promise_of(item), []).extend(findings)

    def copy(self) -> "_Search":
        """Return a search that can go on from here without changing this one."""
        reasons = {name: list(findings) for name, findings in self.reasons.items()}
        return _Search(self.facts, dict(self.answers), dict(self.promises), reasons)

    @property
    def size(self) -> int:
        """How many answers and promises there are."""
        return len(self.answers) + len(self.promises)


def way_out(facts: Facts) -> WayOut:
    """Return the smallest set of answers found that opens the gate; none where it is open already."""
    search = _Search(facts)
    refusing = _refusing(facts)
    for _ in range(ROUNDS):
        if not refusing:
            break
        _mend(search, refusing)
        refusing = _refusing(search.now())
    if not refusing:
        _drop_what_is_not_needed(search)
        search = _with_fewer_by_promise(search)
    return WayOut(not refusing, tuple(_steps(search)), _example(search))


def _refusing(facts: Facts) -> list[Finding]:
    return [finding for finding in evaluate(facts, input_digest="").findings if finding.refuses]


def _mend(search: _Search, refusing: list[Finding]) -> None:
    before = search.now()
    for finding in refusing:
        if _is_promised_best(finding, refusing, before):
            search.promise(finding.item, finding)
        else:
            search.give(finding, MENDS[finding.rule](search.now(), finding.field))


def _is_promised_best(finding: Finding, refusing: list[Finding], facts: Facts) -> bool:
    """A promise covers a whole item: it is the shorter way wherever more than one answer is missing."""
    if finding.severity is not Severity.PROMISE or facts.gate is Gate.COMMIT or finding.item not in CHECKLIST_ITEMS:
        return False
    alike = {each.field for each in refusing if each.item is finding.item and each.severity is Severity.PROMISE}
    return len(alike) > 1 and finding.item not in promised_items(facts)


def _drop_what_is_not_needed(search: _Search) -> None:
    """Take each answer back, the dearest first, and leave it out where the gate stays open."""
    for name in sorted(search.answers, key=lambda each: supply_of(each).cost, reverse=True):
        kept = search.answers.pop(name)
        if _refusing(search.now()):
            search.answers[name] = kept
    for item in tuple(search.promises):
        promise = search.promises.pop(item)
        if _refusing(search.now()):
            search.promises[item] = promise


def _with_fewer_by_promise(search: _Search) -> _Search:
    """Promise an item where that makes more than one answer needless; a promise also stands in for some of the asks."""
    if search.facts.gate is Gate.COMMIT:
        return search
    for item in CHECKLIST_ITEMS:
        trial = search.copy()
        trial.promise(item)
        _drop_what_is_not_needed(trial)
        if item in trial.promises and trial.size < search.size:
            gone = [name for name in search.answers if name not in trial.answers]
            trial.reasons[_promise_of(item)] += [finding for name in gone for finding in search.reasons[name]]
            search = trial
    return search


def _steps(search: _Search) -> Iterator[Step]:
    for name in search.answers:
        yield Step(name, supply_of(name), tuple(search.reasons[name]))
    for item in search.promises:
        yield Step(COMMITMENTS, supply_of(COMMITMENTS), tuple(search.reasons[_promise_of(item)]), item)


def _promise_of(item: Item) -> str:
    return f"{COMMITMENTS}/{item}"


def _example(search: _Search) -> Mapping[str, Any]:
    after = search.now().answers.values
    names = (*search.answers, COMMITMENTS) if search.promises else tuple(search.answers)
    return {name: after.get(name) for name in names}


def applied(facts: Facts, way: WayOut) -> Facts:
    """Return the facts with the example answers of a way out: the proof that it opens the gate."""
    return replace(changed(facts, way.example))
