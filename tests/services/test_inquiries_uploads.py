import io
from datetime import datetime
from pathlib import Path

import pytest

from app.accounts.queries import Person
from app.infra.errors import (
    ConflictError,
    NotFoundError,
    TooLargeError,
    TooManyError,
    UnavailableError,
    UnsupportedError,
)
from app.infra.files import Files
from app.infra.work import Work
from app.inquiries import service
from app.inquiries.service import Taken
from app.inquiries.service.formats import format_of
from app.inquiries.service.uploading import plain_name
from tests import drafts, factories

seeded = pytest.mark.seeded
ROWS = Taken("a" * 64, 3, "rows.jsonl", "jsonl")


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path / "uploads")


@pytest.fixture
def customer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now)


@pytest.fixture
def reference(work: Work, customer: Person, now: datetime) -> str:
    return work.write_now(drafts.opened, customer, now=now)


def named(work: Work, person: Person, reference: str, now: datetime) -> object:
    return work.read_now(service.load, person, reference, now=now).document.get("baseline", {}).get("files")


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.json", b'{"a": 1}', "json"),
        ("a.json", b"\xef\xbb\xbf [1]", "json"),
        ("A.JSONL", b'{"a": 1}\n{"a": 2}', "jsonl"),
        ("a.ndjson", b"\n\n[1]\n", "jsonl"),
        ("a.csv", "a,b\n1,é\n".encode(), "csv"),
        ("a.tsv", b"a\tb\n", "csv"),
        ("notes.md", b"plain words", "text"),
        ("run.log", b"\x1b[31mred\x1b[0m", "text"),
        ("a.eval", b"PK\x03\x04rest", "zip"),
        ("a.zip", b"PK\x05\x06" + bytes(18), "zip"),
        ("a.parquet", b"PAR1" + bytes(8) + b"PAR1", "parquet"),
    ],
)
def test_a_file_is_known_by_its_bytes_and_its_name(tmp_path: Path, name: str, content: bytes, found: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert format_of(name, path) == found


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.html", b"<p>hello"),
        ("a.svg", b"<svg/>"),
        ("a.pdf", b"%PDF-1.7"),
        ("a", b"text"),
        ("a.exe", b"MZ"),
        ("a.txt", b" \n <script>alert(1)</script>"),
        ("a.csv", b"\xef\xbb\xbf<html>"),
        ("a.json", b'<?xml version="1.0"?>'),
        ("a.json", b"plain words"),
        ("a.json", b'"a text"'),
        ("a.jsonl", b"plain\nwords"),
        ("a.jsonl", b"[" * 20_000),
        ("a.jsonl", b"x" * 100_000),
        ("a.jsonl", b"{" + b" " * 10),
        ("a.txt", b""),
        ("a.txt", b"  \n "),
        ("a.txt", b"\x00\x01binary"),
        ("a.txt", b"\xff\xfe\x00"),
        ("a.txt", b"cut \xc3"),
        ("a.txt", b"PK\x03\x04"),
        ("a.zip", b"plain words"),
        ("a.zip", b"PAR1" + bytes(8) + b"PAR1"),
        ("a.parquet", b"PAR1"),
        ("a.parquet", b"PAR1" + bytes(12)),
        ("a.eval", b""),
    ],
)
def test_r63_what_is_not_on_the_list_or_is_not_what_it_says_is_refused(
    tmp_path: Path, name: str, content: bytes
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(UnsupportedError) as refusal:
        format_of(name, path)
    assert "Take JSON" in refusal.value.sentence


def test_a_long_text_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a,b\n" * 50_000 + b"\x00")
    with pytest.raises(UnsupportedError):
        format_of("a.csv", path)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("rows.jsonl", "rows.jsonl"),
        ("../../etc/passwd", "passwd"),
        ("C:\\runs\\rows.csv", "rows.csv"),
        ("a\r\nSet-Cookie: x.txt", "a__Set-Cookie: x.txt"),
        ("", "file"),
        ("..", "file"),
        ("ä日本.csv", "ä日本.csv"),
        ("x" * 300 + ".csv", "x" * 251 + ".csv"),
    ],
)
def test_a_name_is_never_a_path(given: str, kept: str) -> None:
    assert plain_name(given) == kept


def test_a_file_is_kept_by_its_digest_once(files: Files) -> None:
    first = service.take_in(files, "a.txt", io.BytesIO(b"words"))
    second = service.take_in(files, "b.txt", io.BytesIO(b"words"))
    assert first.sha256 == second.sha256
    assert files.path(first.sha256).read_bytes() == b"words"
    assert [path.name for path in files.path(first.sha256).parent.parent.rglob("*") if path.is_file()] == [first.sha256]


