"""Files of a folder decide as uploaded ones do: the command reads what the document names."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import DOCUMENTS, Pilotdesk

TODAY = ("--today", "2026-11-30", "--format", "json")


def document(path: Path, name: str = "qwen", **baseline: object) -> Path:
    found = json.loads((DOCUMENTS / f"{name}.json").read_text())
    found["baseline"] |= {"files": ["run.jsonl"], **baseline}
    path.write_text(json.dumps(found))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "files"
    made.mkdir()
    rows = [{"task_id": f"t{row % 120}", "verdict": "accepted" if row < 100 else "rejected"} for row in range(360)]
    (made / "run.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return made


def said(out: str, rule: str) -> dict[str, dict[str, Any]]:
    return {finding["field"]: finding for finding in json.loads(out)["findings"] if finding["rule"] == rule}


def test_the_rows_of_a_named_file_are_held_against_the_typed_numbers(
    pilotdesk: Pilotdesk, tmp_path: Path, folder: Path
) -> None:
    file = document(tmp_path / "inquiry.json", accepted=146)
    done = pilotdesk("check", file, "--files", folder, *TODAY)
    message = said(done.out, "EV-12")["baseline.accepted"]["message"]
    assert "given as 146, and the rows say 100." in message
    without = pilotdesk("check", file, *TODAY)
    assert said(without.out, "EV-12")["baseline.files"]["status"] == "cannot-tell"
    assert json.loads(done.out)["input_digest"] != json.loads(without.out)["input_digest"]


def test_a_file_that_no_answer_names_is_not_read(pilotdesk: Pilotdesk, tmp_path: Path, folder: Path) -> None:
    file = document(tmp_path / "inquiry.json", files=["another.jsonl", "../files/run.jsonl", 7])
    done = pilotdesk("check", file, "--files", folder, *TODAY)
    assert said(done.out, "EV-12")["baseline.files"]["status"] == "cannot-tell"


def test_a_file_of_a_refused_kind_says_so_and_nothing_was_measured(
    pilotdesk: Pilotdesk, tmp_path: Path, folder: Path
) -> None:
    (folder / "run.jsonl").write_bytes(b"\x80\x04\x95 a pickle")
    done = pilotdesk("check", document(tmp_path / "inquiry.json"), "--files", folder, *TODAY)
    assert "run.jsonl" in done.err
    assert said(done.out, "EV-12")["baseline.files"]["status"] == "cannot-tell"


def test_a_refused_file_beside_a_good_one_is_left_out(pilotdesk: Pilotdesk, tmp_path: Path, folder: Path) -> None:
    (folder / "notes.txt").write_text("some words")
    file = document(tmp_path / "inquiry.json", files=["notes.txt", "run.jsonl"], accepted=146)
    done = pilotdesk("check", file, "--files", folder, *TODAY)
    assert done.err.startswith("Left out: notes.txt")
    assert "the rows say 100." in said(done.out, "EV-12")["baseline.accepted"]["message"]
