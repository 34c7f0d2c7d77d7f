"""Reads a whole document for the rules: every field as its type, and a list of what cannot be read. Never raises."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.inquiries.fields.kinds import Field, Type
from app.inquiries.fields.naming import label_of
from app.inquiries.fields.scalars import BLANK, READERS, Fault, Read, fault, is_blank
from app.inquiries.fields.table import FIELDS
from app.inquiries.fields.wording import given, quoted
from app.rules.facts import NOTHING, Answers, Unreadable


@dataclass(frozen=True, slots=True)
class Reading:
    """What a document says: its answers, and what stands there without being readable."""

    answers: Answers
    unreadable: tuple[Unreadable, ...]


@dataclass(slots=True)
class _Found:
    """What is gathered while one document is read."""

    values: dict[str, Any]
    bad: set[str]
    unreadable: list[Unreadable]

    def report(self, field_id: str, faults: list[Fault]) -> None:
        """Keep one report for each field id, however many of its cells are wrong."""
        label = label_of(field_id)
        first = faults[0]
        if len(faults) == 1:
            label = f"{label}: {first.label}" if first.label else label
            self.unreadable.append(Unreadable(field_id, label, first.given, first.reason, first.remedy))
            return
        words = [f"{found.label}: {{}}" for found in faults]
        reason = "; ".join(word.format(found.reason) for word, found in zip(words, faults, strict=True))
        mend = " ".join(word.format(found.remedy) for word, found in zip(words, faults, strict=True))
        self.unreadable.append(Unreadable(field_id, label, first.given, reason, mend))


Group = Callable[[dict[str, Any], list[Fault]], Answers]
Place = Callable[[Any, _Found], None]


def _group(parts: tuple[Field, ...]) -> Group:
    """Read an object or a row: `NOTHING` where all of it is empty."""
    readers = tuple((part.id, _part(part), part.label) for part in parts)

    def read(value: dict[str, Any], faults: list[Fault]) -> Answers:
        values: dict[str, Any] = {}
        bad: list[str] = []
        look = value.get
        for key, reader, label in readers:
            cell = look(key)
            if cell is None:
                continue
            answer = reader(cell)
            if type(answer) not in _ODD:
                values[key] = answer
            elif type(answer) is Fault:
                bad.append(key)
                faults.append(replace(answer, label=label))
            elif type(answer) is _Nested:
                faults.extend(replace(found, label=f"{label}, {found.label}") for found in answer.faults)
                values[key] = answer.answers
        return Answers(values, frozenset(bad)) if bad else Answers(values) if values else NOTHING

    return read


@dataclass(frozen=True, slots=True)
class _Nested:
    """An object within an object, with what is wrong in it."""

    answers: Answers
    faults: list[Fault]


_ODD = frozenset({type(BLANK), Fault, _Nested})


def _part(part: Field) -> Read:
    """Read one part: a single value, or an object within the object."""
    if part.type is not Type.OBJECT:
        return READERS[part.type](part)
    group = _group(part.parts)

    def read(value: Any) -> Any:  # noqa: ANN401  any JSON value
        if not isinstance(value, dict):
            return BLANK if is_blank(value) else fault(part, value)
        faults: list[Fault] = []
        answers = group(value, faults)
        return BLANK if answers is NOTHING else _Nested(answers, faults)

    return read


def _thing(field: Field) -> Place:
    read = _group(field.parts)

    def place(value: Any, found: _Found) -> None:  # noqa: ANN401  any JSON value
        if is_blank(value):
            return
        if not isinstance(value, dict):
            found.bad.add(field.id)
            found.report(field.id, [fault(field, value)])
            return
        faults: list[Fault] = []
        answer = read(value, faults)
        if answer is not NOTHING:
            found.values[field.id] = answer
        if faults:
            found.report(field.id, faults)

    return place


def _rows(field: Field) -> Place:
    read = _group(field.parts)
    row_field = replace(field, type=Type.OBJECT)
    lost = Answers({}, frozenset(cell.id for cell in field.parts))

    def row(value: object, row_id: str, found: _Found) -> Answers:
        if isinstance(value, dict):
            faults: list[Fault] = []
            answer = read(value, faults)
            if faults:
                found.report(row_id, faults)
            return answer
        if is_blank(value):
            return NOTHING
        found.bad.add(row_id)
        found.report(row_id, [fault(row_field, value)])
        return lost

    def place(value: Any, found: _Found) -> None:  # noqa: ANN401  any JSON value
        if is_blank(value):
            return
        if not isinstance(value, list):
            found.bad.add(field.id)
            found.report(field.id, [fault(field, value)])
            return
        answers = tuple(row(entry, f"{field.id}.{index}", found) for index, entry in enumerate(value))
        if any(answer is not NOTHING for answer in answers):
            found.values[field.id] = answers

    return place


@dataclass(frozen=True, slots=True)
class _Plan:
    """How one object of the document is read: its single values, and its objects and lists of rows."""

    singles: tuple[tuple[str, str, Read], ...]
    places: tuple[tuple[str, Place], ...]
    ids: tuple[str, ...]


def _plan(fields: list[Field]) -> _Plan:
    compound = {Type.OBJECT: _thing, Type.ROWS: _rows}
    return _Plan(
        tuple((_name(field), field.id, READERS[field.type](field)) for field in fields if field.type not in compound),
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
    found = _Found({}, set(), [])
    _follow(_TOP, document, found)
    for key, plan in _PLANS.items():
        part = document.get(key)
        if isinstance(part, dict):
            _follow(plan, part, found)
        elif not is_blank(part):
            _lose(key, plan, part, found)
    return Reading(Answers(found.values, frozenset(found.bad)), tuple(sorted(found.unreadable, key=_place_of)))


def _follow(plan: _Plan, part: Mapping[str, Any], found: _Found) -> None:
    values = found.values
    look = part.get
    for name, field_id, reader in plan.singles:
        value = look(name)
        if value is None:
            continue
        answer = reader(value)
        if type(answer) not in _ODD:
            values[field_id] = answer
        elif type(answer) is Fault:
            found.bad.add(field_id)
            found.report(field_id, [answer])
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


def _lose(key: str, plan: _Plan, part: object, found: _Found) -> None:
    """Report a whole section that is no object; all its fields count as answered, so that no rule calls them empty."""
    found.bad.add(key)
    found.bad.update(plan.ids)
    reason = f"{quoted(part)} stands where the answers of this section are asked for"
    mend = "Give the answers of this section by name, as its page asks for them."
    found.unreadable.append(Unreadable(key, label_of(key), given(part), reason, mend))
