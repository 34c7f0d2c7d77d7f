"""Each limit, at it and one above."""

import zipfile
from dataclasses import replace

import pytest

from app.readers.limits import Limits
from app.readers.source import of_bytes
from tests.readers.making import (
    Packed,
    archive,
    by_hand,
    codes,
    document,
    lines,
    read,
    refusal,
    said,
    summary,
    trials,
    zipped,
)

ROW = {"task_id": "a", "verdict": "accepted"}
LOG = {"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": []}


def test_files_up_to_the_limit_are_read_and_one_more_is_not() -> None:
    files = [lines(f"{number}.jsonl", ROW) for number in range(3)]
    limits = Limits(files=2)
    assert summary(*files[:2], limits=limits).rows == 2
    assert refusal(*files, limits=limits)[0] == "too-many-files"


def test_a_file_may_be_as_large_as_the_limit_and_no_larger() -> None:
    file = lines("a.jsonl", ROW)
    assert len(trials(file, limits=Limits(size=file.size))) == 1
    assert refusal(file, limits=Limits(size=file.size - 1)) == ("too-large", "a.jsonl is larger than 0 MiB.")


def test_a_document_may_be_as_large_as_the_limit_and_no_larger() -> None:
    file = document("a.json", LOG)
    assert trials(file, limits=Limits(document=file.size)) == []
    assert refusal(file, limits=Limits(document=file.size - 1))[0] == "too-large"


def test_a_document_that_grew_since_it_was_looked_at_is_refused() -> None:
    small, large = document("a.json", LOG), document("a.json", {**LOG, "more": "x" * 100})
    opened = iter([small, small, small, small, large])
    file = replace(small, open=lambda: next(opened).open())
    assert refusal(file, limits=Limits(document=small.size))[0] == "too-large"


def test_a_line_may_be_as_long_as_the_limit_and_a_longer_one_is_left_out() -> None:
    long = {**ROW, "task_id": "b" * 100}
    file = lines("a.jsonl", ROW, long, {**ROW, "task_id": "c"})
    length = len(b'{"task_id": "", "verdict": "accepted"}') + 100
    assert [trial.task_id[0] for trial in trials(file, limits=Limits(line=length))] == ["a", "b", "c"]
    reading = read(file, limits=Limits(line=length - 1))
    assert [trial.task_id for trial in reading.trials] == ["a", "c"]
    assert said(reading, "bad-row") == f"Line 2 of a.jsonl is longer than {length - 1} bytes, and is left out."


def test_a_last_line_without_an_end_is_held_to_the_same_limit() -> None:
    raw = b'{"task_id": "a", "verdict": "accepted"}\n{"task_id": "bb", "verdict": "accepted"}'
    length = len(raw.split(b"\n")[1])
    assert len(trials(of_bytes("a.jsonl", raw), limits=Limits(line=length))) == 2
    assert len(trials(of_bytes("a.jsonl", raw), limits=Limits(line=length - 1))) == 1


def test_a_very_long_line_is_skipped_to_its_end() -> None:
    file = lines("a.jsonl", ROW, "x" * 1000, ROW)
    reading = read(file, limits=Limits(line=50))
    assert [trial.line for trial in reading.trials] == [1, 3]


def test_a_line_may_hold_as_many_values_as_the_limit_and_no_more() -> None:
    row = {**ROW, "components": {"a": 1, "b": 2}}  # two objects, three commas
    assert len(trials(lines("a.jsonl", ROW, row), limits=Limits(values=5))) == 2
    reading = read(lines("a.jsonl", ROW, row), limits=Limits(values=4))
    assert said(reading, "bad-row") == "Line 2 of a.jsonl holds more than 4 values, and is left out."


def test_a_document_may_hold_as_many_values_as_the_limit_and_no_more() -> None:
    file = document("a.json", LOG)  # two objects, a list, four commas
    assert trials(file, limits=Limits(document_values=7, values=0)) == []
    assert refusal(file, limits=Limits(document_values=6, values=0))[0] == "unreadable"


