"""Which rules stopped inquiries, counted as inquiries and by where it happened."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from app.infra.work import Work
from app.inquiries import queries, service
from app.inquiries.pages.stops import lines_of
from app.inquiries.queries import Stopped, Stopping
from app.inquiries.service import Refused
from app.inquiries.tables import Stop
from app.reviews import service as reviews
from app.reviews.service import Grant, NotApproved
from tests import desk as desks
from tests import drafts
from tests.desk import Desk

pytestmark = pytest.mark.seeded
DAY = timedelta(days=1)


@pytest.fixture
def desk(work: Work, now: datetime) -> Desk:
    return work.write_now(desks.desk, now=now)


def counted(work: Work, since: datetime | None = None) -> dict[str, Stopping]:
    return {one.rule: one for one in work.read_now(queries.count_stops, since=since)}


def unready(work: Work, desk: Desk, now: datetime) -> str:
    """An inquiry that nothing but its revision keeps from being submitted."""
    document = drafts.document()
    document["checkpoint"]["revision"] = "main"
    return work.write_now(drafts.opened, desk.ann, document, now=now)


def refuse(work: Work, desk: Desk, reference: str, now: datetime) -> set[str]:
    result = work.write_now(service.submit, desk.ann, reference, digest=None, now=now)
    assert isinstance(result, Refused)
    return {finding.rule for finding in result.review.report.findings if finding.refuses}


def test_nothing_was_stopped_yet(work: Work) -> None:
    assert counted(work) == {}
    assert work.read_now(queries.count_stopped, since=None) == Stopped(0, 0, 0)


def test_an_inquiry_counts_once_for_each_rule_however_often_it_was_tried(work: Work, desk: Desk, now: datetime) -> None:
    first, second = unready(work, desk, now), unready(work, desk, now)
    rules = refuse(work, desk, first, now)
    for minutes in (1, 2):
        refuse(work, desk, first, now + timedelta(minutes=minutes))
    assert refuse(work, desk, second, now) == rules
    assert "CK-01" in rules
    assert counted(work) == {rule: Stopping(rule, 2, 0, 2, 4, 2) for rule in rules}
    assert work.read_now(queries.count_stopped, since=None) == Stopped(2, 0, 2)


def test_what_was_mended_stands_there_no_more_and_is_still_counted(work: Work, desk: Desk, now: datetime) -> None:
    reference = unready(work, desk, now)
    rules = refuse(work, desk, reference, now)
    mended = {"checkpoint": drafts.document()["checkpoint"], "success": {"metric": None}}
    work.write_now(service.patch_document, desk.ann, reference, mended, base_version=None, now=now)
    later = refuse(work, desk, reference, now + DAY)
    gone = next(iter(rules - later))
    assert counted(work)[gone] == Stopping(gone, 1, 0, 1, 1, 0)
    for rule in later:
        assert counted(work)[rule].standing == 1
    whole = {"success": drafts.document()["success"]}
    work.write_now(service.patch_document, desk.ann, reference, whole, base_version=None, now=now)
    work.write_now(drafts.submitted, desk.ann, reference, now=now + 2 * DAY)
    assert {one.standing for one in counted(work).values()} == {0}


def test_a_period_leaves_out_what_was_stopped_before_it(work: Work, desk: Desk, now: datetime) -> None:
    refuse(work, desk, unready(work, desk, now), now - 2 * DAY)
    refuse(work, desk, unready(work, desk, now), now)
    assert counted(work)["CK-01"].inquiries == 2
    assert counted(work, since=now - DAY)["CK-01"].inquiries == 1
    assert counted(work, since=now)["CK-01"].inquiries == 1
    assert work.read_now(queries.count_stopped, since=now + DAY) == Stopped(0, 0, 0)


def in_review(work: Work, desk: Desk, now: datetime) -> str:
    """An inquiry that promises what approval needs."""

    def make(db: Session) -> str:
        reference = drafts.opened(db, desk.ann, drafts.document("promised"), now=now)
        drafts.submitted(db, desk.ann, reference, now=now)
        reviews.take(db, desk.elif_, reference, version=1, now=now)
        return reference

    return work.write_now(make)


def blocking(work: Work, desk: Desk, reference: str, now: datetime) -> set[str]:
    weighed = work.read_now(reviews.weigh, desk.elif_, reference, now=now)
    return {finding.rule for finding in weighed.report.findings if finding.refuses}


def test_a_refused_approval_is_counted_where_it_happened(work: Work, desk: Desk, now: datetime) -> None:
    reference = in_review(work, desk, now)
    rules = blocking(work, desk, reference, now)
    asked = {"version": 1, "reasons": {}, "grant": Grant(1, now.date()), "now": now}
    result = work.write_now(reviews.approve, desk.elif_, reference, **asked)  # type: ignore[arg-type]
    assert isinstance(result, NotApproved)
    assert rules
    assert counted(work) == {rule: Stopping(rule, 0, 1, 1, 1, 1) for rule in rules}
    assert work.read_now(queries.count_stopped, since=None) == Stopped(0, 1, 1)


def test_giving_an_inquiry_back_counts_what_stood_against_its_approval(work: Work, desk: Desk, now: datetime) -> None:
    reference = in_review(work, desk, now)
    rules = blocking(work, desk, reference, now)
    work.write_now(reviews.return_, desk.elif_, reference, version=1, message="Keep the way back.", now=now)
    assert counted(work) == {rule: Stopping(rule, 0, 1, 1, 1, 1) for rule in rules}
    work.write_now(drafts.submitted, desk.ann, reference, now=now + DAY)
    assert {one.standing for one in counted(work).values()} == {0}


def test_an_inquiry_that_nothing_blocks_is_given_back_uncounted(work: Work, desk: Desk, now: datetime) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    work.write_now(reviews.return_, desk.elif_, reference, version=1, message="A word more.", now=now)
    assert counted(work) == {}


def test_a_reason_that_is_missing_is_no_rule_that_stops(work: Work, desk: Desk, now: datetime) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    asked = {"version": 1, "reasons": {}, "grant": Grant(1, now.date()), "now": now}
    assert isinstance(work.write_now(reviews.approve, desk.elif_, reference, **asked), NotApproved)  # type: ignore[arg-type]
    assert counted(work) == {}


def test_nothing_that_anyone_wrote_is_kept(work: Work, desk: Desk, now: datetime) -> None:
    refuse(work, desk, unready(work, desk, now), now)
    row = work.read_now(lambda db: db.scalars(select(Stop).where(Stop.rule == "CK-01")).one())
    kept = {column.name: getattr(row, column.name) for column in Stop.__table__.columns}
    assert kept == {"inquiry_id": 1, "version": 1, "gate": "submit", "rule": "CK-01", "at": now, "times": 1}


def test_an_inquiry_that_goes_takes_its_stops_along(work: Work, desk: Desk, now: datetime) -> None:
    reference = unready(work, desk, now)
    refuse(work, desk, reference, now)

    def remove(db: Session) -> None:
        for table in ("read_laws", "inquiries"):
            db.execute(text(f"DELETE FROM {table}"))  # noqa: S608  a name of ours

    work.write_now(remove)
    assert counted(work) == {}


# --- the picture


def test_the_longest_bar_takes_the_whole_width_and_the_others_their_share() -> None:
    first, second = lines_of((Stopping("CK-01", 4, 2, 5, 9, 0), Stopping("EV-01", 0, 1, 1, 1, 0)))
    assert (first.submitting, first.approving) == (160, 80)
    assert (second.submitting, second.approving) == (0, 40)
    assert (first.item, second.item) == ("The checkpoint", "Evaluation and baseline")
    assert first.title


def test_a_rule_that_is_gone_keeps_its_figures() -> None:
    (line,) = lines_of((Stopping("XX-01", 1, 0, 1, 1, 0),))
    assert (line.rule, line.title, line.submitting) == ("XX-01", "", 160)


def test_without_a_stop_there_is_nothing_to_draw() -> None:
    assert lines_of(()) == ()
