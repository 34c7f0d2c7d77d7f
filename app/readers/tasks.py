"""Rows of tasks as people keep them, JSONL or CSV: the text of each, to be hashed and thrown away.

A browser reads them alike (static/js/task-rows.js), to the last row that is left out; so this is stricter than the
reading of runs, and knows JSON and CSV only as both ends do. `TEXTS` are tried in this order.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import orjson

from app.readers.head import Head, Shape
from app.readers.lines import BadRows, lines
from app.readers.look import SEPARATORS, look
from app.readers.parsing import is_deeper
from app.readers.reading import Options, Reading, Refused
from app.readers.source import Source

TEXTS = ("prompt", "question", "problem", "problem_statement", "instruction", "input", "query", "task", "text")
BLANKS = " \t"


@dataclass(frozen=True, slots=True)
class TaskFile:
    """The texts of one file with the numbers of their lines; `bad` counts the rows that are left out."""

    sha256: str
    reading: Reading
    bad: BadRows
    texts: Iterator[tuple[int, str]]


def read_tasks(source: Source, options: Options, field: str = "") -> TaskFile:
    """Open a file of tasks; `field` names the text where it has a name of its own."""
    head = look(source, options)
    reading = Reading("tasks", ())
    bad = BadRows(reading, options, source.name)
    fields = (field,) if field else TEXTS
    if head.shape is Shape.LINES:
        return TaskFile(head.sha256, reading, bad, _of_lines(head, options, bad, fields))
    if head.shape in {Shape.TABLE, Shape.TEXT}:
        return TaskFile(head.sha256, reading, bad, _of_table(head, options, bad, fields))
    raise Refused(f"{source.name} has no rows of tasks: give JSON objects, one a line, or a CSV table.", "no-rows")


def _of_lines(head: Head, options: Options, bad: BadRows, fields: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    for number, raw in lines(head, options, bad):
        if raw.isspace():
            continue
        try:
            value = _value(raw)
        except (ValueError, RecursionError):
            bad.add(number, "is not JSON")
            continue
        if not isinstance(value, dict):
            bad.add(number, "is not an object")
        elif is_deeper(value, options.limits.nesting):
            bad.add(number, f"is nested deeper than {options.limits.nesting} levels")
        elif text := _text(value, fields):
            yield number, text
        else:
            bad.add(number, f"has no text in {_named(fields)}")


def _value(raw: bytes) -> object:
    """Return what a browser's JSON.parse would make of a line: no NaN, and lone surrogates as they are."""
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        return json.loads(raw.decode(errors="replace"), parse_int=float, parse_constant=_refuse)


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def _text(row: dict[str, object], fields: tuple[str, ...]) -> str:
    return next((said for field in fields if (said := _said(row.get(field)))), "")


def _said(value: object) -> str:
    """Return a text, or the texts of messages and of their parts, one after another."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(_said(item) for item in value)
    if isinstance(value, dict):
        return _said(value["content"] if "content" in value else value.get("text"))
    return ""


def _of_table(head: Head, options: Options, bad: BadRows, fields: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    found = _records(head, options, bad)
    _, header = next(found, (0, ""))
    mark = max(SEPARATORS, key=header.count)
    names = [name.strip(BLANKS) for name in _cells(header, mark) or ()]
    if not any(field in names for field in fields):
        raise Refused(
            f"{head.source.name} has no column {_named(fields)}; name the one that holds the text.", "no-rows"
        )
    for number, record in found:
        cells = _cells(record, mark)
        if cells is None:
            bad.add(number, "is not CSV")
        elif len(cells) != len(names):
            bad.add(number, f"has {len(cells)} cells where the header has {len(names)}")
        elif text := _text(dict(zip(names, cells, strict=True)), fields):
            yield number, text
        else:
            bad.add(number, f"has no text in {_named(fields)}")


def _records(head: Head, options: Options, bad: BadRows) -> Iterator[tuple[int, str]]:
    """Yield each row with the number of the line that it begins on: it ends where all quotation marks are closed."""
    parts: list[bytes] = []
    begun, size, is_open = 0, 0, False
    for number, raw in lines(head, options, bad):
        begun = begun if parts else number
        parts.append(raw)
        size += len(raw)
        is_open ^= bool(raw.count(b'"') % 2)
        if is_open and size <= options.limits.line:
            continue
        if is_open:
            bad.add(begun, "has a quotation mark that does not end")
        else:
            record = b"".join(parts).decode(errors="replace").removesuffix("\n").removesuffix("\r")
            if record.strip(BLANKS):
                yield begun, record
        parts, size, is_open = [], 0, False
    if parts:
        bad.add(begun, "has a quotation mark that does not end")


def _cells(record: str, mark: str) -> list[str] | None:
    cells, place = [], 0
    while True:
        found = CELLS[mark].match(record, place)
        if found is None:
            return None
        cells.append(found[2] if found[1] is None else found[1].replace('""', '"'))
        if not found[3]:
            return cells
        place = found.end()


def _named(fields: tuple[str, ...]) -> str:
    return " or ".join(fields) if len(fields) == 1 else ", ".join(fields[:-1]) + " or " + fields[-1]


CELLS = {mark: re.compile(rf'(?:"([^"]*(?:""[^"]*)*)"|([^"{mark}]*))({mark}|\Z)') for mark in SEPARATORS}
