"""Rows for the kinds of verifier case that a task needs: laid out on request, never answered for anyone."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from app.inquiries.fields.asking import facts_of
from app.inquiries.service.paths import value_at, with_value
from app.rules.finding import Gate
from app.rules.records import RegistryFacts
from app.rules.reward.shortcuts import needed_cases

CASES = "verifier.cases"
ADD_NEEDED = f"add:{CASES}:needed"
_FIRST = ("V01", "V02", "V03")


def missing_kinds(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the kinds that the checklist asks for and that no row is of yet, in order."""
    facts = facts_of(document, gate=Gate.SUBMIT, today=date.min, registry=RegistryFacts())
    if CASES in facts.answers.unreadable:
        return ()
    present = {row.text("type") for row in facts.answers.rows(CASES)}
    return tuple(kind for kind in (*_FIRST, *needed_cases(facts)) if kind not in present)


def with_needed(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with a row for each missing kind: what must come out, and not what did."""
    rows = value_at(document, CASES)
    new = [{"type": kind, "expected": "accept" if kind == _FIRST[0] else "reject"} for kind in missing_kinds(document)]
    return with_value(document, CASES, [*rows, *new] if isinstance(rows, list) else new) if new else document


def offer_of(document: Mapping[str, Any]) -> str:
    """Return the words of the button; "" where nothing is missing."""
    count = len(missing_kinds(document))
    if not count:
        return ""
    return "Add the kind that your task still needs" if count == 1 else f"Add the {count} kinds that your task needs"
