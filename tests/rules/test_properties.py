"""Laws of the whole checklist, whatever the answers: it never raises, it repeats itself, and more answers never hurt.

What is asked for (the three scopes) is no answer that could be added to an inquiry: who asks for more owes more. So the
laws about answers that are added and taken away hold for one and the same scope.
"""

import random
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.inquiries.fields import FIELDS, SECTIONS, Field, Type
from app.rules.checklist import evaluate
from app.rules.facts import Answers, Facts, Waiver
from app.rules.finding import Finding, Gate, Report, Severity, Status
from app.rules.measured import (
    NOTHING_MEASURED,
    BenchFacts,
    CheckpointFiles,
    Interval,
    Measured,
    OverlapFacts,
    RunFacts,
)
from app.rules.records import InvitationRecord
from tests.rules.examples import CLAIMS, COMMIT, COPY, LARGE, SMALL, SOUND, TODAY, ran, registry, report

FIRST_OF_A_KIND = frozenset({"RW-01", "RW-02", "RW-03", "RW-06", "RW-12", "RW-15"})
WEIGHTY = (Severity.BLOCK, Severity.PROMISE)
KNOWN = registry()
FIXED = frozenset({"scope.training", "scope.rollout_inference", "scope.managed_rft"})
REMOVABLE = tuple(sorted(SOUND.keys() - FIXED))
PLACES = {*FIELDS, *(section.key for section in SECTIONS.values())}

LARGEST = 2**53 - 1
wholes = st.one_of(st.integers(0, 20), st.sampled_from([0, 59, 60, 299, 388, 1000, 10**9, LARGEST]))
numbers = st.one_of(wholes, st.floats(0, 1), st.floats(-LARGEST, LARGEST), st.integers(-LARGEST, LARGEST))
shares = st.one_of(st.floats(0, 1), st.sampled_from([0, 0.5, 1, 5e-324]))
days = st.one_of(st.integers(-400, 400).map(lambda n: TODAY + timedelta(n)), st.sampled_from([date.min, date.max]))
WORDS = (
    *("", "latest", "main", COMMIT, COMMIT.upper(), SMALL.id, LARGE.id, COPY.id, "acme/Robin-9", "robin", "2"),
    *("robin-27b", "pass@5", "share accepted", "merged", "image@sha256:" + "a" * 64, "background", "method"),
    *(claim.id for claim in CLAIMS),
)
texts = st.one_of(st.sampled_from(WORDS), st.text(max_size=8))

PROPER = {
    Type.WHOLE: wholes,
    Type.SHARE: shares,
    Type.MONEY: wholes,
    Type.DATE: days,
    Type.FLAG: st.booleans(),
    Type.CURRENCY: st.sampled_from(["USD", "JPY", "KWD"]),
    Type.TEXTS: st.lists(texts, min_size=1, max_size=3).map(tuple),
    Type.FILES: st.lists(texts, min_size=1, max_size=3).map(tuple),
}


def proper(field: Field) -> st.SearchStrategy[Any]:
    """Values as a reader gives them for this field."""
    if field.type is Type.OBJECT:
        return parts_of(field)
    if field.type is Type.ROWS:
        return st.lists(parts_of(field), min_size=1, max_size=4).map(tuple)
    if field.type is Type.NUMBER:
        return numbers if field.minimum is None else numbers.map(abs)
    tokens = st.sampled_from([token for token, _ in field.choices]) if field.choices else texts
    if field.type is Type.CHOICES:
        return st.lists(tokens, min_size=1, max_size=3).map(tuple)
    return PROPER.get(field.type, tokens)


def parts_of(field: Field) -> st.SearchStrategy[Answers]:
    """Objects and rows with some of their parts, and some of these not readable."""
    values = st.fixed_dictionaries({}, optional={part.id: proper(part) for part in field.parts})
    lost = st.one_of(st.just(frozenset[str]()), st.frozensets(st.sampled_from([p.id for p in field.parts]), max_size=2))
    return st.builds(lambda cells, bad: Answers({k: v for k, v in cells.items() if k not in bad}, bad), values, lost)


GIVEN = {field_id: proper(field) for field_id, field in FIELDS.items()}


@st.composite
def answers(draw: st.DrawFn) -> Answers:
    """Some answers of the sound inquiry, others as a reader may give them, some not readable."""
    names = draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=10, unique=True))
    kept = draw(st.sampled_from([SOUND, {}]))
    gone = set(draw(st.lists(st.sampled_from(sorted(SOUND)), max_size=5)))
    values = {name: value for name, value in kept.items() if name not in gone}
    values |= {name: draw(GIVEN[name]) for name in names}
    lost = frozenset(draw(st.lists(st.sampled_from(sorted(FIELDS)), max_size=2)))
    return Answers({name: value for name, value in values.items() if name not in lost}, lost)


