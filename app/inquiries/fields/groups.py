"""Readers of objects and repeating groups, and what is gathered while one document is read."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from app.inquiries.fields.faults import Fault, fault
from app.inquiries.fields.kinds import MOST_ROWS, Field, Type
from app.inquiries.fields.naming import label_of
from app.inquiries.fields.quick import Single, taking
from app.inquiries.fields.scalars import BLANK, READERS, Read, is_blank
from app.rules.facts import NOTHING, Answers, Unreadable


@dataclass(slots=True)
class Found:
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
        reason = "; ".join(f"{found.label}: {found.reason}" for found in faults)
        mend = " ".join(f"{found.label}: {found.remedy}" for found in faults)
        self.unreadable.append(Unreadable(field_id, label, first.given, reason, mend))


Group = Callable[[dict[str, Any], list[Fault]], Answers]
Place = Callable[[Any, Found], None]


def _group(parts: tuple[Field, ...]) -> Group:
    """Read an object or a row: `NOTHING` where all of it is empty."""
    take = taking([Single(part, part.id, _part(part)) for part in parts], ODD)
    labels = {part.id: part.label for part in parts}

    def read(value: dict[str, Any], faults: list[Fault]) -> Answers:
        values: dict[str, Any] = {}
        odd = take(value, values)
        if not odd:
            return Answers(values) if values else NOTHING
        bad = set()
        for key, answer in odd:
            label = labels[key]
            if type(answer) is Fault:
                bad.add(key)
                faults.append(replace(answer, label=label))
            else:
                faults.extend(replace(found, label=f"{label}, {found.label}") for found in answer.faults)
                values[key] = answer.answers
        return Answers({key: values[key] for key in labels if key in values}, frozenset(bad))

    return read


@dataclass(frozen=True, slots=True)
class _Nested:
    """An object within an object of which something is wrong."""

    answers: Answers
    faults: list[Fault]


ODD = frozenset({type(BLANK), Fault, _Nested})


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
        if faults:
            return _Nested(answers, faults)
        return BLANK if answers is NOTHING else answers

    return read


def thing_of(field: Field) -> Place:
    """Read an object at the top of its section."""
    read = _group(field.parts)

    def place(value: Any, found: Found) -> None:  # noqa: ANN401  any JSON value
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


def rows_of(field: Field) -> Place:
    """Read a repeating group; a row that is none keeps its place, and all its cells count as answered."""
    read = _group(field.parts)
    row_field = replace(field, type=Type.OBJECT)
    lost = Answers({}, frozenset(cell.id for cell in field.parts))

    def row_of(value: object, index: int, found: Found) -> Answers:
        if is_blank(value):
            return NOTHING
        found.bad.add(f"{field.id}.{index}")
        found.report(f"{field.id}.{index}", [fault(row_field, value)])
        return lost

    def place(value: Any, found: Found) -> None:  # noqa: ANN401  any JSON value
        if is_blank(value):
            return
        if not isinstance(value, list):
            found.bad.add(field.id)
            found.report(field.id, [fault(field, value)])
            return
        if len(value) > MOST_ROWS:
            found.bad.add(field.id)
            found.report(
                field.id, [fault(field, value, f"There are {len(value):,} rows; at most {MOST_ROWS} are read")]
            )
            return
        answers = []
        faults: list[Fault] = []
        for index, entry in enumerate(value):
            answers.append(read(entry, faults) if isinstance(entry, dict) else row_of(entry, index, found))
            if faults:
                found.report(f"{field.id}.{index}", faults)
                faults = []
        if any(answer is not NOTHING for answer in answers):
            found.values[field.id] = tuple(answers)

    return place
