"""What a page of the form says in one line, and all its answers for those who check them."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.inquiries.fields.kinds import Field, Type
from app.inquiries.fields.naming import anchor_of
from app.inquiries.fields.scalars import is_blank
from app.inquiries.fields.table import FIELDS, PROMISE, SECTIONS
from app.inquiries.forms.grids import NO_NAMES, Grid, Names, grid_of, with_names
from app.inquiries.forms.inputs import PROMISES, part_of, rows_shown
from app.inquiries.forms.showing import FIXED
from app.inquiries.forms.words import said
from app.inquiries.service.paths import value_at

_LONGEST = 120
_COMMIT = 40
_DIGEST = re.compile(r"(sha256:[0-9a-f]{8})[0-9a-f]{56}")
_LEADING: Mapping[str, tuple[str, ...]] = {
    "model": ("title", "model.family", "model.version", "model.variant"),
    "checkpoint": ("checkpoint.repository", "checkpoint.revision", "checkpoint.format", "checkpoint.licence"),
    "rollout-checkpoint": (
        "rollout_checkpoint.repository",
        "rollout_checkpoint.revision",
        "rollout_checkpoint.format",
    ),
    "training": ("training.method", "training.update", "training.steps", "training.trainer"),
    "evidence": ("evidence",),
    "task": ("task.kind", "task.description"),
    "data": ("data.held_out_tasks", "data.training_tasks", "data.split_method"),
    "baseline": ("baseline.accepted", "baseline.rejected", "baseline.tasks", "baseline.cost_total"),
    "success": ("success.metric", "success.minimum_gain", "success.interval_rule"),
    "environment": ("environment.sequence_length", "environment.network_agent", "environment.reset"),
    "rollout": ("rollout.engine", "rollout.concurrency"),
    "verifier": ("verifier.kind", "verifier.place", "verifier.accept_threshold"),
    "cases": ("verifier.cases",),
    "budget": ("budget.cap", "budget.on_cap", "budget.minimum", "budget.maximum"),
    "stops": ("budget.stop_conditions",),
    "timing": ("timing.earliest_start", "timing.latest_start", "timing.finish_by"),
    "deployment": ("deployment.artifact", "deployment.target", "deployment.owner"),
    "scope": ("scope.training", "scope.rollout_inference", "scope.managed_rft"),
}
# where the answer alone would not say what it is the answer to
_NAMED = frozenset(
    {
        "data.held_out_tasks",
        "data.training_tasks",
        "baseline.accepted",
        "baseline.rejected",
        "baseline.tasks",
        "baseline.cost_total",
        "success.minimum_gain",
        "verifier.accept_threshold",
        "budget.cap",
        "budget.on_cap",
        "budget.minimum",
        "budget.maximum",
        "timing.earliest_start",
        "timing.latest_start",
        "timing.finish_by",
    }
)


def summary(document: Mapping[str, Any], section: str) -> str:
    """Return one line about what stands on this page; "" where nothing does."""
    if section.startswith(PROMISE):
        words = [_promise(row) for row in _promises(document, section)]
    else:
        words = [_brief(FIELDS[field_id], document) for field_id in _LEADING[section]]
    line = "; ".join(word for word in words if word)
    line = _DIGEST.sub(r"\1", " ".join(line.split()))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"


def _brief(field: Field, document: Mapping[str, Any]) -> str:
    value = value_at(document, field.id)
    if field.type is Type.ROWS and isinstance(value, list):
        count = sum(not is_blank(row) for row in value)
        word = field.row.lower()
        return "" if not count else f"1 {word}" if count == 1 else f"{count} {word}s"
    if field.type is Type.FLAG and type(value) is bool:
        return field.label if value else ""
    words = said(replace(field, unit="") if field.id in _NAMED else field, value, document)
    if field.label.startswith("Revision") and len(words) == _COMMIT:
        words = words[:8]
    return f"{field.label}: {words}" if words and field.id in _NAMED else words


def _promises(document: Mapping[str, Any], section: str) -> list[object]:
    rows = value_at(document, PROMISES)
    return [rows[number] for number in rows_shown(FIELDS[PROMISES], rows, section)] if isinstance(rows, list) else []


def _promise(row: object) -> str:
    cells = {cell.id: said(cell, part_of(row, cell.id), {}) for cell in FIELDS[PROMISES].parts}
    owner = cells["owner"] and f"by {cells['owner']}"
    due = cells["due"] and f"for {cells['due']}"
    return " ".join(("promised", *(word for word in (owner, due) if word))) if owner or due else ""


Answer = tuple[str, str | Grid, str]


def answers(document: Mapping[str, Any], section: str, names: Names = NO_NAMES) -> list[Answer]:
    """Return label, answer in words or as a table, and the element that changes it, for each question of a page.

    The words are "" where a question is not answered. The promises are those of the page's item.
    """
    if section.startswith(PROMISE):
        return [(FIELDS[PROMISES].label, _promised(document, section, names), PROMISES)]
    return [
        (field.label, _answer(field, value_at(document, field.id), document, names), anchor_of(field.id))
        for field in SECTIONS[section].fields
        if field.id not in FIXED
    ]


def _answer(field: Field, value: object, document: Mapping[str, Any], names: Names) -> str | Grid:
    return grid_of(field, value, document, names) or said(field, with_names(field, value, names), document)


def _promised(document: Mapping[str, Any], section: str, names: Names) -> str | Grid:
    group = FIELDS[PROMISES]
    cells = replace(group, parts=tuple(part for part in group.parts if part.id != "item"))
    made = _promises(document, section)
    return grid_of(cells, made, document, names) or said(cells, made, document)
