import csv
import io
import threading
from dataclasses import replace
from datetime import datetime

import pytest
from sqlalchemy.orm import Session

from app.exports import service
from app.exports.fields import COLUMNS
from app.exports.service import Bundle, Kind
from app.infra import canonical
from app.infra.errors import InvalidError
from app.infra.work import Work
from app.inquiries.fields import FIELDS
from tests import approvals, drafts, factories
from tests.exports.tricks import SCRIPTS, TRICKS

pytestmark = pytest.mark.seeded
STRANGE: dict[str, object] = {
    "title": TRICKS[0],
    "unknown": {"key": [1, -2.5, None, 7e16]},
    "deployment": {
        **drafts.document()["deployment"],
        "target": TRICKS[4],
        "owner": "a,=1",
        "texts that look like values": ["-5", "", "0"],
        "one": "-5",
        "none": "",
    },
}


def written(db: Session, kind: Kind, *, has_bom: bool = False) -> bytes:
    """Return the whole file of everything."""
    return b"".join(service.stream(db, Bundle(service.spanned(db, 0), kind, has_bom=has_bom)))


def with_every_trick() -> dict[str, object]:
    """Return answers that hold each trick and each script somewhere."""
    texts = [text.replace("\x00", "") for text in (*TRICKS, *SCRIPTS)]
    return {**STRANGE, "x": texts, **{f"x{number}": text for number, text in enumerate(texts)}}


def test_r49_r50_a_csv_file_gives_back_the_same_scopes(work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now, answers=with_every_trick())
    decided = work.write_now(approvals.approved, now=now, name="glm")
    work.write_now(approvals.revoked, decided.reference, now=now)
    lines = work.read_now(written, Kind.JSONL).decode().splitlines(keepends=True)
    text = work.read_now(written, Kind.CSV).decode()
    assert list(service.read_csv(io.StringIO(text, newline=""))) == list(service.read_jsonl(lines))
    assert len(lines) == 2


def test_r49_no_cell_is_an_apostrophe_alone(work: Work, now: datetime) -> None:
    parts = drafts.document()
    empty = {"nothing": "", **{name: {**parts[name], "none": ""} for name in ("deployment", "task")}}
    empty["baseline"] = {**parts["baseline"], "note": ""}
    empty["data"] = {**parts["data"], "licence_note": ""}
    work.write_now(approvals.approved, now=now, answers=empty, grant=replace(approvals.GRANT, conditions=""))
    text = work.read_now(written, Kind.CSV).decode()
    header, row = csv.reader(io.StringIO(text, newline=""))
    assert dict(zip(header, row, strict=True))["granted.conditions"] == ""
    assert "'" not in row
    lines = work.read_now(written, Kind.JSONL).decode().splitlines()
    (scope,) = service.read_csv(io.StringIO(text, newline=""))
    assert [scope] == list(service.read_jsonl(lines))
    assert (scope["granted"]["conditions"], scope["document"]["nothing"]) == ("", "")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\n\r\n"])
def test_r50_line_ends_within_a_cell_survive_as_the_manifest_says(work: Work, now: datetime, ends: str) -> None:
    text = f"one{ends}two{ends}{ends}three"
    work.write_now(
        approvals.approved, now=now, answers={"deployment": {**drafts.document()["deployment"], "owner": text}}
    )
    file = work.read_now(written, Kind.CSV).decode()
    (scope,) = service.read_csv(io.StringIO(file, newline=""))
    assert scope["document"]["deployment"]["owner"] == text
    said = work.read_now(lambda db: service.exported(db, Bundle(service.spanned(db, 0), Kind.CSV))).as_json()
    assert "a quoted cell is the text's own (CR LF, LF or CR)" in said["files"][0]["line_ends"]
    if ends != "\n":
        with pytest.raises(InvalidError, match="changed line ends"):
            list(service.read_csv(io.StringIO(file, newline=None)))


def test_r49_json_lines_are_not_touched(work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now, answers=STRANGE)
    (scope,) = service.read_jsonl(work.read_now(written, Kind.JSONL).decode().splitlines())
    assert scope["document"]["title"] == TRICKS[0]
    assert scope["document"]["unknown"] == STRANGE["unknown"]


