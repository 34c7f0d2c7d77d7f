"""The outbox: asked for with its reason, done outside of any transaction, once while all is well, again when not."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.infra import clock, jobs
from app.infra.errors import UnavailableError
from app.infra.jobs import Handler, HopelessError, Loop, Payload, queries, run_due
from app.infra.jobs.queries import KEPT, LEASE, Claimed
from app.infra.jobs.running import MOST_TRIES, PAUSES
from app.infra.work import Work

KINDS = ("greet",)


class Desk:
    """A clock that stands until it is moved, and what was done by it."""

    def __init__(self, start: datetime) -> None:
        self.time = start
        self.done: list[Payload] = []
        self.noted: list[tuple[object, ...]] = []
        self.fault: Exception | None = None

    def now(self) -> datetime:
        return self.time

    def handlers(self) -> dict[str, Handler]:
        return {"greet": Handler(do=self._do, done=self._note_done, failed=self._note_failed)}

    def _do(self, _work: Work, payload: Payload) -> None:
        self.done.append(payload)
        if self.fault:
            raise self.fault

    def _note_done(self, _db: Session, payload: Payload, *, now: datetime) -> None:
        self.noted.append(("done", payload["who"], now))

    def _note_failed(self, _db: Session, payload: Payload, *, error: Exception, is_final: bool, now: datetime) -> None:
        self.noted.append((jobs.said(error), payload["who"], is_final, now))


@pytest.fixture
def desk(now: datetime) -> Desk:
    return Desk(now)


def greet(db: Session, who: str, *, now: datetime, key: str = "") -> bool:
    return jobs.enqueue(db, "greet", {"who": who}, now=now, unique_key=key)


def rows(db: Session) -> list[tuple[object, ...]]:
    return [tuple(row) for row in db.execute(text("SELECT state, tries, last_error FROM jobs ORDER BY id"))]


def test_a_job_is_done_once_and_what_comes_of_it_is_written_down_with_it(work: Work, desk: Desk) -> None:
    work.write_now(greet, "Ada", now=desk.time)
    assert run_due(work, desk.handlers(), desk.now) == 1
    assert run_due(work, desk.handlers(), desk.now) == 0
    assert (desk.done, desk.noted) == ([{"who": "Ada"}], [("done", "Ada", desk.time)])
    assert work.read_now(rows) == [("done", 1, "")]


def test_a_job_of_an_undone_transaction_was_never_asked_for(work: Work, desk: Desk) -> None:
    def ask_and_fail(db: Session) -> None:
        greet(db, "Ada", now=desk.time)
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011  raised two lines above
        work.write_now(ask_and_fail)
    assert run_due(work, desk.handlers(), desk.now) == 0


def test_the_same_key_waits_once_and_may_be_asked_for_again_afterwards(work: Work, desk: Desk) -> None:
    assert work.write_now(greet, "Ada", now=desk.time, key="k")
    assert not work.write_now(greet, "Ada", now=desk.time, key="k")
    assert work.write_now(greet, "Ada", now=desk.time, key="other")
    assert run_due(work, desk.handlers(), desk.now) == 2
    assert work.write_now(greet, "Ada", now=desk.time, key="k")


def test_a_job_for_later_waits_until_then(work: Work, desk: Desk) -> None:
    later = desk.time + timedelta(hours=1)
    work.write_now(lambda db: jobs.enqueue(db, "greet", {"who": "Ada"}, now=desk.time, run_after=later))
    desk.time = later - timedelta(seconds=1)
    assert run_due(work, desk.handlers(), desk.now) == 0
    desk.time = later
    assert run_due(work, desk.handlers(), desk.now) == 1


def test_jobs_that_nobody_here_can_do_are_left_alone(work: Work, desk: Desk) -> None:
    work.write_now(greet, "Ada", now=desk.time)
    assert run_due(work, {"other": desk.handlers()["greet"]}, desk.now) == 0
    assert work.read_now(rows) == [("queued", 0, "")]


def test_a_failure_is_tried_again_after_growing_pauses_and_then_given_up(work: Work, desk: Desk) -> None:
    work.write_now(greet, "Ada", now=desk.time)
    desk.fault = OSError("the line\nis dead")
    for pause in PAUSES:
        assert run_due(work, desk.handlers(), desk.now) == 1
        desk.time += pause - timedelta(seconds=1)
        assert run_due(work, desk.handlers(), desk.now) == 0
        desk.time += timedelta(seconds=1)
    assert run_due(work, desk.handlers(), desk.now) == 1
    assert list(PAUSES) == sorted(PAUSES)
    assert [noted[:3] for noted in desk.noted] == [("the line is dead", "Ada", False)] * len(PAUSES) + [
        ("the line is dead", "Ada", True)
    ]
    assert work.read_now(rows) == [("failed", MOST_TRIES, "the line is dead")]


def test_a_hopeless_failure_is_given_up_at_once(work: Work, desk: Desk) -> None:
    work.write_now(greet, "Ada", now=desk.time)
    desk.fault = HopelessError("nobody lives there")
    run_due(work, desk.handlers(), desk.now)
    assert work.read_now(rows) == [("failed", 1, "nobody lives there")]


def test_a_failure_does_not_hold_up_the_others(work: Work, desk: Desk) -> None:
    for who in ("Ada", "Bob"):
        work.write_now(greet, who, now=desk.time)
    desk.fault = OSError()
    assert run_due(work, desk.handlers(), desk.now) == 2
    assert work.read_now(rows) == [("queued", 1, "OSError")] * 2


def test_the_job_of_a_dead_worker_is_taken_up_again_and_the_dead_one_cannot_end_it(work: Work, desk: Desk) -> None:
    work.write_now(greet, "Ada", now=desk.time)
    lost = work.write_now(queries.claim, KINDS, now=desk.time)
    assert lost is not None
    assert run_due(work, desk.handlers(), desk.now) == 0
    desk.time += LEASE
    again = work.write_now(queries.claim, KINDS, now=desk.time)
    assert again is not None
    assert (again.id, again.tries) == (lost.id, 2)
    assert not work.write_now(queries.put_back, lost, run_after=desk.time, error="late")
    assert work.read_now(rows) == [("running", 2, "")]


def test_a_job_whose_workers_always_die_is_given_up(work: Work, desk: Desk) -> None:
    work.write_now(greet, "Ada", now=desk.time)
    for _ in range(MOST_TRIES):
        assert work.write_now(queries.claim, KINDS, now=desk.time)
        desk.time += LEASE
    run_due(work, desk.handlers(), desk.now)
    assert desk.done == []
    assert work.read_now(rows)[0][0] == "failed"


def test_the_work_itself_is_done_in_no_transaction(work: Work, desk: Desk) -> None:
    """Another writer gets in while a job runs, which on SQLite it could not beside an open transaction."""
    work.write_now(greet, "Ada", now=desk.time)

    def write(work: Work, _payload: Payload) -> None:
        work.write_now(greet, "Bob", now=desk.time + timedelta(days=1))

    assert run_due(work, {"greet": Handler(do=write)}, desk.now) == 1
    assert [state for state, *_ in work.read_now(rows)] == ["done", "queued"]


def test_looking_for_jobs_writes_nothing_while_there_is_none(
    work: Work, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(work, "write_now", refuse)  # any write at all is the failure here
    assert run_due(work, desk.handlers(), desk.now) == 0


def test_many_workers_share_the_jobs_and_none_is_done_twice(work: Work, desk: Desk) -> None:
    def ask(db: Session) -> None:
        jobs.enqueue_all(db, "greet", [{"who": number} for number in range(60)], now=desk.time)

    work.write_now(ask)
    threads = [threading.Thread(target=run_due, args=(work, desk.handlers(), desk.now)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(payload["who"] for payload in desk.done) == list(range(60))


def test_old_jobs_are_thrown_away_and_waiting_ones_are_not(work: Work, desk: Desk) -> None:
    work.write_now(greet, "Ada", now=desk.time)
    run_due(work, desk.handlers(), desk.now)
    work.write_now(greet, "Bob", now=desk.time)
    work.write_now(jobs.purge, now=desk.time + KEPT - timedelta(seconds=1))
    assert len(work.read_now(rows)) == 2
    work.write_now(jobs.purge, now=desk.time + KEPT)
    assert work.read_now(rows) == [("queued", 0, "")]


def test_the_loop_does_what_comes_and_stops_when_told(work: Work, desk: Desk) -> None:
    loop = Loop(work, desk.handlers(), desk.now)
    loop.start()
    work.write_now(greet, "Ada", now=desk.time)
    wait_for(lambda: bool(desk.noted))
    loop.stop()
    work.write_now(greet, "Bob", now=desk.time)
    time.sleep(0.05)
    assert desk.done == [{"who": "Ada"}]
    loop.stop()


def test_the_loop_outlives_a_database_that_is_away(work: Work, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.infra.jobs.loop.AFTER_A_FAULT", 0.01)
    work.write_now(greet, "Ada", now=desk.time)
    faults: list[Exception] = [UnavailableError("away"), OperationalError("away", None, Exception())]

    def clock_that_fails() -> datetime:
        if faults:
            raise faults.pop()
        return desk.time

    loop = Loop(work, desk.handlers(), clock_that_fails)
    loop.start()
    wait_for(lambda: bool(desk.noted))
    loop.stop()
    assert desk.done == [{"who": "Ada"}]


def wait_for(is_so: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_claim_takes_the_job_that_is_due_the_longest(work: Work) -> None:
    start = datetime(2026, 11, 30, tzinfo=UTC)
    work.write_now(greet, "late", now=start + timedelta(hours=1))
    work.write_now(greet, "early", now=start)
    claimed = work.write_now(queries.claim, KINDS, now=clock.now())
    assert isinstance(claimed, Claimed)
    assert claimed.payload == '{"who": "early"}'
