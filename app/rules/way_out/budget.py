"""Answers that would satisfy the rules about the budget, success, the dates and the deployment."""

from datetime import date, timedelta
from typing import Any

from app.rules.facts import Answers, Facts
from app.rules.way_out.changing import Change, is_row, part_with, row_with

COVERS = ("quality", "divergence", "reward-hacking", "time", "money")
STOP = {"metric": "yours", "threshold": 0, "action": "stop", "owner": "yours"}
LINES = ("training", "rollout", "evaluation", "verification", "contingency")
MANY_DEVICES = 10**9
SOME_MONEY = 1000
A_SHORT_RUN: dict[str, Any] = {
    "timing.latest_start": None,
    "training.steps": 1,
    "training.prompts_per_step": 1,
    "training.group_size": 1,
    "environment.boot_limit_s": 1,
    "environment.agent_limit_s": 1,
    "environment.verifier_limit_s": 1,
}


def cap(facts: Facts, field: str) -> Change:
    """BG-01, BG-02: a cap that holds all the lines; where none is given, with room for those still to come."""
    given = facts.answers.number("budget.cap")
    room = max(facts.answers.number("budget.maximum") or 0, SOME_MONEY) if given is None else given
    return {field: int(max(_total(facts), room))}


def budget_range(facts: Facts, field: str) -> Change:
    """BG-02: an end of the range that is above its beginning and the cap."""
    if field == "budget.cap":
        return cap(facts, field)
    return {field: int(max(facts.answers.number(name) or 0 for name in ("budget.cap", "budget.minimum")))}


def line(facts: Facts, field: str) -> Change:
    """BG-03, SC-01: an amount that still fits under the cap, or 0 and why."""
    limit = facts.answers.number("budget.cap")
    if limit is None or _total(facts) < limit:
        return {field: 1}
    name = field.partition(".")[2]
    reasons = part_with(facts, "budget.reasons", **{name: "yours"})
    return reasons if facts.answers.number(field) == 0 else {field: 0, **reasons}


def _total(facts: Facts) -> float:
    return sum(facts.answers.number(f"budget.{name}") or 0 for name in LINES)


def later_finish(facts: Facts, field: str) -> Change:
    """BG-04: so many days that the slowest run fits, or a shorter run where no calendar holds it."""
    answers = facts.answers
    if field == "rollout.concurrency":  # with none at once nothing ever finishes; as many as a step has wait for nobody
        return {field: max(_of_a_step(answers), 1)}
    start = answers.day("timing.latest_start") or facts.today
    try:
        return {field: start + timedelta(seconds=_slowest(answers)) + timedelta(days=2)}
    except OverflowError:
        return A_SHORT_RUN


def _of_a_step(answers: Answers) -> int:
    prompts, group = (answers.number(f"training.{name}") or 0 for name in ("prompts_per_step", "group_size"))
    return int(prompts * group)


def _slowest(answers: Answers) -> float:
    steps = answers.number("training.steps") or 0
    limits = sum(answers.number(f"environment.{name}_limit_s") or 0 for name in ("boot", "agent", "verifier"))
    waves = -(-_of_a_step(answers) // max(int(answers.number("rollout.concurrency") or 1), 1))
    return float(steps * waves * limits)


def devices(facts: Facts, field: str) -> Change:
    """BG-06: so many devices that the states fit."""
    return part_with(facts, field, devices=MANY_DEVICES, memory_bytes=2**40, usable_share=1)


def stops(facts: Facts, field: str) -> Change:
    """BG-10: a number and an owner for each of the five."""
    if is_row(field):
        name, _, number = field.rpartition(".")
        row = facts.answers.rows(name)[int(number)]
        return row_with(facts, field, **{key: value for key, value in STOP.items() if row.lacks(key)})
    covered = {row.text("covers") for row in facts.answers.rows(field)}
    missing = (Answers({"covers": each, **STOP}) for each in COVERS if each not in covered)
    return {field: (*facts.answers.rows(field), *missing)}


def third_set(facts: Facts, field: str) -> Change:
    """BG-12: a set that nothing was chosen on."""
    return {field: f"not {facts.answers.text('success.selection_set')}"}


def criterion(_facts: Facts, field: str) -> Change:
    """BG-13: what decides."""
    return {field: {"success.comparison": "greater", "success.minimum_gain": 1}.get(field, "yours")}


def planned(_facts: Facts, field: str) -> Change:
    """BG-15: what would be served, by whom, and how it is taken back."""
    return {field: "yours"}


def served_is_tested(facts: Facts, field: str) -> Change:
    """BG-16: what was tested is what is served."""
    return {field: facts.answers.text("success.artifact")}


def dates(facts: Facts, field: str) -> Change:
    """BG-19: dates in order, none of them past."""
    names = ("timing.earliest_start", "timing.latest_start")
    earlier = [day for name in names if name != field and (day := facts.answers.day(name)) is not None]
    if field == "timing.latest_start":
        return {field: max([facts.today, *earlier])}
    return {field: max([facts.today, *earlier], default=date.max)}