@pytest.mark.parametrize("inner", ["[]", '{"a": {}}'])
def test_brackets_may_nest_as_deep_as_the_limit_and_no_deeper(inner: str) -> None:
    depth = 1 + inner.count("[") + inner.count("{")
    row = f'{{"task_id": "a", "verdict": "accepted", "sampling": {inner}}}'
    flat = '{"task_id": "b", "verdict": "accepted"}'
    assert len(trials(lines("a.jsonl", flat, row), limits=Limits(nesting=depth))) == 2
    reading = read(lines("a.jsonl", flat, row), limits=Limits(nesting=depth - 1))
    assert said(reading, "bad-row") == f"Line 2 of a.jsonl is nested deeper than {depth - 1} levels, and is left out."


def test_many_brackets_beside_each_other_are_no_nesting() -> None:
    row = {**ROW, "components": {}, "sampling": {"a": [1, [], [], []]}}
    assert len(trials(lines("a.jsonl", row), limits=Limits(nesting=4))) == 1


def test_brackets_in_the_hundred_thousands_end_as_a_remark() -> None:
    deep = "[" * 200_000 + "]" * 200_000
    assert codes(read(lines("a.jsonl", ROW, deep))) == ["bad-row"]


def test_an_archive_may_hold_as_many_entries_as_the_limit_and_no_more() -> None:
    file = archive("a.zip", {"a.jsonl": ROW, "b.txt": b"x"})
    assert len(trials(file, limits=Limits(entries=2))) == 1
    assert refusal(file, limits=Limits(entries=1)) == ("too-many-entries", "a.zip holds more than 1 entries.")


def test_a_directory_that_is_too_large_for_its_entries_is_refused_before_it_is_read() -> None:
    name = "x" * 2000
    data = by_hand([Packed.stored(name, b"x")])
    assert refusal(of_bytes("a.zip", data), limits=Limits(entries=1))[0] == "too-many-entries"
    assert refusal(of_bytes("a.zip", data), limits=Limits(entries=2))[0] == "unknown-format"


def test_an_archive_may_unpack_to_the_limit_and_no_further() -> None:
    file = of_bytes("a.zip", zipped({"a.jsonl": b'{"task_id": "a", "verdict": "accepted"}', "b": b"y" * 61}))
    assert len(trials(file, limits=Limits(expanded=100))) == 1
    assert refusal(file, limits=Limits(expanded=99))[0] == "too-large-unpacked"


def test_an_entry_may_unpack_to_the_ratio_and_no_further() -> None:
    data = b'{"task_id": "a", "verdict": "accepted"}' + b" " * 961
    file = of_bytes("a.zip", zipped({"a.jsonl": data}))
    with zipfile.ZipFile(file.open()) as made:
        packed = made.infolist()[0].compress_size
    ratio = 1000 // packed
    assert len(trials(file, limits=Limits(ratio=ratio + 1, ratio_from=0))) == 1
    assert refusal(file, limits=Limits(ratio=ratio, ratio_from=999))[0] == "zip-bomb"
    assert len(trials(file, limits=Limits(ratio=ratio, ratio_from=1000))) == 1


def test_bad_rows_are_named_up_to_the_limit_and_then_counted() -> None:
    file = lines("a.jsonl", ROW, "x", "y", "z")
    assert codes(read(file, limits=Limits(remarks=3))) == ["bad-row", "bad-row", "bad-row"]
    reading = read(file, limits=Limits(remarks=2))
    assert codes(reading) == ["bad-row", "bad-row", "bad-rows"]
    assert said(reading, "bad-rows") == "1 more lines of a.jsonl are left out for the like."


def test_a_reading_may_take_as_long_as_the_limit_and_no_longer() -> None:
    file = lines("a.jsonl", ROW)
    times = iter([0.0, 10.0])
    assert len(trials(file, limits=Limits(seconds=10), clock=lambda: next(times))) == 1
    times = iter([0.0, 10.5])
    code, sentence = refusal(file, limits=Limits(seconds=10), clock=lambda: next(times))
    assert (code, sentence) == ("too-slow", "a.jsonl took longer than 10 seconds to read.")
