"""Archives are read entry by entry, by every packing that the tools use, and believed in nothing."""

import zipfile
import zlib

import pytest
import zstandard

from app.readers.limits import Limits
from app.readers.source import of_bytes
from tests.readers.making import ZSTANDARD, Packed, by_hand, codes, read, refusal, said, summary, trials, zipped

ROW = b'{"task_id": "a", "verdict": "accepted"}\n'


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZSTANDARD])
def test_entries_are_read_however_they_are_packed(method: int) -> None:
    data = b"".join(b'{"task_id": "%d", "verdict": "accepted"}\n' % number for number in range(50_000))
    file = of_bytes("runs.zip", zipped({"one/rows": data, "two/": b"", "three": ROW}, method=method))
    found = summary(file)
    assert [(file.name, file.size) for file in found.files] == [("one/rows", len(data)), ("three", len(ROW))]
    assert found.rows == 50_001


def test_what_is_no_run_in_an_archive_is_left_alone_and_said() -> None:
    entries = {"rows": ROW, **{f"note {number}": b"hello" for number in range(7)}}
    reading = read(of_bytes("runs.zip", zipped(entries)))
    assert said(reading, "no-run") == (
        "These files are no runs and were left alone: note 0, note 1, note 2, note 3, note 4 and 2 more."
    )


def test_what_is_refused_in_an_archive_is_left_out_and_said() -> None:
    entries = {"rows": ROW, **{f"{number}.pt": b"\x80\x04." for number in range(6)}}
    reading = read(of_bytes("runs.zip", zipped(entries)))
    assert codes(reading) == ["left-out"] * 6
    assert reading.remarks[0].sentence.startswith("Left out: 0.pt is a pickle")
    assert reading.remarks[-1].sentence == "1 more files are left out for the like."


def test_an_archive_in_an_archive_is_left_alone() -> None:
    inner = zipped({"rows": ROW})
    reading = read(of_bytes("runs.zip", zipped({"rows": ROW, "inner.zip": inner})))
    assert said(reading, "no-run") == "These files are no runs and were left alone: inner.zip."


def test_a_log_that_is_an_archive_is_read_inside_an_archive() -> None:
    start = b'{"version": 2, "eval": {"task": "t", "model": "m"}}'
    log = zipped({"_journal/start.json": start, "samples/a.json": b'{"id": "a", "scores": {"s": {"value": "C"}}}'})
    file = of_bytes("logs.zip", zipped({"one.eval": log}))
    assert [(trial.task_id, trial.verdict) for trial in trials(file)] == [("a", "accepted")]
    assert refusal(file, limits=Limits(document=len(log) - 1))[0] == "unknown-format"


def test_an_archive_without_a_run_is_refused() -> None:
    assert refusal(of_bytes("runs.zip", zipped({"a": b"hello"})))[0] == "unknown-format"


@pytest.mark.parametrize(
    "entry",
    [
        Packed("rows", ROW, len(ROW), 1, method=0),  # another checksum
        Packed("rows", ROW, len(ROW) + 1, zlib.crc32(ROW), method=0),  # less than declared
        Packed("rows", ROW, len(ROW) - 1, zlib.crc32(ROW), method=0),  # more than declared
        Packed("rows", b"nonsense", len(ROW), zlib.crc32(ROW)),
        Packed("rows", b"nonsense", len(ROW), zlib.crc32(ROW), method=8),
        Packed("rows", zstandard.compress(ROW * 9), len(ROW), zlib.crc32(ROW)),
        Packed("rows", ROW, len(ROW), zlib.crc32(ROW), method=12),
    ],
)
def test_an_entry_that_lies_is_left_out(entry: Packed) -> None:
    file = of_bytes("runs.zip", by_hand([Packed.stored("good", ROW), entry]))
    assert codes(read(file)) == ["left-out"]


def test_an_entry_whose_place_is_wrong_is_left_out() -> None:
    data = by_hand([Packed.stored("good", ROW), Packed.stored("rows", ROW)])
    at = data.rindex(b"PK\x01\x02") + 42
    assert codes(read(of_bytes("runs.zip", data[:at] + b"\xff\xff\xff\x7f" + data[at + 4 :]))) == ["left-out"]


def test_an_archive_can_be_read_twice() -> None:
    file = of_bytes("runs.zip", zipped({"rows": ROW}, method=ZSTANDARD))
    assert len(trials(file)) == len(trials(file)) == 1
