"""Reads a whole document for the rules: every field as its type, and a list of what cannot be read. Never raises."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.inquiries.fields.groups import ODD, Found, Place, rows_of, thing_of
from app.inquiries.fields.kinds import Field, Type
from app.inquiries.fields.naming import label_of
from app.inquiries.fields.quick import Single, Take, taking
from app.inquiries.fields.scalars import READERS, is_blank
from app.inquiries.fields.table import FIELDS
from app.inquiries.fields.wording import given, quoted
from app.rules.facts import Answers, Unreadable


@dataclass(frozen=True, slots=True)
class Reading:
    """What a document says: its answers, and what stands there without being readable."""

    answers: Answers
    unreadable: tuple[Unreadable, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """How one object of the document is read: its single values, and its objects and lists of rows."""

    take: Take
    places: tuple[tuple[str, Place], ...]
    ids: tuple[str, ...]


def _plan(fields: list[Field]) -> _Plan:
    compound = {Type.OBJECT: thing_of, Type.ROWS: rows_of}
    singles = [
        Single(field, _name(field), READERS[field.type](field)) for field in fields if field.type not in compound
    ]
    return _Plan(
        taking(singles, ODD),
        tuple((_name(field), compound[field.type](field)) for field in fields if field.type in compound),
        tuple(field.id for field in fields),
    )


def _name(field: Field) -> str:
    return field.id.rpartition(".")[2]


def _plans() -> dict[str, _Plan]:
    fields: dict[str, list[Field]] = {}
    for field in FIELDS.values():
        fields.setdefault(field.id.rpartition(".")[0], []).append(field)
    return {key: _plan(grouped) for key, grouped in fields.items()}


_PLANS = _plans()
_TOP = _PLANS.pop("")
_ORDER = {name: place for place, name in enumerate((*_PLANS, *FIELDS))}


def read(document: Mapping[str, Any]) -> Reading:
    """Read every field of the table from any JSON object; keys that the table does not know are passed over.

    Text loses the white space round it. No value, blank text, an empty list or object, and a row or object of nothing
    but these, were not answered; a row keeps its place in its list.
    """
    found = Found({}, set(), [])
    _follow(_TOP, document, found)
    for key, plan in _PLANS.items():
        part = document.get(key)
        if isinstance(part, dict):
            _follow(plan, part, found)
        elif not is_blank(part):
            _lose(key, plan, part, found)
    return Reading(Answers(found.values, frozenset(found.bad)), tuple(sorted(found.unreadable, key=_place_of)))


def _follow(plan: _Plan, part: Mapping[str, Any], found: Found) -> None:
    for field_id, answer in plan.take(part, found.values):
        found.bad.add(field_id)
        found.report(field_id, [answer])
    look = part.get
    for name, place in plan.places:
        value = look(name)
        if value is not None:
            place(value, found)


def _place_of(item: Unreadable) -> tuple[int, int]:
    """Sort by the order of the table, rows by their number."""
    if item.field in _ORDER:
        return _ORDER[item.field], -1
    field_id, _, row = item.field.rpartition(".")
    return _ORDER[field_id], int(row)


def _lose(key: str, plan: _Plan, part: object, found: Found) -> None:
    """Report a whole section that is no object; all its fields count as answered, so that no rule calls them empty."""
    found.bad.add(key)
    found.bad.update(plan.ids)
    reason = f"{quoted(part)} stands where the answers of this section are asked for"
    mend = "Give the answers of this section by name, as its page asks for them."
    found.unreadable.append(Unreadable(key, label_of(key), given(part), reason, mend))
