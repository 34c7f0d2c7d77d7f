import json
from pathlib import Path

import pytest

from tests.cli.conftest import Pilotdesk

ROWS = [
    {"task_id": "a", "repeat": 0, "verdict": "accepted", "model_name": "maker/model", "model_revision": "r"},
    {"task_id": "a", "repeat": 1, "verdict": "none", "model_name": "maker/model", "model_revision": "r"},
]


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def test_the_answer_is_the_object_of_the_contract(pilotdesk: Pilotdesk, rows: Path) -> None:
    done = pilotdesk("read", str(rows), "--format", "json")
    answer = json.loads(done.out)
    assert done.status == 0
    assert list(answer) == [
        *("files", "rows", "tasks", "repeats", "accepted", "rejected", "no_verdict", "usage_known", "model_name"),
        *("model_revision", "rate", "warnings"),
    ]
    assert (answer["rows"], answer["repeats"], answer["rate"]) == (2, [2, 2], {"graded_only": 1.0, "all": 0.5})


def test_a_person_is_told_in_sentences(pilotdesk: Pilotdesk, rows: Path) -> None:
    done = pilotdesk("read", str(rows), "--policy", "drop")
    told = done.out.splitlines()
    assert told[0].startswith("rows.jsonl: plain, 206 bytes, SHA-256 ")
    assert told[1:8] == [
        "2 rows of 1 tasks",
        "Attempts at each task: 2",
        "Accepted 1, rejected 0, no verdict 1",
        "Rate among graded rows 1.0000, among all rows 0.5000",
        "Rows that say how many tokens they took: 0",
        "Model: maker/model, revision r",
        "- Rows without a verdict: 1 of 2; by the declared policy they are left out. Both rates are given.",
    ]


def test_attempts_that_differ_and_rates_that_nobody_knows_are_told(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("task_id,verdict\na,none\na,none\nb,none\n")
    told = pilotdesk("read", str(path)).out
    assert "Attempts at each task: 1 to 2\n" in told
    assert "Rate among graded rows not known, among all rows 0.0000\n" in told
    assert "Model: not known, revision not known\n" in told


def test_a_file_without_rows_has_no_attempts(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"status": "error", "eval": {"task": "t", "model": "m"}}, indent=1))
    told = pilotdesk("read", str(path)).out
    assert "0 rows of 0 tasks\nAccepted 0," in told


def test_a_folder_is_read_and_what_is_no_run_is_left_alone(pilotdesk: Pilotdesk, rows: Path) -> None:
    inner = rows.parent / "inner"
    inner.mkdir()
    (inner / "notes.txt").write_text("hello")
    (inner / "link").symlink_to(rows)
    answer = json.loads(pilotdesk("read", str(rows.parent), "--format", "json").out)
    assert [file["name"] for file in answer["files"]] == ["rows.jsonl"]
    assert "These files are no runs and were left alone: inner/notes.txt." in answer["warnings"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--policy", "maybe"), "There is no policy 'maybe'; there are reject, drop, rerun."),
        (("--threshold", "nan"), "The threshold has to be a number."),
    ],
)
def test_what_is_declared_wrongly_is_refused(
    pilotdesk: Pilotdesk, rows: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    done = pilotdesk("read", str(rows), *arguments)
    assert (done.status, done.err) == (2, sentence + "\n")


def test_a_file_that_is_refused_is_refused_in_a_sentence(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    path = tmp_path / "rollouts.pt"
    path.write_bytes(b"\x80\x04.")
    done = pilotdesk("read", str(path), "--format", "json")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("rollouts.pt is a pickle")


def test_a_file_that_is_not_there_is_refused(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    done = pilotdesk("read", str(tmp_path / "none.jsonl"))
    assert (done.status, done.err) == (
        2,
        f"The file {tmp_path}/none.jsonl cannot be read: No such file or directory.\n",
    )
    (tmp_path / "empty").mkdir()
    assert pilotdesk("read", str(tmp_path / "empty")).err == f"There is no file in the folder {tmp_path}/empty.\n"
    assert pilotdesk("read", "x" * 5000).status == 2


def test_short_work_shows_no_bar(pilotdesk: Pilotdesk, rows: Path) -> None:
    assert pilotdesk("read", str(rows)).err == ""