maybe = st.none() | st.integers(0, 1000) | st.just(LARGEST)
maybe_share = st.none() | shares
maybe_number = st.none() | st.floats(0, 1e9)
intervals = st.none() | st.builds(Interval, shares, shares)
runs = st.builds(
    RunFacts,
    *(st.integers(0, 500) for _ in range(5)),
    attempts=st.tuples(st.integers(0, 9), st.integers(0, 9)),
    model_names=st.frozensets(texts, max_size=2),
    model_revisions=st.frozensets(texts, max_size=2),
    interval=intervals,
    gain_variance=maybe_share,
    run_spread=maybe_share,
    standard_error=maybe_share,
    stated_standard_error=maybe_share,
    all_fail_tasks=maybe,
    all_pass_tasks=maybe,
    informative=maybe_share,
    with_latency=st.integers(0, 500),
    latency_p50=maybe_number,
    latency_p95=maybe_number,
    timeouts=maybe,
    with_usage=st.integers(0, 500),
    cost_total=maybe_number,
    fieller_g=maybe_number,
    longest_tokens=maybe,
    tokens_p99=maybe_number,
    truncated_accepted=maybe,
    commonest_tool_error=texts,
    tool_error_share=maybe_share,
    limited_to=maybe,
    dataset_tasks=maybe,
    total=maybe,
    submitted=maybe,
    completed=maybe,
)
files = st.builds(
    CheckpointFiles,
    dtype=texts,
    end_tokens=st.dictionaries(st.sampled_from(["config", "generation"]), st.frozensets(texts, max_size=2)),
    total_size=maybe,
    parameters=maybe,
    context_length=maybe,
    full_attention_layers=maybe,
    kv_heads=maybe,
    head_dimension=maybe,
)
measured = st.builds(
    Measured,
    runs=st.none() | runs,
    checkpoint=st.none() | files,
    overlap=st.none() | st.builds(OverlapFacts, st.integers(0, 9), maybe),
    benches=st.lists(st.builds(BenchFacts, maybe, maybe, maybe_number, maybe_number, texts), max_size=2).map(tuple),
)
gates = st.sampled_from(list(Gate))


def judged(given: Answers, gate: Gate, known: Measured = NOTHING_MEASURED) -> Report:
    """Return the report on any answers."""
    invited = (InvitationRecord(SMALL.id, "grpo"),)
    waived = (Waiver("EV-05", "", TODAY), Waiver("CK-04", "checkpoint.licence", TODAY))
    facts = Facts(gate, TODAY, given, KNOWN, measured=known, invitations=invited, waivers=waived)
    return evaluate(facts, input_digest="")


@settings(max_examples=300, deadline=None)
@given(answers(), gates, measured)
def test_law_no_answers_are_too_odd_to_judge(given: Answers, gate: Gate, known: Measured) -> None:
    first, second = judged(given, gate, known), judged(given, gate, known)
    assert first == second
    assert first.as_json() == second.as_json()
    for found in first.findings:
        assert found.message
        assert found.remedy
        assert {found.field, found.field.rpartition(".")[0]} & PLACES


@settings(max_examples=150, deadline=None)
@given(answers(), gates, st.randoms(use_true_random=False))
def test_law_the_order_of_rows_does_not_matter(given: Answers, gate: Gate, shuffler: random.Random) -> None:
    turned, moved = shuffled(given, shuffler)
    before = {placed(found, moved) for found in judged(given, gate).findings}
    assert {placed(found, {}) for found in judged(turned, gate).findings} == before


def shuffled(given: Answers, shuffler: random.Random) -> tuple[Answers, dict[str, str]]:
    """Return the answers with the rows of each list in another order, and where each row went."""
    values, moved = dict(given.values), dict[str, str]()
    for name, value in values.items():
        if isinstance(value, tuple):
            order = list(range(len(value)))
            shuffler.shuffle(order)
            values[name] = tuple(value[index] for index in order)
            moved |= {f"{name}.{index}": f"{name}.{place}" for place, index in enumerate(order)}
    return replace(given, values=values), moved


def placed(found: Finding, moved: dict[str, str]) -> tuple[str, ...]:
    """Return what is said of which field; a row goes by the number that it has afterwards.

    What is said of the first of several cases of one kind is said of the list: another order has another first one.
    """
    if found.rule in FIRST_OF_A_KIND:
        return found.rule, found.severity, found.status, "verifier.cases"
    return found.rule, found.severity, found.status, moved.get(found.field, found.field)


def without(names: Iterable[str], gate: Gate, known: Measured = NOTHING_MEASURED) -> Report:
    """Return the report on the sound inquiry without these answers."""
    return report(dict.fromkeys(names), gate=gate, measured=known)


def weighty(found: Report) -> set[tuple[str, str]]:
    """Return rule and field of all that keeps the gate shut."""
    return {
        (item.rule, item.field) for item in found.findings if item.status is Status.OPEN and item.severity in WEIGHTY
    }


def spoken_for(found: Report) -> set[str]:
    """Return the sections of which the rule of the ten asks speaks alone."""
    return {item.field for item in found.findings if item.rule == "SC-08"}


def assert_more_is_no_worse(less: Report, more: Report) -> None:
    """An answer that was put back adds nothing weighty, but of sections that were spoken for, and shuts no gate."""
    added = weighty(more) - weighty(less)
    assert {item for item in added if item[1].partition(".")[0] not in spoken_for(less)} == set()
    assert more.passes or not less.passes


@settings(max_examples=150, deadline=None)
@given(
    st.sets(st.sampled_from(REMOVABLE), min_size=1, max_size=len(REMOVABLE)),
    gates,
    st.sampled_from([NOTHING_MEASURED, ran()]),
    st.data(),
)
def test_law_a_sound_answer_never_hurts_and_one_taken_away_never_helps(
    gone: set[str], gate: Gate, known: Measured, data: st.DataObject
) -> None:
    back = data.draw(st.sampled_from(sorted(gone)))
    assert_more_is_no_worse(without(gone, gate, known), without(gone - {back}, gate, known))


def test_law_of_each_two_sound_answers_none_hurts() -> None:
    for gate in Gate:
        whole = without((), gate)
        each = {name: without((name,), gate) for name in REMOVABLE}
        for less in each.values():
            assert_more_is_no_worse(less, whole)
        for one, other in combinations(REMOVABLE, 2):
            both = without((one, other), gate)
            assert_more_is_no_worse(both, each[one])
            assert_more_is_no_worse(both, each[other])
