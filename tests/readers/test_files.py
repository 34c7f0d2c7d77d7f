"""Files in, readings out: told by content, grouped, and left out where they were only found."""

import hashlib
from dataclasses import replace

import pytest

from app.readers.files import read_files
from app.readers.limits import Limits
from app.readers.source import of_bytes
from tests.readers.making import codes, document, lines, read, refusal, said

ROW = {"task_id": "a", "verdict": "accepted"}


def test_each_file_of_plain_rows_is_a_run() -> None:
    readings = read_files([lines("a.jsonl", ROW), lines("b.csv", ROW)])
    assert [(reading.format, reading.files[0].name) for reading in readings] == [
        ("plain", "a.jsonl"),
        ("plain", "b.csv"),
    ]


def test_a_file_is_known_by_its_digest_and_size() -> None:
    (file,) = read(lines("a.jsonl", ROW)).files
    assert file.size == 40
    assert file.sha256 == hashlib.sha256(b'{"task_id": "a", "verdict": "accepted"}\n').hexdigest()


def test_a_file_that_is_no_run_is_refused_where_it_was_named() -> None:
    code, sentence = refusal(lines("a.jsonl", {"what": "ever"}))
    assert code == "unknown-format"
    assert sentence.startswith("a.jsonl is in none of the formats that are read here: Inspect, lm-evaluation-harness,")


def test_a_file_that_is_no_run_is_left_alone_where_it_was_found() -> None:
    found = [replace(of_bytes(f"{number}.txt", b"hello"), is_optional=True) for number in range(2)]
    reading = read(lines("a.jsonl", ROW), *found, replace(of_bytes("e", b""), is_optional=True))
    assert said(reading, "no-run") == "These files are no runs and were left alone: 0.txt, 1.txt."
    assert said(reading, "left-out") == "Left out: e is empty."


def test_a_remark_is_said_once() -> None:
    reading = read(lines("a.jsonl", ROW))
    reading.remark("a", "Once.")
    reading.remark("a", "Once.")
    assert codes(reading) == ["a"]


def test_a_document_is_refused_where_it_breaks_between_two_looks() -> None:
    log = {"status": "success", "eval": {"task": "t", "model": "m"}, "samples": []}
    good = document("a.json", log)
    opened = iter([good] * 4 + [of_bytes("a.json", b"{")])
    assert refusal(replace(good, open=lambda: next(opened).open())) == ("unreadable", "a.json is not JSON.")


def test_broken_text_in_a_document_is_replaced_and_said() -> None:
    raw = b'{"status": "success",\n"eval": {"task": "t", "model": "caf\xe9"}, "samples": []}'
    reading = read(of_bytes("a.json", raw))
    assert said(reading, "broken-text") == "a.json holds text that is not UTF-8; it was replaced."


def test_weights_and_parquet_that_are_broken_are_refused_by_a_sentence() -> None:
    for begins in (b"PAR1nonsense", b"\x09\0\0\0\0\0\0\0{", b"\x02\0\0\0\0\0\0\0{}"):
        code, sentence = refusal(of_bytes("a", begins))
        assert (bool(code), sentence.endswith(".")) == (True, True)


def test_blank_lines_at_the_end_are_nothing() -> None:
    reading = read(of_bytes("a.jsonl", b'\n\n{"task_id": "a", "verdict": "accepted"}\n\n \n'))
    assert [trial.line for trial in reading.trials] == [3]
    assert codes(reading) == []


@pytest.mark.parametrize("text", ["\n\n[1,\n2]", "[1] x", "7", '"text"'])
def test_values_that_are_no_objects_are_no_runs(text: str) -> None:
    assert refusal(of_bytes("a.json", text.encode()))[0] in {"unknown-format", "unreadable"}


def test_a_long_document_of_many_lines_that_is_broken_is_refused_for_its_size() -> None:
    text = b'{"a":\n' + b'"' + b"x" * 100 + b'"\n'
    assert refusal(of_bytes("a.json", text), limits=Limits(document=50, line=20))[0] == "too-large"
