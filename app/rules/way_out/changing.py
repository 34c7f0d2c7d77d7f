"""Facts with some answers changed, as if somebody had given them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.rules.facts import Answers, Facts
from app.rules.measured import Measured

Change = Mapping[str, Any]
"""Field id to the answer as rules read it; None takes the answer away."""


def changed(facts: Facts, change: Change) -> Facts:
    """Return the facts as they would be with these answers."""
    values = {**facts.answers.values, **change}
    kept = frozenset(name for name in facts.answers.unreadable if not _covers(change, name))
    return replace(
        facts,
        answers=Answers({name: value for name, value in values.items() if value is not None}, kept),
        unreadable=tuple(item for item in facts.unreadable if not _replaces(facts, change, item.field)),
        measured=_measured_anew(facts.measured, change),
    )


def _measured_anew(measured: Measured, change: Change) -> Measured:
    """Forget what was read from files that these answers replace."""
    return replace(
        measured,
        runs=None if "baseline.files" in change else measured.runs,
        overlap=None if "data.overlap_check" in change else measured.overlap,
        checkpoint=None if "checkpoint.repository" in change else measured.checkpoint,
    )


def _covers(change: Change, name: str) -> bool:
    """Whether the change gives this answer, or takes away the whole section that it stands in."""
    section = name.partition(".")[0]
    return name in change or (section in change and change[section] is None)


def _replaces(facts: Facts, change: Change, place: str) -> bool:
    """Whether what cannot be read at this place, perhaps a row of a list, is gone with the change."""
    if _covers(change, place):
        return True
    name, _, number = place.rpartition(".")
    if name not in change or not number.isdigit():
        return False
    before, after = facts.answers.rows(name), change[name] or ()
    return int(number) >= len(after) or after[int(number)] is not before[int(number)]


def row_with(facts: Facts, field: str, **cells: object) -> Change:
    """Return the list of a row such as `evidence.3` with some cells of that row set; None takes a cell away."""
    name, _, number = field.rpartition(".")
    rows = list(facts.answers.rows(name))
    row = rows[int(number)]
    kept = {**row.values, **cells}
    rows[int(number)] = Answers(
        {key: value for key, value in kept.items() if value is not None}, row.unreadable - cells.keys()
    )
    return {name: tuple(rows)}


def added(facts: Facts, name: str, *rows: Answers) -> Change:
    """Return a list with rows put at its end."""
    return {name: (*facts.answers.rows(name), *rows)}


def part_with(facts: Facts, name: str, **parts: object) -> Change:
    """Return an object such as `rollout.engine` with some of its parts set."""
    part = facts.answers.part(name)
    return {name: Answers({**part.values, **parts}, part.unreadable - parts.keys())}


def is_row(field: str) -> bool:
    """Whether a field id names one row of a list."""
    return field.rpartition(".")[2].isdigit()
