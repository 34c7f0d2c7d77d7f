"""Small files of our own, made in memory: lines, documents, archives."""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pytest
import zstandard

from app.readers.files import read_files
from app.readers.reading import Options, Reading, Refused
from app.readers.source import Source, of_bytes
from app.readers.summary import Summary, summarise
from app.readers.trial import Trial, Verdict

ZSTANDARD = 93


def lines(name: str, *rows: object) -> Source:
    """A JSONL file; a text or bytes stands there as it is."""
    return of_bytes(name, b"".join(_raw(row) + b"\n" for row in rows))


def document(name: str, value: object) -> Source:
    """A JSON file over several lines."""
    return of_bytes(name, json.dumps(value, indent=1).encode())


def archive(name: str, entries: Mapping[str, object], *, method: int = zipfile.ZIP_DEFLATED) -> Source:
    """A zip of JSON entries, or of bytes."""
    return of_bytes(name, zipped({key: _raw(value) for key, value in entries.items()}, method=method))


def zipped(entries: Mapping[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The bytes of a zip; zstandard by hand, since Python's own zipfile does not know it yet."""
    if method != ZSTANDARD:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", method) as made:
            for name, data in entries.items():
                made.writestr(name, data)
        return out.getvalue()
    return by_hand([Packed.zstandard(name, data) for name, data in entries.items()])


@dataclass(frozen=True, slots=True)
class Packed:
    """One entry of an archive that is made by hand, and may lie about itself."""

    name: str
    packed: bytes
    size: int
    crc: int
    method: int = ZSTANDARD
    flags: int = 0
    packed_size: int = -1

    @classmethod
    def zstandard(cls, name: str, data: bytes) -> "Packed":
        return cls(name, zstandard.compress(data), len(data), zlib.crc32(data))

    @classmethod
    def stored(cls, name: str, data: bytes) -> "Packed":
        return cls(name, data, len(data), zlib.crc32(data), method=0)


def by_hand(entries: Iterable[Packed]) -> bytes:
    """A zip written field by field."""
    body, directory, count = b"", b"", 0
    for entry in entries:
        name, count = entry.name.encode(), count + 1
        packed = len(entry.packed) if entry.packed_size < 0 else entry.packed_size
        common = struct.pack("<4H3L2H", entry.flags, entry.method, 0, 33, entry.crc, packed, entry.size, len(name), 0)
        directory += (
            b"PK\x01\x02" + struct.pack("<2H", 20, 20) + common + struct.pack("<3H2L", 0, 0, 0, 0, len(body)) + name
        )
        body += b"PK\x03\x04" + struct.pack("<H", 20) + common + name + entry.packed
    end = struct.pack("<4H2LH", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


def read(*sources: Source, **declared: object) -> Reading:
    """The only reading of these files."""
    (reading,) = read_files(sources, Options(**declared))  # type: ignore[arg-type]  # the fields of the options
    return reading


def trials(*sources: Source, **declared: object) -> list[Trial]:
    """The trials of the only reading of these files."""
    return list(read(*sources, **declared).trials)


def verdicts(*sources: Source, **declared: object) -> list[str]:
    """A letter for each trial: accepted, rejected, or none."""
    return [LETTERS[trial.verdict] for trial in trials(*sources, **declared)]


def summary(*sources: Source, **declared: object) -> Summary:
    """What these files hold."""
    options = Options(**declared)  # type: ignore[arg-type]  # the fields of the options
    return summarise(read_files(sources, options), policy=options.policy)


def codes(reading: Reading) -> list[str]:
    """The codes of the remarks, once the trials are consumed."""
    list(reading.trials)
    return [remark.code for remark in reading.remarks]


def said(reading: Reading, code: str) -> str:
    """The sentence of the only remark of that code, once the trials are consumed."""
    list(reading.trials)
    (sentence,) = [remark.sentence for remark in reading.remarks if remark.code == code]
    return sentence


def refusal(*sources: Source, **declared: object) -> tuple[str, str]:
    """The code and the sentence with which these files are refused."""
    with pytest.raises(Refused) as refused:
        summary(*sources, **declared)
    return refused.value.code, refused.value.sentence


def _raw(value: object) -> bytes:
    if isinstance(value, bytes):
        return value
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else json.dumps(value).encode()


LETTERS = {Verdict.ACCEPTED: "a", Verdict.REJECTED: "r", Verdict.NONE: "-"}