def test_r50_a_csv_file_may_begin_with_a_mark_and_quotes_as_rfc_4180_says(work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now, answers={"title": 'She said "hi",\nand left'})
    plain, marked = work.read_now(written, Kind.CSV), work.read_now(written, Kind.CSV, has_bom=True)
    assert marked == "\ufeff".encode() + plain
    assert b'"She said ""hi"",\nand left"' in plain
    assert plain.count(b"\r\n") == 2
    assert list(service.read_csv(io.StringIO(marked.decode(), newline=""))) == list(
        service.read_csv(io.StringIO(plain.decode(), newline=""))
    )


def test_r51_every_instant_says_its_offset_and_its_column_the_zone(work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now)
    rows = csv.DictReader(io.StringIO(work.read_now(written, Kind.CSV).decode(), newline=""))
    (scope,) = service.read_jsonl(work.read_now(written, Kind.JSONL).decode().splitlines())
    assert next(rows)["decided.at_utc"] == scope["decided"]["at"] == now.isoformat()
    assert now.isoformat().endswith("+00:00")


def test_r55_there_is_one_column_for_each_field_id_and_no_two_share_a_name() -> None:
    assert set(FIELDS) <= set(COLUMNS)
    assert len(set(COLUMNS)) == len(COLUMNS)
    assert COLUMNS[0] == "export.schema"


def test_a_changed_scope_is_not_taken_for_what_was_exported(work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now)
    text = work.read_now(written, Kind.JSONL).decode().replace('"cap":4000000', '"cap":9000000')
    with pytest.raises(InvalidError, match="digest differs"):
        list(service.read_jsonl(text.splitlines()))


def test_r53_the_manifest_counts_the_rows_that_are_there(work: Work, now: datetime) -> None:
    for _ in range(3):
        decided = work.write_now(approvals.approved, now=now)
    for kind in Kind:
        said = work.read_now(lambda db, kind: service.exported(db, Bundle(service.spanned(db, 0), kind)), kind)
        file = work.read_now(written, kind)
        rows = len(file.splitlines()) if kind is Kind.JSONL else file.count(b"\r\n") - 1
        assert said.count == said.total == rows == 3
        assert said.cursor == decided.seq
        assert said.as_json()["files"][0]["rows"] == 3


def test_r53_a_cursor_of_another_installation_is_refused(work: Work) -> None:
    with pytest.raises(InvalidError, match="beyond the latest decision"):
        work.read_now(service.spanned, 1)


def test_r53_what_is_written_during_an_export_is_neither_doubled_nor_lost(work: Work, now: datetime) -> None:
    first, second = (work.write_now(approvals.approved, now=now) for _ in range(2))
    with work.snapshot() as db:
        span = service.spanned(db, 0)
        pieces = service.stream(db, Bundle(span))
        read = [next(pieces)]

        def write() -> None:
            work.write_now(approvals.approved, now=now)
            work.write_now(approvals.revoked, first.reference, now=now)

        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
        read.extend(pieces)
    then = [canonical.parse(line) for line in read]
    assert [(scope["reference"], scope["state"]) for scope in then] == [
        (first.reference, "approved"),
        (second.reference, "approved"),
    ]
    later = work.read_now(lambda db: list(service.stream(db, Bundle(service.spanned(db, span.until)))))
    assert [(scope["reference"], scope["state"]) for scope in map(canonical.parse, later)] == [
        ("PD-0003", "approved"),
        (first.reference, "revoked"),
    ]


def test_r53_the_cursor_moves_only_when_the_arrival_is_acknowledged(work: Work, now: datetime) -> None:
    ops = work.write_now(factories.stored_person, now=now)
    decided = work.write_now(approvals.approved, now=now)
    assert work.read_now(service.acknowledged, ops) == 0
    assert work.write_now(service.acknowledge, ops, decided.seq, now=now) == decided.seq
    assert work.write_now(service.acknowledge, ops, 0, now=now) == decided.seq
    assert work.read_now(service.acknowledged, ops) == decided.seq
    with pytest.raises(InvalidError):
        work.write_now(service.acknowledge, ops, decided.seq + 1, now=now)


def test_reading_an_export_leaves_the_limit_of_cells_to_others_as_it_was() -> None:
    before = csv.field_size_limit()
    assert list(service.read_csv(["schema\r\n"])) == []
    assert csv.field_size_limit() == before
