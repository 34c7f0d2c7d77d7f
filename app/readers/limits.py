"""How much a reader takes on before it refuses: each limit by its name, so that a test can stand at it and above."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes are in bytes. The defaults keep a reader within 200 MB of memory for files that go line by line."""

    files: int = 20_000  # files of one reading, entries of an archive counted
    size: int = 4096 * MIB  # one file as it was uploaded
    document: int = 64 * MIB  # one JSON document, or one entry of an archive: it is parsed whole
    line: int = 16 * MIB  # one line of JSONL or CSV
    values: int = 1_000_000  # values on one line
    document_values: int = 8_000_000  # values in one JSON document
    nesting: int = 100  # brackets inside brackets
    entries: int = 100_000  # entries of one archive
    expanded: int = 8192 * MIB  # all entries of one archive, unpacked
    ratio: int = 1000  # unpacked to packed, of an entry above `ratio_from`
    ratio_from: int = 1 * MIB
    remarks: int = 50  # bad rows that are named one by one; the rest is counted
    tasks: int = 200_000  # tasks that are gathered from single events: no row can be given before the last event
    seconds: float = 900.0  # one reading
