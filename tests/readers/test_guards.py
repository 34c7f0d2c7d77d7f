"""What is refused by name: files that run code when they are opened, and files that are no runs."""

import io
import pickle

import pytest

from app.readers.source import of_bytes
from tests.readers.making import Packed, archive, by_hand, refusal, zipped

NPY = b"\x93NUMPY\x01\x00v\x00{'descr': '%s', 'fortran_order': False, 'shape': (1,), }"


@pytest.mark.parametrize("protocol", range(2, 6))
def test_a_pickle_is_refused_by_name(protocol: int) -> None:
    code, sentence = refusal(of_bytes("rollouts.pt", pickle.dumps({"a": 1}, protocol)))
    assert code == "pickle"
    assert sentence == (
        "rollouts.pt is a pickle (.pt, .pkl): Python objects in it would run code when loaded, so it is never opened. "
        "Write JSONL instead."
    )


@pytest.mark.parametrize("value", [{"a": 1}, [1]])
@pytest.mark.parametrize("protocol", [0])
def test_an_old_pickle_is_refused_too(value: object, protocol: int) -> None:
    assert refusal(of_bytes("a.pkl", pickle.dumps(value, protocol)))[0] == "pickle"


def test_a_pickle_that_calls_a_function_is_never_opened() -> None:
    assert refusal(of_bytes("a.jsonl", b"cos\nsystem\n(S'true'\ntR."))[0] == "pickle"


def test_a_torch_archive_is_refused_as_the_pickle_that_it_is() -> None:
    assert refusal(archive("a.jsonl", {"archive/data.pkl": b"x", "archive/data/0": b"y"}))[0] == "pickle"


def test_an_array_of_objects_is_refused_by_name() -> None:
    code, sentence = refusal(of_bytes("a.npy", NPY % b"|O"))
    assert (code, sentence[:41]) == ("object-array", "a.npy is an array of objects (.npy): Pyth")
    assert refusal(of_bytes("a.npy", NPY % b"<f8"))[0] == "arrays"


def test_a_bundle_of_arrays_is_refused_by_name() -> None:
    assert refusal(archive("a.npz", {"a.npy": b"x", "b.npy": b"y"}))[0] == "object-array"


def test_macros_are_refused_by_name() -> None:
    sheet = {"[Content_Types].xml": b"<x/>", "xl/vbaProject.bin": b"x"}
    assert refusal(archive("a.xlsm", sheet)) == (
        "macros",
        "a.xlsm is an office document with macros; it is never opened.",
    )
    assert refusal(of_bytes("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)))[0] == "macros"


def test_an_office_document_is_asked_for_as_csv() -> None:
    sheet = {"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"x"}
    assert refusal(archive("a.xlsx", sheet)) == ("office", "a.xlsx is an office document; save the sheet as CSV.")


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
        '\ufeff<!DOCTYPE a [<!ENTITY b "c">]><a/>',
        '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "http://somewhere/a.dtd"><a/>',
    ],
)
def test_external_entities_are_refused_by_name(text: str) -> None:
    code, sentence = refusal(of_bytes("a.xml", text.encode()))
    assert code == "entities"
    assert sentence.endswith("it is never parsed.")


@pytest.mark.parametrize("text", ['<?xml version="1.0"?><a/>', "<!doctype html><p>", "<html></html>"])
def test_markup_is_no_run(text: str) -> None:
    assert refusal(of_bytes("a.json", text.encode()))[0] == "markup"


def test_a_text_in_angle_brackets_is_only_unknown() -> None:
    assert refusal(of_bytes("a.txt", b"<think>what?</think>"))[0] == "unknown-format"


@pytest.mark.parametrize(
    ("begins", "code"),
    [
        (b"\x1f\x8b\x08", "packed"),
        (b"BZh9", "packed"),
        (b"\xfd7zXZ\0", "packed"),
        (b"7z\xbc\xaf\x27\x1c", "packed"),
        (b"\x28\xb5\x2f\xfd", "packed"),
        (b"x" * 257 + b"ustar\0", "packed"),
        (b"\x89HDF\r\n", "arrays"),
        (b"%PDF-1.7", "document"),
        (b"\x7fELF", "program"),
        ("{}".encode("utf-16"), "not-utf-8"),
        (b"\xfe\xff\0{", "not-utf-8"),
        (b"SQLite format 3\0", "database"),
        (b"what\0ever", "binary"),
        (b"", "empty"),
        (b"\xef\xbb\xbf \n", "empty"),
    ],
)
def test_what_is_no_run_is_refused_by_name(begins: bytes, code: str) -> None:
    assert refusal(of_bytes("a.jsonl", begins))[0] == code


def test_the_name_of_a_file_decides_nothing() -> None:
    out = io.BytesIO()
    pickle.dump([1], out)
    assert refusal(of_bytes("results.json", out.getvalue()))[0] == "pickle"


@pytest.mark.parametrize("name", ["../a.jsonl", "a/../../b", "/etc/passwd", "\\a", "c:\\a", "a\\..\\b"])
def test_an_entry_that_points_outside_its_archive_is_refused(name: str) -> None:
    assert refusal(of_bytes("a.zip", by_hand([Packed.stored(name, b"x")])))[0] == "entry-name"


def test_an_encrypted_archive_is_refused() -> None:
    entry = Packed("a.jsonl", b"x", 1, 0, method=0, flags=1)
    assert refusal(of_bytes("a.zip", by_hand([entry])))[0] == "encrypted"


def test_entries_that_overlap_are_refused() -> None:
    entries = [Packed(f"{number}", b"", 1000, 0, method=0, packed_size=1000) for number in range(9)]
    assert refusal(of_bytes("a.zip", by_hand(entries)))[0] == "zip-bomb"


@pytest.mark.parametrize("cut", [10, 40, 60])
def test_an_archive_that_is_cut_off_is_refused(cut: int) -> None:
    data = zipped({"a.jsonl": b"{}"})[:-cut]
    assert refusal(of_bytes("a.zip", data))[0] == "damaged"
