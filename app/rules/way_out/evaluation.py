"""Answers that would satisfy the rules about the evaluation and the verifier."""

from app.rules.arithmetic import target_effect
from app.rules.facts import Answers, Facts
from app.rules.reward.shortcuts import needed_cases
from app.rules.way_out.changing import Change, added, is_row, part_with, row_with

SOME_FILE = ("a run of the untouched checkpoint",)
MANY_TASKS = 10_000_000
SMALL_GAIN = 0.01
JUDGED = ("V04", "V19", "V20")


def baseline(_facts: Facts, field: str) -> Change:
    """EV-01: a run of the untouched checkpoint."""
    return {field: True if field == "baseline.untuned" else SOME_FILE}


def same_checkpoint(facts: Facts, field: str) -> Change:
    """EV-02: the baseline was measured on the checkpoint of the pilot, and its rows say so."""
    if field == "baseline.files":
        return {field: SOME_FILE}
    return {field: facts.answers.text(f"checkpoint.{field.partition('.')[2]}") or None}


def same_sampling(facts: Facts, field: str) -> Change:
    """EV-03: the final evaluation samples as the baseline did."""
    before, after = facts.answers.part("baseline.sampling"), facts.answers.part("success.sampling")
    return {field: Answers({**after.values, **before.values}, after.unreadable | before.unreadable)}


def enough_tasks(facts: Facts, field: str) -> Change:
    """EV-05: so many held-out tasks that the gain shows, or a gain that can be shown at all."""
    effect = target_effect(facts)
    if effect is None or effect >= SMALL_GAIN:
        return {field: MANY_TASKS}
    return {field: MANY_TASKS, "success.minimum_gain": SMALL_GAIN}


def no_overlap(facts: Facts, field: str) -> Change:
    """EV-07: the overlap was taken out and counted again."""
    return part_with(facts, field, exact_hits=0)


def policy(_facts: Facts, field: str) -> Change:
    """EV-10: attempts without a verdict count as failures, or are in a run of which none is missing."""
    return {field: "reject" if field == "baseline.no_verdict_policy" else SOME_FILE}


def as_the_rows_say(facts: Facts, field: str) -> Change:
    """EV-12: what is typed is what the rows say."""
    runs = facts.measured.runs
    if runs is None or field == "baseline.files":
        return {"baseline.files": SOME_FILE}
    by_field = {
        "baseline.accepted": runs.accepted,
        "baseline.rejected": runs.rejected,
        "baseline.no_verdict": runs.no_verdict,
        "baseline.latency_p50_s": runs.latency_p50,
        "baseline.latency_p95_s": runs.latency_p95,
    }
    return {field: by_field.get(field)}


def new_run(_facts: Facts, field: str) -> Change:
    """EV-16: a run whose rows carry what was missing."""
    return {field: SOME_FILE}


def price(facts: Facts, field: str) -> Change:
    """EV-20: a price list with its date."""
    return {field: Answers({"name": "yours", "dated": facts.today})}


def held_out(_facts: Facts, field: str) -> Change:
    """EV-31: how many tasks, and how they were split off."""
    return {field: MANY_TASKS if field == "data.held_out_tasks" else "by repository"}


def case(kind: str, observed: str) -> Answers:
    """Return a case that was tried and came out as it should."""
    return Answers({"type": kind, "expected": observed, "observed": observed})


def oracle(facts: Facts, field: str) -> Change:
    """RW-01: the reference solution was accepted."""
    return _tried(facts, field, "V01", "accept")


def untouched(facts: Facts, field: str) -> Change:
    """RW-02: the untouched state was rejected."""
    return _tried(facts, field, "V02", "reject")


def unsolved(facts: Facts, field: str) -> Change:
    """RW-03: honest unfinished work was rejected."""
    return _tried(facts, field, "V03", "reject")


def _tried(facts: Facts, field: str, kind: str, observed: str) -> Change:
    if is_row(field):
        return row_with(facts, field, expected=observed, observed=observed)
    return added(facts, "verifier.cases", case(kind, observed))


def as_expected(facts: Facts, field: str) -> Change:
    """RW-04, RW-05: the verifier was mended, and the case came out as it should."""
    name, _, number = field.rpartition(".")
    row = facts.answers.rows(name)[int(number)]
    rejects = row.text("type") in ("V02", "V03")
    return row_with(facts, field, observed="reject" if rejects else row.text("expected") or None)


def shortcuts(facts: Facts, field: str) -> Change:
    """RW-06: every shortcut that such tasks invite was tried."""
    if is_row(field):
        return row_with(facts, field, observed="reject")
    tried = {row.text("type") for row in facts.answers.rows("verifier.cases") if row.answered("observed")}
    return added(facts, field, *(case(kind, "reject") for kind in needed_cases(facts) if kind not in tried))


def failing_grader(_facts: Facts, field: str) -> Change:
    """RW-09: a grader that fails gives no verdict."""
    return {field: "no-verdict"}


def place(_facts: Facts, field: str) -> Change:
    """RW-10: the verifier runs in a box of its own."""
    return {field: "fresh-box"}


def judged(facts: Facts, field: str) -> Change:
    """RW-12: what fools judges was tried."""
    tried = {row.text("type") for row in facts.answers.rows("verifier.cases") if row.answered("observed")}
    return added(facts, field, *(case(kind, "reject") for kind in JUDGED if kind not in tried))
