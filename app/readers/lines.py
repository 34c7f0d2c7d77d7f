"""The rows of a file that goes line by line: streamed, so that memory holds one line at a time.

A bad line is a remark with its number, and the good ones are kept.
"""

from collections.abc import Iterator
from typing import BinaryIO

from app.readers.head import Head
from app.readers.parsing import UnreadableError, parse
from app.readers.reading import Options, Reading, Refused

CLOCK = 256  # lines between two looks at the clock
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
    limits = options.limits
    for number, raw in lines(head, options, bad):
        try:
            value, is_mended = parse(raw, limits, values=limits.values)
        except UnreadableError as fault:
            if not raw.isspace():
                bad.add(number, str(fault))
            continue
        if is_mended:
            reading.remark("broken-text", f"{head.source.name} holds text that is not UTF-8; it was replaced.")
        if isinstance(value, dict):
            yield number, value
        else:
            bad.add(number, "is not an object")
    bad.close()


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
