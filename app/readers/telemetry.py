"""OpenTelemetry's JSON, as its exporters write it: spans and log records with their attributes, wherever they nest."""

import math
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from app.readers import values

NANO = 1_000_000_000
LATEST = 253_402_300_799  # the last second of the year 9999
SCALARS = ("stringValue", "intValue", "doubleValue", "boolValue")


def spans(export: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yield each span of one export."""
    return _inside(export, ("resourceSpans", "scopeSpans", "spans"))


def records(export: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yield each log record of one export."""
    return _inside(export, ("resourceLogs", "scopeLogs", "logRecords"))


def _inside(outer: Mapping[str, object], names: tuple[str, ...]) -> Iterator[Mapping[str, object]]:
    for item in values.sequence(outer.get(names[0])):
        if isinstance(item, dict):
            if len(names) == 1:
                yield item
            else:
                yield from _inside(item, names[1:])


def attributes(holder: Mapping[str, object]) -> dict[str, object]:
    """Return the attributes of a span, an event or a record; whole numbers may stand as text."""
    found: dict[str, object] = {}
    for item in values.sequence(holder.get("attributes")):
        if isinstance(item, dict) and isinstance(item.get("key"), str):
            found[item["key"]] = _value(values.mapping(item.get("value")))
    return found


def _value(value: Mapping[str, object]) -> object:
    for kind in SCALARS:
        if kind in value:
            return whole(value[kind]) if kind == "intValue" else value[kind]
    inner = values.mapping(value.get("arrayValue")).get("values")
    return [_value(values.mapping(item)) for item in values.sequence(inner)] if inner is not None else None


def whole(value: object) -> int | None:
    """Return a whole number from 0 up, which JSON of this kind writes as text."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= len(str(NANO)) * 2:
        return int(value)
    return value if type(value) is int and value >= 0 else None


def duration(start: int | None, end: int | None) -> float | None:
    """Return seconds between two instants in nanoseconds; None where they do not follow each other."""
    return (end - start) / NANO if start and end and end >= start else None


def instant(nano: int | None) -> str | None:
    """Return an instant as text."""
    if not nano or nano / NANO > LATEST:
        return None
    return datetime.fromtimestamp(math.floor(nano / NANO), UTC).isoformat()
