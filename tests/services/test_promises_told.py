"""Promises are told of once before their day and once after it, to both sides, by the worker and whatever happens."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import clock
from app.infra.jobs import run_due
from app.infra.work import Work
from app.inquiries import service as judging
from app.main import make_handlers
from app.notices import queries as notices
from app.reviews import service
from app.settings import Settings
from tests import desk as desks
from tests import drafts
from tests.desk import Desk
from tests.services.test_reviews_waiving import confirmed

pytestmark = pytest.mark.seeded
DUE = date(2027, 1, 15)
NEAR, LATE = "a promise is due on 15 January 2027", "a promise was not kept in time"


@pytest.fixture
def desk(work: Work, now: datetime) -> Desk:
    """Everybody."""
    return work.write_now(desks.desk, now=now)


@pytest.fixture
def settings_of_three_days(settings: Settings) -> Settings:
    """Settings as they come: three days."""
    assert settings.promise_reminder_days == 3
    return settings


class Calendar:
    """Days on which the worker runs."""

    def __init__(self, work: Work, settings: Settings) -> None:
        self.work = work
        self.handlers = make_handlers(settings)

    def run(self, day: date, hour: int = 9) -> None:
        """Let the worker do what is due on that day."""
        at = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
        with time_machine.travel(at, tick=False):
            assert run_due(self.work, self.handlers, clock.now) < 200

    def run_each(self, first: date, last: date) -> None:
        """Let the worker run on each of these days."""
        for days in range((last - first).days + 1):
            self.run(first + timedelta(days=days))


@pytest.fixture
def calendar(work: Work, settings_of_three_days: Settings) -> Calendar:
    """See `Calendar`."""
    return Calendar(work, settings_of_three_days)


def told(work: Work, person: Person) -> list[str]:
    """Return what this person was told of promises, in order."""

    def read(db: Session) -> list[str]:
        lines = reversed(notices.list_inbox(db, person))
        return [line.subject.partition(": ")[2] for line in lines if "promise" in line.subject]

    return work.read_now(read)


def submitted(db: Session, desk: Desk, *, now: datetime, due: date = DUE) -> str:
    reference = drafts.opened(db, desk.ann, drafts.owing(due.isoformat()), now=now)
    drafts.submitted(db, desk.ann, reference, now=now)
    return reference


def held(db: Session, desk: Desk, *, now: datetime) -> str:
    reference = submitted(db, desk, now=now)
    service.take(db, desk.elif_, reference, version=1, now=now)
    return reference


def test_promises_are_told_of_three_days_before_and_the_day_after_once_each(
    work: Work, desk: Desk, calendar: Calendar, now: datetime
) -> None:
    work.write_now(held, desk, now=now)
    calendar.run_each(date(2027, 1, 10), DUE - timedelta(days=4))
    assert told(work, desk.ann) == []
    calendar.run(DUE - timedelta(days=3))
    assert told(work, desk.ann) == told(work, desk.elif_) == [NEAR]
    calendar.run_each(DUE - timedelta(days=3), DUE)
    assert told(work, desk.ann) == [NEAR]
    calendar.run(DUE + timedelta(days=1))
    assert told(work, desk.ann) == told(work, desk.elif_) == [NEAR, LATE]
    calendar.run_each(DUE + timedelta(days=1), DUE + timedelta(days=9))
    assert told(work, desk.ann) == told(work, desk.elif_) == [NEAR, LATE]
    assert told(work, desk.bob) == told(work, desk.ezra) == told(work, desk.ops) == []


def test_promises_say_what_is_owed_who_answers_for_it_and_where_to_look(
    work: Work, desk: Desk, calendar: Calendar, now: datetime
) -> None:
    reference = work.write_now(held, desk, now=now)
    calendar.run(DUE - timedelta(days=3))
    ours, theirs = (work.read_now(notices.list_inbox, person)[0] for person in (desk.ann, desk.elif_))
    assert (ours.path, theirs.path) == (f"/inquiries/{reference}", f"/reviews/{reference}")
    assert "“Budget, stops and deployment” is due on 15 January 2027, in 3 days." in ours.body
    assert len(ours.body.splitlines()) == 2
    assert ours.quoted == "Answers for it: Platform"


def test_promises_are_told_of_anew_by_a_worker_that_stopped_in_the_middle(
    work: Work, desk: Desk, calendar: Calendar, now: datetime
) -> None:
    work.write_now(held, desk, now=now)
    calendar.run(DUE - timedelta(days=3))
    work.write_now(lambda db: db.execute(text("UPDATE promises SET told_before_at = NULL")))
    calendar.run(DUE - timedelta(days=2))
    assert told(work, desk.ann) == [NEAR]  # the message of an event is there once


def test_promises_with_another_setting_are_told_of_earlier(
    work: Work, desk: Desk, settings: Settings, now: datetime
) -> None:
    work.write_now(held, desk, now=now)
    calendar = Calendar(work, settings.model_copy(update={"promise_reminder_days": 10}))
    calendar.run(DUE - timedelta(days=11))
    assert told(work, desk.ann) == []
    calendar.run(DUE - timedelta(days=10))
    assert told(work, desk.ann) == [NEAR]


def test_promises_that_are_kept_are_not_told_of(work: Work, desk: Desk, calendar: Calendar, now: datetime) -> None:
    def submit_kept(db: Session) -> None:
        document = drafts.document() | {"commitments": drafts.owing()["commitments"]}
        reference = drafts.opened(db, desk.ann, document, now=now)
        drafts.submitted(db, desk.ann, reference, now=now)

    work.write_now(submit_kept)
    calendar.run_each(DUE - timedelta(days=3), DUE + timedelta(days=2))
    assert told(work, desk.ann) == []


def test_promises_that_a_new_version_keeps_are_told_of_no_more(
    work: Work, desk: Desk, calendar: Calendar, now: datetime
) -> None:
    reference = work.write_now(held, desk, now=now)
    calendar.run(DUE - timedelta(days=3))

    def keep(db: Session) -> None:
        service.return_(db, desk.elif_, reference, version=1, message="The way back?", now=now)
        kept = drafts.document()["deployment"]["rollback"]
        patch = {"deployment": {"rollback": kept}}
        judging.patch_document(db, desk.ann, reference, patch, base_version=None, now=now)
        drafts.submitted(db, desk.ann, reference, now=now)

    work.write_now(keep)
    calendar.run_each(DUE - timedelta(days=2), DUE + timedelta(days=2))
    assert told(work, desk.ann) == [NEAR]


def test_promises_of_a_returned_inquiry_are_told_to_who_returned_it(
    work: Work, desk: Desk, calendar: Calendar, now: datetime
) -> None:
    reference = work.write_now(held, desk, now=now)
    work.write_now(service.return_, desk.elif_, reference, version=1, message="The way back?", now=now)
    calendar.run(DUE - timedelta(days=3))
    assert told(work, desk.ann) == told(work, desk.elif_) == [NEAR]


def test_promises_are_not_told_to_an_engineer_who_stepped_back(
    work: Work, desk: Desk, calendar: Calendar, now: datetime
) -> None:
    reference = work.write_now(held, desk, now=now)
    work.write_now(
        service.declare_interest, desk.elif_, reference, version=1, reason="I own shares of theirs.", now=now
    )
    calendar.run(DUE - timedelta(days=3))
    assert told(work, desk.ann) == [NEAR]
    assert told(work, desk.elif_) == []


def test_promises_of_a_draft_are_nobodys_business(work: Work, desk: Desk, calendar: Calendar, now: datetime) -> None:
    work.write_now(lambda db: drafts.opened(db, desk.ann, drafts.owing(), now=now))
    calendar.run_each(DUE - timedelta(days=3), DUE + timedelta(days=1))
    assert told(work, desk.ann) == []


def test_promises_of_what_was_declined_are_over(work: Work, desk: Desk, calendar: Calendar, now: datetime) -> None:
    reference = work.write_now(held, desk, now=now)
    work.write_now(service.decline, desk.elif_, reference, version=1, reason="Too large.", now=now)
    calendar.run_each(DUE - timedelta(days=3), DUE + timedelta(days=1))
    assert told(work, desk.ann) == told(work, desk.elif_) == []


def test_promises_of_what_was_withdrawn_rest_until_that_is_undone(
    work: Work, desk: Desk, calendar: Calendar, now: datetime
) -> None:
    reference = work.write_now(held, desk, now=now)
    at = datetime(2027, 1, 12, 8, tzinfo=UTC)
    work.write_now(judging.withdraw, desk.ann, reference, reason="", now=at)
    calendar.run(DUE - timedelta(days=3))
    assert told(work, desk.ann) == []
    work.write_now(judging.undo, desk.ann, reference, now=at + timedelta(hours=5))
    calendar.run(DUE - timedelta(days=2))
    assert told(work, desk.ann) == [NEAR]


def test_promises_that_were_waived_are_told_of_and_after_a_revocation_are_not(
    work: Work, desk: Desk, calendar: Calendar, now: datetime
) -> None:
    reference = work.write_now(held, desk, now=now)
    work.write_now(lambda db: confirmed(db, desk, reference, now=now, days=60))
    work.write_now(lambda db: desks.approved(db, desk.elif_, reference, now=now))
    calendar.run(DUE - timedelta(days=3))
    assert told(work, desk.ann) == [NEAR]  # waived is not kept

    def revoke(db: Session) -> None:
        asked = service.ask_revocation(db, desk.elif_, reference, version=1, reason="The licence changed.", now=now)
        service.confirm_revocation(db, desk.ezra, reference, version=1, request_id=asked, now=now)

    work.write_now(revoke)
    calendar.run_each(DUE, DUE + timedelta(days=2))
    assert told(work, desk.ann) == [NEAR]


def test_promises_of_many_inquiries_are_looked_at_by_one_job(
    work: Work, desk: Desk, calendar: Calendar, now: datetime
) -> None:
    for days in range(3):
        work.write_now(submitted, desk, now=now, due=DUE + timedelta(days=days))
    calendar.run(DUE)
    waiting = text("SELECT count(*) FROM jobs WHERE kind = 'promises' AND state = 'queued'")
    assert work.read_now(lambda db: db.scalar(waiting)) == 1
    assert len(told(work, desk.ann)) == 3


def test_promises_are_looked_at_again_after_a_failure(
    work: Work, desk: Desk, calendar: Calendar, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    work.write_now(held, desk, now=now)
    with monkeypatch.context() as broken:
        broken.setattr("app.inquiries.queries.list_due", lambda *_, **__: 1 / 0)
        for day in range(9):  # more than the tries of one job
            calendar.run(date(2027, 1, 1) + timedelta(days=day))
    calendar.run(DUE - timedelta(days=3))
    assert told(work, desk.ann) == [NEAR]


def test_promises_that_cannot_be_read_as_such_are_kept_out(work: Work, desk: Desk, now: datetime) -> None:
    rows = [
        {"item": "budget", "owner": "Platform", "due": DUE.isoformat()},
        {"item": "budget", "owner": "Platform", "due": DUE.isoformat()},
        {"item": "reward", "owner": "Platform", "due": "soon"},
        {"item": "evidence", "owner": "Platform", "due": DUE.isoformat()},
        "a promise",
    ]

    def keep(db: Session) -> list[tuple[object, ...]]:
        reference = submitted(db, desk, now=now)
        number = int(reference.removeprefix("PD-"))
        db.execute(text("DELETE FROM promises"))
        db.expunge_all()
        judging.keep_promises(db, number, 1, {"commitments": rows}, now=now)
        return [tuple(row) for row in db.execute(text("SELECT item, due FROM promises"))]

    assert [(item, str(due)) for item, due in work.write_now(keep)] == [("budget", DUE.isoformat())]
