"""Files are read once, whoever asks; a reading that breaks off leaves nothing behind that counts."""

import io
import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.infra.db import Base
from app.infra.files import Files
from app.infra.jobs import run_due
from app.infra.jobs.queries import LEASE
from app.infra.work import Work
from app.measurements import queries, tables
from app.measurements.fields import Declared, SetFile, key_of, measured_as_json, measured_from_json
from app.measurements.queries import ReadSet
from app.measurements.service import READ_FILES, ask_anew, ask_for_reading, drop_unused, reading_handler
from app.measurements.service.handling import QUIET
from app.measurements.tables import ReadState, TrialRow
from app.rules.measured import NOTHING_MEASURED

MANY = 4500  # rows: more than two batches


class Desk:
    """The files, the clock and the worker of a test."""

    def __init__(self, work: Work, folder: Path, now: datetime) -> None:
        self.work, self.files, self.time = work, Files(folder), now
        self.step = timedelta()

    def now(self) -> datetime:
        self.time += self.step
        return self.time

    def keep(self, name: str, content: bytes) -> SetFile:
        with self.files.receiving(io.BytesIO(content), limit=10**9) as received:
            self.files.keep(received)
        return SetFile(name, received.sha256, received.size)

    def ask(self, *files: SetFile, declared: Declared | None = None) -> ReadSet:
        return self.work.write_now(ask_for_reading, files, declared or Declared(), now=self.time)

    def run(self) -> int:
        return run_due(self.work, {READ_FILES: reading_handler(self.files, self.now)}, self.now)

    def found(self, asked: ReadSet) -> ReadSet:
        found = self.work.read_now(queries.find_read_set, asked.key)
        assert found is not None
        return found

    def count(self, table: type[Base]) -> int:
        return self.work.read_now(lambda db: db.execute(select(func.count()).select_from(table)).scalar_one())


@pytest.fixture
def desk(work: Work, tmp_path: Path, now: datetime) -> Desk:
    return Desk(work, tmp_path / "uploads", now)


