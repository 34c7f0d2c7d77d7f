"""The rows of a file that goes line by line: streamed, so that memory holds one line at a time.

A bad line is a remark with its number, and the good ones are kept.
"""

from collections.abc import Iterator
from typing import BinaryIO

import orjson

from app.readers.head import Head
from app.readers.parsing import UnreadableError, parse
from app.readers.reading import Options, Reading, Refused

CLOCK = 256  # lines between two looks at the clock
BLANK = object()  # what a line without anything on it holds
BOM = b"\xef\xbb\xbf"


class BadRows:
    """Remarks on bad rows: the first ones by their number, the rest counted."""

    def __init__(self, reading: Reading, options: Options, file: str) -> None:
        self._reading = reading
        self._named = options.limits.remarks
        self._file = file
        self.count = 0

    def add(self, line: int, why: str) -> None:
        """Leave a row out and say why: "is not JSON"."""
        self.count += 1
        if self.count <= self._named:
            self._reading.remark("bad-row", f"Line {line} of {self._file} {why}, and is left out.", line)

    def close(self) -> None:
        """Say how many there were beyond those that were named."""
        if self.count > self._named:
            more = self.count - self._named
            self._reading.remark("bad-rows", f"{more:,} more lines of {self._file} are left out for the like.")


def rows(head: Head, reading: Reading, options: Options) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield each JSON object of a JSONL file with the number of its line."""
    bad = BadRows(reading, options, head.source.name)
    longest, nesting = options.limits.values, options.limits.nesting
    for number, raw in lines(head, options, bad):
        value: object
        try:
            # a short line cannot hold too many values, and one with few brackets cannot nest too deeply
            if len(raw) <= longest and raw.count(b"{") + raw.count(b"[") <= nesting:
                value = orjson.loads(raw)
            else:
                value = _parsed(raw, head, reading, options)
        except orjson.JSONDecodeError:
            value = _parsed(raw, head, reading, options)
        if type(value) is dict:
            yield number, value
        elif value is not BLANK:
            bad.add(number, str(value) if isinstance(value, UnreadableError) else "is not an object")
    bad.close()


def _parsed(raw: bytes, head: Head, reading: Reading, options: Options) -> object:
    """Return the value of a line with care; why there is none is a value too."""
    if raw.isspace():
        return BLANK
    try:
        value, is_mended = parse(raw, options.limits, values=options.limits.values)
    except UnreadableError as fault:
        return fault
    if is_mended:
        reading.remark("broken-text", f"{head.source.name} holds text that is not UTF-8; it was replaced.")
    return value


def lines(head: Head, options: Options, bad: BadRows) -> Iterator[tuple[int, bytes]]:
    """Yield each line with its number; one that is too long is left out without holding it in memory."""
    limit = options.limits.line
    latest = options.clock() + options.limits.seconds
    with head.source.open() as stream:
        number = 0
        while raw := stream.readline(limit + 1):
            number += 1
            if (number == 1 or not number % CLOCK) and options.clock() > latest:
                raise Refused(
                    f"{head.source.name} took longer than {options.limits.seconds:g} seconds to read.", "too-slow"
                )
            if len(raw) > limit and not raw.endswith(b"\n"):
                _skip(stream, limit)
                bad.add(number, f"is longer than {limit:,} bytes")
                continue
            yield number, raw.removeprefix(BOM) if number == 1 else raw


def _skip(stream: BinaryIO, limit: int) -> None:
    while (rest := stream.readline(limit + 1)) and not rest.endswith(b"\n"):
        pass
