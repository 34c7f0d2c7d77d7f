"""The ways out of many refusals, with the example answers that prove them, as `words/WO.txt` keeps them."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from app.rules.checklist import evaluate
from app.rules.facts import Answers, Facts
from app.rules.finding import Gate
from app.rules.way_out import way_out
from app.rules.way_out.mending import MENDS
from app.rules.way_out.supplying import SUPPLIES, supply_of
from tests.rules import test_words_of_evaluation as evaluation
from tests.rules import test_words_of_reward_and_budget as reward_and_budget
from tests.rules import test_words_of_scope as scope
from tests.rules.examples import LARGE, SOUND, facts, ran, row
from tests.rules.wording import kept

Change = Mapping[str, Any]
OTHERS: tuple[Change, ...] = (
    {"checkpoint.repository": LARGE.id},
    {"checkpoint.revision": "main"},
    {"checkpoint.revision": "main", "baseline.revision": None},
    {"checkpoint.format": "fp8"},
    {"checkpoint.licence_uses": (row(use="training", decision="refused", by="Legal"),)},
    {"checkpoint.licence_uses": (row(use="training", decision="permitted"),)},
    {"training.update": "qlora"},
    {"training.max_trainer_tokens": 100},
    {"environment.sequence_length": 10**9},
    {"environment.sequence_length_source": "published"},
    {"environment.image": "latest"},
    {"environment.tools": (row(name="various"),)},
    {"environment.network_agent": "open", "environment.answers_visible": "yes"},
    {"environment.reset": "shared", "environment.later_history_visible": "yes"},
    {"evidence": (row(claim="paper-2t", used_for="rl-result"), row(claim="nobody's", used_for="background"))},
    {"evidence": (row(claim="card-27b"),)},
    {"verifier.place": "same-box", "verifier.kind": "judge"},
)
TRIED: tuple[Change, ...] = (
    *({name: None} for name in SOUND),
    *evaluation.CHANGED,
    *(changes for changes, _ in (*reward_and_budget.REWARD, *reward_and_budget.BUDGET, *scope.TRIALS)),
    *OTHERS,
)


def plain(value: Any) -> Any:  # noqa: ANN401  an answer of any type
    """Return an answer as JSON has it; a row says what could not be read in it."""
    if isinstance(value, Answers):
        unreadable = {"unreadable": sorted(value.unreadable)} if value.unreadable else {}
        return {**value.values, **unreadable}
    return list(value) if isinstance(value, (tuple, frozenset)) else str(value)


def asked() -> Iterator[tuple[Gate, Change, Facts]]:
    """Yield every change that is tried, at both gates."""
    for change in TRIED:
        for gate in Gate:
            yield gate, change, facts(change, gate=gate)
    for rows in evaluation.MEASURED:
        typed = {**evaluation.TIMES, **evaluation.PRICED}
        yield Gate.COMMIT, rows, facts(typed, gate=Gate.COMMIT, measured=ran(**rows))


def ways() -> Iterator[str]:
    """Yield a line for each answer of each way out."""
    for gate, change, inquiry in asked():
        way = way_out(inquiry)
        for step in way.steps:
            example = json.dumps(way.example[step.field], default=plain, ensure_ascii=False, sort_keys=True)
            about = f"{step.field} {step.promise or ''} {step.supply.by}, {step.supply.cost}"
            yield f"{gate} {'+'.join(change)}: {about} for {', '.join(step.rules)}: {example}"


def mends() -> Iterator[str]:
    """Yield what each rule's mend answers where the rule refuses."""
    for _, _, inquiry in asked():
        for rule, field in found(inquiry):
            change = MENDS[rule](inquiry, field)
            yield f"{rule} {field}: {json.dumps(dict(change), default=plain, ensure_ascii=False, sort_keys=True)}"


def found(inquiry: Facts) -> Iterator[tuple[str, str]]:
    """Yield rule and field of what refuses."""
    for finding in evaluate(inquiry, input_digest="").findings:
        if finding.refuses:
            yield finding.rule, finding.field


def test_the_ways_out_are_those_that_were_agreed() -> None:
    assert sorted(set(ways())) == kept("WO")


def test_each_mend_is_the_one_that_was_agreed() -> None:
    assert sorted(set(mends())) == kept("MENDS")


def test_who_supplies_what_is_as_agreed() -> None:
    assert [f"{name}: {supply_of(name).by}, {supply_of(name).cost}" for name in sorted(SUPPLIES)] == kept("SUPPLIES")