def lines(rows: Sequence[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def run_of(tasks: int, *, attempts: int = 3, accepted: int = 1, **more: object) -> bytes:
    return lines(
        [
            {"task_id": f"t{task:05}", "repeat": repeat, "verdict": "accepted" if repeat < accepted else "rejected"}
            | more
            for task in range(tasks)
            for repeat in range(attempts)
        ]
    )


def test_what_is_asked_for_is_read_by_the_job_and_kept_as_rows_facts_and_figures(desk: Desk) -> None:
    asked = desk.ask(desk.keep("run.jsonl", run_of(40, latency_s=2.5, model_name="Qwen/Qwen3.8-27B")))
    assert (asked.state, asked.is_going_on) == (ReadState.QUEUED, True)
    assert desk.work.read_now(queries.find_measured, asked.key, group_size=3) is None
    assert desk.run() == 1
    found = desk.found(asked)
    assert (found.state, found.bytes_done, found.files[0].format) == (ReadState.READ, found.bytes_all, "plain")
    assert found.figures["quality"]["n"] == 120
    assert found.figures["histogram"] == [[3, 1, 40]]
    measured = desk.work.read_now(queries.find_measured, asked.key, group_size=3)
    assert measured is not None
    assert measured.runs is not None
    assert (measured.runs.rows, measured.runs.accepted, measured.runs.latency_p50) == (120, 40, 2.5)
    assert measured.runs.informative == pytest.approx(1.0)
    assert desk.count(TrialRow) == 120


def test_rows_are_shown_by_task_one_by_one_and_as_columns(desk: Desk) -> None:
    rows: list[dict[str, Any]] = [
        {"task_id": "a", "verdict": "accepted", "latency_s": 1.0, "cost_usd": 0.5},
        {"task_id": "b", "verdict": None, "reward": None},
        {"task_id": "a", "verdict": "rejected", "latency_s": 3.0, "cost_usd": 0.25},
    ]
    asked = desk.ask(desk.keep("run.jsonl", lines(rows)))
    desk.run()
    tasks = desk.work.read_now(queries.list_tasks, asked.id)
    assert [tuple(task) for task in tasks] == [("a", 2, 1, 1, 0, 2.0, 0.75), ("b", 1, 0, 0, 1, None, None)]
    assert [task.task_id for task in desk.work.read_now(queries.list_tasks, asked.id, after="a")] == ["b"]
    of_a = desk.work.read_now(queries.list_trials, asked.id, task_id="a")
    assert [(trial.position, trial.verdict, trial.source) for trial in of_a] == [
        (0, "accepted", "run.jsonl"),
        (2, "rejected", "run.jsonl"),
    ]
    assert [trial.position for trial in desk.work.read_now(queries.list_trials, asked.id, after=0)] == [1, 2]
    columns = desk.work.read_now(queries.load_rows, asked.id)
    assert (len(columns), columns.task_ids, list(columns.verdict)) == (3, ["a", "b"], [2, 0, 1])


def test_the_same_files_are_read_once_whoever_asks(desk: Desk) -> None:
    file = desk.keep("run.jsonl", run_of(2))
    one, other = desk.ask(file), desk.ask(file)
    assert one.id == other.id
    assert desk.run() == 1
    assert desk.ask(file).state is ReadState.READ
    assert desk.run() == 0


def test_another_threshold_or_policy_is_another_reading(desk: Desk) -> None:
    rows: list[dict[str, Any]] = [{"task_id": f"t{place}", "reward": place / 10} for place in range(10)] + [
        {"task_id": "x", "verdict": None}
    ]
    file = desk.keep("run.jsonl", lines(rows))
    half = desk.ask(file, declared=Declared(threshold=0.5, policy="drop"))
    most = desk.ask(file, declared=Declared(threshold=0.8, policy="reject"))
    desk.run()
    assert desk.found(half).facts["runs"]["accepted"] == 5
    assert desk.found(most).facts["runs"]["accepted"] == 2
    assert desk.found(half).figures["quality"]["n"] == 10
    assert desk.found(most).figures["quality"]["n"] == 11


def test_a_file_of_a_refused_kind_says_its_sentence_and_is_not_tried_again(desk: Desk) -> None:
    asked = desk.ask(desk.keep("notes.txt", b"some words\n"))
    assert desk.run() == 1
    found = desk.found(asked)
    assert found.state is ReadState.REFUSED
    assert "notes.txt is in none of the formats that are read here" in found.refusal
    assert desk.ask(*found.files).state is ReadState.REFUSED
    assert desk.run() == 0


def test_a_refused_file_beside_a_good_one_is_left_out_and_says_why(desk: Desk) -> None:
    good, bad = desk.keep("run.jsonl", run_of(5)), desk.keep("weights.txt", b"\x80\x04\x95 a pickle")
    asked = desk.ask(good, bad)
    desk.run()
    found = desk.found(asked)
    assert found.state is ReadState.READ
    assert [bool(file.refusal) for file in found.files] == [False, True]
    assert any(remark.startswith("Left out: weights.txt") for remark in found.remarks)
    assert found.facts["runs"]["rows"] == 15


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = desk.ask(desk.keep("run.jsonl", run_of(MANY // 3)))
    stored, batches = queries.add_trials, []

    def die_in_the_second(db: Session, rows: list[dict[str, Any]]) -> None:
        batches.append(len(rows))
        if len(batches) == 2:
            raise SystemExit  # what no handler catches, as a kill
        stored(db, rows)

    with monkeypatch.context() as patched:
        patched.setattr(queries, "add_trials", die_in_the_second)
        with pytest.raises(SystemExit):
            desk.run()
    assert desk.found(asked).state is ReadState.READING
    assert 0 < desk.count(TrialRow) < MANY
    assert desk.run() == 0  # its lease still runs
    desk.time += LEASE
    assert desk.run() == 1
    assert desk.found(asked).state is ReadState.READ
    assert desk.count(TrialRow) == MANY
    assert desk.found(asked).facts["runs"]["rows"] == MANY


def test_two_workers_read_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = desk.ask(desk.keep("run.jsonl", run_of(MANY // 3)))
    stored: Callable[..., None] = queries.add_trials
    begun: list[str] = []

    def meanwhile(db: Session, rows: list[dict[str, Any]]) -> None:
        begun.append("batch")
        stored(db, rows)

    monkeypatch.setattr(queries, "add_trials", meanwhile)
    # the first one's lease ends while it still shows progress
    attempt = desk.work.write_now(queries.begin, asked.id, bytes_all=10, stale=desk.time - QUIET, now=desk.time)
    assert attempt == 1
    assert desk.run() == 1
    assert begun == []
    assert desk.found(asked).state is ReadState.READING
    # later on it shows none, and somebody else takes over; what it writes then is not taken
    desk.time += timedelta(minutes=5)
    assert desk.run() == 1
    assert desk.found(asked).state is ReadState.READ
    assert desk.count(TrialRow) == MANY
    assert not desk.work.write_now(queries.progress, asked.id, 1, now=desk.time, bytes_done=5)


def test_a_reading_that_fails_for_good_says_that_it_is_our_fault_and_can_be_asked_for_again(desk: Desk) -> None:
    file = desk.keep("run.jsonl", run_of(2))
    asked = desk.ask(file)
    path = desk.files.path(file.sha256)
    content = path.read_bytes()
    path.unlink()
    for _ in range(6):
        assert desk.run() == 1
        desk.time += timedelta(hours=5)
    found = desk.found(asked)
    assert found.state is ReadState.FAILED
    assert "a fault of ours" in found.refusal
    path.write_bytes(content)
    assert desk.ask(file).state is ReadState.QUEUED
    assert desk.run() == 1
    assert desk.found(asked).state is ReadState.READ


def test_progress_is_written_down_while_it_reads(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = desk.ask(desk.keep("run.jsonl", run_of(MANY)))
    seen: list[int] = []
    noted = queries.progress

    def watched(db: Session, set_id: int, attempt: int, *, now: datetime, **values: object) -> bool:
        if "bytes_done" in values and "state" not in values:
            seen.append(int(str(values["bytes_done"])))
        return noted(db, set_id, attempt, now=now, **values)

    monkeypatch.setattr(queries, "progress", watched)
    desk.step = timedelta(seconds=1)  # each look at the clock
    desk.run()
    assert seen
    assert seen == sorted(seen)
    assert 0 < seen[0] < desk.found(asked).bytes_all


def test_a_newer_reader_reads_old_sets_anew_and_leaves_them_as_they_are(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = desk.keep("run.jsonl", run_of(2))
    old = desk.ask(file)
    desk.run()
    for module in ("app.measurements.fields.wanted", "app.measurements.service.asking"):
        monkeypatch.setattr(f"{module}.READER_VERSION", 2)
    desk.work.write_now(ask_anew, now=desk.time)
    desk.work.write_now(ask_anew, now=desk.time)
    assert desk.run() == 1
    assert desk.found(old).reader_version == 1
    new = desk.work.read_now(queries.find_read_set, key_of([file], Declared()))
    assert new is not None
    assert (new.state, new.reader_version, new.key == old.key) == (ReadState.READ, 2, False)


def test_what_nobody_names_any_more_is_dropped_some_at_a_time(desk: Desk) -> None:
    kept, gone = desk.keep("kept.jsonl", run_of(3)), desk.keep("gone.jsonl", run_of(7000))
    one, other = desk.ask(kept), desk.ask(gone)
    desk.run()

    def named(_db: Session, digests: frozenset[str]) -> frozenset[str]:
        return digests & {kept.sha256}

    desk.work.write_now(drop_unused, named, now=desk.time)
    assert desk.count(tables.ReadSet) == 2  # they rest a day
    desk.time += timedelta(days=2)
    desk.work.write_now(drop_unused, named, now=desk.time)
    assert 0 < desk.count(TrialRow) - 9 < 21_000
    desk.work.write_now(drop_unused, named, now=desk.time)
    assert desk.count(TrialRow) == 9
    assert desk.found(one).state is ReadState.READ
    assert desk.work.read_now(queries.find_read_set, other.key) is None


def test_facts_survive_being_kept(desk: Desk) -> None:
    asked = desk.ask(desk.keep("run.jsonl", run_of(4, latency_s=1.5, model_name="m", model_revision="r")))
    desk.run()
    measured = desk.work.read_now(queries.find_measured, asked.key, group_size=2)
    assert measured is not None
    assert measured_from_json(json.loads(json.dumps(measured_as_json(measured)))) == measured
    assert measured_from_json(measured_as_json(NOTHING_MEASURED)) == NOTHING_MEASURED
