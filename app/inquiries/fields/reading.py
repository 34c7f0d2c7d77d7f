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
        for key, reader, label in readers:
            cell = value.get(key)
            if cell is None:
                continue
            answer = reader(cell)
            if answer is BLANK:
                continue
            if type(answer) is Fault:
                bad.append(key)
                faults.append(replace(answer, label=label))
                continue
            if type(answer) is _Nested:
                faults.extend(replace(found, label=f"{label}, {found.label}") for found in answer.faults)
                answer = answer.answers
            values[key] = answer
        return Answers(values, frozenset(bad)) if bad else Answers(values) if values else NOTHING

    return read


@dataclass(frozen=True, slots=True)
class _Nested:
    """An object within an object, with what is wrong in it."""

    answers: Answers
    faults: list[Fault]


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


def _single(field: Field, reader: Read) -> Place:
    field_id = field.id

    def place(value: Any, found: _Found) -> None:  # noqa: ANN401  any JSON value
        answer = reader(value)
        if answer is BLANK:
            return
        if type(answer) is Fault:
            found.bad.add(field_id)
            found.report(field_id, [answer])
        else:
            found.values[field_id] = answer

    return place


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


def _place(field: Field) -> Place:
    if field.type is Type.OBJECT:
        return _thing(field)
    if field.type is Type.ROWS:
        return _rows(field)
    return _single(field, READERS[field.type](field))


_TOP = {field.id: _place(field) for field in FIELDS.values() if "." not in field.id}
_SECTIONS: dict[str, dict[str, Place]] = {}
for _field in FIELDS.values():
    if "." in _field.id:
        _key, _, _name = _field.id.partition(".")
        _SECTIONS.setdefault(_key, {})[_name] = _place(_field)


def read(document: Mapping[str, Any]) -> Reading:
    """Read every field of the table from any JSON object; keys that the table does not know are passed over.

    Text loses the white space round it. No value, blank text, an empty list or object, and a row or object of nothing
    but these, were not answered; a row keeps its place in its list.
    """
    found = _Found({}, set(), [])
    for name, place in _TOP.items():
        if name in document:
            place(document[name], found)
    for key, places in _SECTIONS.items():
        part = document.get(key)
        if isinstance(part, dict):
            for name, place in places.items():
                if name in part:
                    place(part[name], found)
        elif not is_blank(part):
            _lose(key, places, part, found)
    return Reading(Answers(found.values, frozenset(found.bad)), tuple(found.unreadable))


def _lose(key: str, places: Mapping[str, Place], part: object, found: _Found) -> None:
    """Report a whole section that is no object; all its fields count as answered, so that no rule calls them empty."""
    found.bad.add(key)
    found.bad.update(f"{key}.{name}" for name in places)
    reason = f"{quoted(part)} stands where the answers of this section are asked for"
    mend = "Give the answers of this section by name, as its page asks for them."
    found.unreadable.append(Unreadable(key, label_of(key), given(part), reason, mend))