def test_a_file_of_the_largest_size_is_taken_and_one_byte_more_is_not(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.inquiries.service.uploading.LARGEST_FILE", 100)
    assert service.take_in(files, "a.txt", io.BytesIO(b"x" * 100)).size == 100
    with pytest.raises(TooLargeError):
        service.take_in(files, "a.txt", io.BytesIO(b"x" * 101))


def test_a_disk_that_takes_nothing_is_a_refusal(tmp_path: Path) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(28, "No space left on device", size)

    with pytest.raises(UnavailableError):
        service.take_in(Files(tmp_path / "uploads"), "a.txt", Broken())
    assert list((tmp_path / "uploads").iterdir()) == []


@seeded
def test_an_attached_file_is_named_in_the_answers(work: Work, customer: Person, reference: str, now: datetime) -> None:
    file = work.write_now(service.attach, customer, reference, taken=ROWS, now=now)
    assert named(work, customer, reference, now) == [file.public_id]
    assert work.read_now(service.find_upload, customer, reference, file.public_id, now=now) == file


@seeded
def test_the_same_file_attached_twice_counts_once(work: Work, customer: Person, reference: str, now: datetime) -> None:
    first = work.write_now(service.attach, customer, reference, taken=ROWS, now=now)
    again = work.write_now(service.attach, customer, reference, taken=ROWS, now=now)
    assert again == first
    assert named(work, customer, reference, now) == [first.public_id]


@seeded
@pytest.mark.parametrize(("before", "after"), [("by hand", ["by hand"]), (7, []), ([1], [1]), (None, [])])
def test_whatever_the_answer_held_is_kept_beside_the_file(
    work: Work, customer: Person, now: datetime, before: object, after: list[object]
) -> None:
    reference = work.write_now(drafts.opened, customer, now=now)
    patch = {"baseline": {"files": before}}
    work.write_now(service.patch_document, customer, reference, patch, base_version=None, now=now)
    file = work.write_now(service.attach, customer, reference, taken=ROWS, now=now)
    assert named(work, customer, reference, now) == [*after, file.public_id]


@seeded
def test_r11_a_removed_file_is_missed_by_the_next_check(work: Work, customer: Person, now: datetime) -> None:
    ready = drafts.document()
    ready["baseline"]["files"] = []
    reference = work.write_now(drafts.opened, customer, ready, now=now)
    file = work.write_now(service.attach, customer, reference, taken=ROWS, now=now)
    assert work.read_now(service.review, customer, reference, now=now).report.passes
    work.write_now(service.remove_upload, customer, reference, file.public_id, now=now)
    report = work.read_now(service.review, customer, reference, now=now).report
    assert [(finding.rule, finding.field) for finding in report.findings if finding.refuses] == [
        ("EV-01", "baseline.files")
    ]
    with pytest.raises(NotFoundError):
        work.read_now(service.find_upload, customer, reference, file.public_id, now=now)


@seeded
def test_a_file_that_the_answers_do_not_name_can_be_removed_too(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    file = work.write_now(service.attach, customer, reference, taken=ROWS, now=now)
    patch = {"baseline": {"files": "by hand"}}
    work.write_now(service.patch_document, customer, reference, patch, base_version=None, now=now)
    work.write_now(service.remove_upload, customer, reference, file.public_id, now=now)
    assert named(work, customer, reference, now) == "by hand"
    with pytest.raises(NotFoundError):
        work.write_now(service.remove_upload, customer, reference, file.public_id, now=now)


@seeded
def test_only_its_own_inquiry_and_its_own_id_find_a_file(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    file = work.write_now(service.attach, customer, reference, taken=ROWS, now=now)
    other = work.write_now(drafts.opened, customer, now=now)
    stranger = work.write_now(factories.stored_person, now=now, organisation="Another Ltd")
    for person, where, asked in [
        (customer, other, file.public_id),
        (stranger, reference, file.public_id),
        (customer, reference, file.sha256),
        (customer, reference, "0" * 24),
    ]:
        with pytest.raises(NotFoundError):
            work.read_now(service.find_upload, person, where, asked, now=now)


@seeded
def test_an_inquiry_takes_so_many_files_and_no_more(
    work: Work, customer: Person, reference: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.inquiries.service.uploading.MOST_FILES", 1)
    work.write_now(service.attach, customer, reference, taken=ROWS, now=now)
    with pytest.raises(TooManyError):
        work.write_now(service.attach, customer, reference, taken=Taken("b" * 64, 1, "b", "text"), now=now)


@seeded
def test_r13_nothing_is_attached_to_or_removed_from_what_was_submitted(
    work: Work, customer: Person, now: datetime
) -> None:
    reference = work.write_now(drafts.opened, customer, drafts.document(), now=now)
    file = work.write_now(service.attach, customer, reference, taken=ROWS, now=now)
    work.write_now(drafts.submitted, customer, reference, now=now)
    with pytest.raises(ConflictError):
        work.write_now(service.attach, customer, reference, taken=Taken("b" * 64, 1, "b", "text"), now=now)
    with pytest.raises(ConflictError):
        work.write_now(service.remove_upload, customer, reference, file.public_id, now=now)
    snapshot = work.read_now(service.latest_snapshot, customer, reference, now=now)
    assert f'"sha256":"{ROWS.sha256}"' in snapshot
