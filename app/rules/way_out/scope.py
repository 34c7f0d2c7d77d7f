"""Answers that would satisfy the rules about evidence, scope and the inquiry as a whole."""

from typing import Any

from app.rules.asks import ASKS
from app.rules.facts import Answers, Facts
from app.rules.finding import Gate
from app.rules.way_out.budget import line
from app.rules.way_out.changing import Change, is_row, row_with
from app.rules.way_out.checkpoint import SOME_TEXT, TOOL, repository

NO_ROW = Answers()


def background(facts: Facts, field: str) -> Change:
    """MT-01, MT-02, MT-05, MT-12: what does not carry over is background."""
    return row_with(facts, field, used_for="background")


def own_number(facts: Facts, field: str) -> Change:
    """MT-09: a number of the customer's own."""
    if field != "budget.sources":
        return {field: "measured"}
    sources = facts.answers.part(field)
    own = {name: "measured" if value == "published" else value for name, value in sources.values.items()}
    return {field: Answers(own, sources.unreadable)}


def no_such_claim(facts: Facts, field: str) -> Change:
    """MT-14: what is not on record is not cited."""
    return {"evidence": _without_row(facts, field)}


def _without_row(facts: Facts, field: str) -> tuple[Answers, ...]:
    """Return the list of a row with that row blank, so that the others keep their numbers."""
    name, _, number = field.rpartition(".")
    rows = list(facts.answers.rows(name))
    rows[int(number)] = NO_ROW
    return tuple(rows)


def asked_for(facts: Facts, field: str) -> Change:
    """SC-01: training is asked for, and each line has its cost."""
    return {"scope.training": True} if field == "scope" else line(facts, field)


def trainer(_facts: Facts, field: str) -> Change:
    """SC-02: somebody's trainer updates the weights."""
    return {field: TOOL if field == "training.trainer" else "customer"}


def weights_of_the_customer(_facts: Facts, _field: str) -> Change:
    """SC-03: the customer updates the weights where only rollouts are asked for."""
    return {"training.weights_updated_by": "customer"}


def invitation(facts: Facts, field: str) -> Change:
    """SC-04: the invitation that was given, or the customer's own trainer."""
    answers = facts.answers
    wanted = {"checkpoint": answers.text("checkpoint.repository"), "method": answers.text("training.method")}
    recorded = any((each.checkpoint, each.method) == tuple(wanted.values()) for each in facts.invitations)
    if all(wanted.values()) and (recorded or facts.gate is Gate.SUBMIT):
        return {field: Answers({**wanted, "decided_on": facts.today, "by": SOME_TEXT})}
    return {"scope.managed_rft": False}


def ask(facts: Facts, field: str) -> Change:
    """SC-08: what the ask still lacks."""
    asked = next(each for each in ASKS if each.section == field)
    answers = facts.answers
    lacking = [name for name in asked.every if not answers.answered(name)]
    if asked.either and not any(answers.answered(name) for name in asked.either):
        lacking.append(tuple(asked.either)[-1])
    return {name: value for name in lacking for name, value in _answer(facts, name).items()}


def _answer(facts: Facts, name: str) -> dict[str, Any]:
    kind = facts.registry.kinds.get(facts.answers.text("kind"))
    record = facts.registry.checkpoint(facts.answers.text("checkpoint.repository"))
    starts = [facts.answers.day(f"timing.{each}") for each in ("earliest_start", "latest_start")]
    known: dict[str, Any] = {
        "model.family": kind.family if kind else SOME_TEXT,
        "model.version": record.version if record and record.version else SOME_TEXT,
        "checkpoint.repository": repository(facts, name).get("checkpoint.repository", "owner/name"),
        "verifier.kind": "tests",
        "environment.tools": (TOOL,),
        "baseline.untuned": True,
        "timing.earliest_start": facts.today,
        "timing.finish_by": max([facts.today, *(day for day in starts if day is not None)]),
        "budget.currency": "USD",
        "budget.maximum": max(facts.answers.number("budget.cap") or 0, facts.answers.number("budget.minimum") or 0, 1),
    }
    return {name: known.get(name, SOME_TEXT)}


def readable(facts: Facts, field: str) -> Change:
    """SC-10: what cannot be read is taken away; if it is needed, the rule that needs it asks for it."""
    if not is_row(field):
        return {field: None}
    return {field.rpartition(".")[0]: _without_row(facts, field)}
