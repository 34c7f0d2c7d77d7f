"""What can be granted of what was asked: the impossible is refused, the unusual is explained, and a reason is one."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.infra.errors import InvalidError
from app.infra.work import Work
from app.reviews import service
from app.reviews.service import Asked, Decided, Grant, NotApproved
from app.reviews.service.granting import misgranted
from app.reviews.service.saying import SHORTEST, TOO_SHORT, lack_of
from tests import desk as desks
from tests import drafts
from tests.desk import Desk

TODAY = date(2026, 11, 30)
LOWEST, CAP = 2_500_000, 4_200_000
FIRST, LATEST, FINISH = date(2027, 2, 8), date(2027, 2, 22), date(2027, 4, 16)
ASKED = Asked("EUR", CAP, LOWEST, FIRST, LATEST, FINISH)
DAY = timedelta(days=1)


def errors(grant: Grant, asked: Asked = ASKED, today: date = TODAY) -> list[tuple[str, str]]:
    return [(field, words.replace("\u00a0", " ")) for field, words in misgranted(asked, grant, today=today)]


def test_what_is_asked_is_read_from_the_document() -> None:
    assert Asked.of(drafts.document()) == ASKED
    assert Asked.of({}) == Asked("", None, None, None, None, None)
    strange = {"budget": {"currency": 1, "cap": True, "maximum": 7}, "timing": {"earliest_start": "soon"}}
    assert Asked.of(strange) == Asked("", 7, None, None, None, None)
    assert Asked.of({"budget": "much", "timing": []}) == Asked("", None, None, None, None, None)


@pytest.mark.parametrize(
    ("cap", "start"), [(CAP, FIRST), (LOWEST, FIRST), (LOWEST, LATEST), (CAP, FIRST + DAY)], ids=str
)
def test_what_lies_within_what_was_asked_is_granted_without_a_word(cap: int, start: date) -> None:
    assert errors(Grant(cap, start)) == []


@pytest.mark.parametrize(
    ("grant", "today", "field", "words"),
    [
        (Grant(CAP + 1, FIRST), TODAY, "cap", "above EUR 42,000.00"),
        (Grant(0, FIRST), TODAY, "cap", "Enter the cap"),
        (Grant(None, FIRST), TODAY, "cap", "Enter the cap"),
        (Grant(CAP, None), TODAY, "earliest_start", "Enter the earliest start"),
        (Grant(CAP, FIRST), FIRST + DAY, "earliest_start", "has passed: today is 9 February 2027"),
        (Grant(CAP, LATEST + DAY), TODAY, "earliest_start", "after 22 February 2027, the latest start"),
    ],
)
def test_the_impossible_is_refused_whatever_is_written(grant: Grant, today: date, field: str, words: str) -> None:
    explained = Grant(grant.cap, grant.earliest_start, "Agreed on the telephone with the customer.")
    ((found, sentence),) = errors(explained, today=today)
    assert found == field
    assert words in sentence


def test_nothing_starts_after_it_has_to_be_finished() -> None:
    asked = Asked("EUR", CAP, LOWEST, FIRST, None, FINISH)
    assert errors(Grant(CAP, FINISH), asked) == []
    ((field, words),) = errors(Grant(CAP, FINISH + DAY), asked)
    assert (field, "16 April 2027" in words) == ("earliest_start", True)
    assert (asked.last_start, ASKED.last_start) == (FINISH, LATEST)


def test_today_is_not_too_early() -> None:
    assert errors(Grant(CAP, FIRST), today=FIRST) == []


@pytest.mark.parametrize(
    ("cap", "start", "words"),
    [
        (LOWEST - 1, FIRST, ["below EUR 25,000.00"]),
        (CAP, FIRST - DAY, ["before 8 February 2027"]),
        (LOWEST - 1, FIRST - DAY, ["below EUR 25,000.00", "before 8 February 2027"]),
    ],
)
def test_the_unusual_needs_a_condition_that_says_why(cap: int, start: date, words: list[str]) -> None:
    for conditions in ("", "ok", "x" * (SHORTEST - 1)):
        found = errors(Grant(cap, start, conditions))
        assert [field for field, _ in found] == ["conditions"] * len(words)
        assert all(part in sentence for part, (_, sentence) in zip(words, found, strict=True))
    assert errors(Grant(cap, start, "x" * SHORTEST)) == []


@pytest.mark.seeded
def test_an_approval_keeps_to_it(work: Work, now: datetime) -> None:
    def check(db: Session) -> None:
        desk = desks.desk(db, now=now)
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        given = desks.reasons(db, desk.elif_, reference, now=now)

        def approve(grant: Grant, reasons: dict[str, str] = given) -> Decided | NotApproved:
            return service.approve(db, desk.elif_, reference, version=1, reasons=reasons, grant=grant, now=now)

        for grant in (Grant(1, date(2020, 1, 1)), Grant(LOWEST - 1, FIRST), Grant(CAP, now.date() - DAY)):
            assert isinstance(approve(grant), NotApproved)
        short = approve(Grant(CAP, FIRST), dict.fromkeys(given, "x"))
        assert isinstance(short, NotApproved)
        assert {sentence for _, sentence in short.errors} == {TOO_SHORT}
        assert isinstance(approve(Grant(LOWEST - 1, FIRST, "The first half only, as agreed.")), Decided)

    work.write_now(check)


@pytest.mark.parametrize(
    ("text", "lack"),
    [
        ("", "Say why."),
        (" \n", "Say why."),
        ("x", TOO_SHORT),
        ("123456789", TOO_SHORT),
        ("1234567890", ""),
        ("a" + " " * 20 + "b", TOO_SHORT),
    ],
)
def test_a_reason_is_at_least_ten_characters(text: str, lack: str) -> None:
    assert lack_of(text, "Say why.") == lack


@pytest.mark.seeded
def test_no_deed_of_the_desk_takes_a_reason_of_one_letter(work: Work, now: datetime) -> None:
    def check(db: Session) -> None:
        desk: Desk = desks.desk(db, now=now)
        reference = desks.taken(db, desk.ann, desk.elif_, now=now)
        words: dict[str, Any] = {"version": 1, "now": now}
        with pytest.raises(InvalidError, match="too short"):
            service.return_(db, desk.elif_, reference, message="x", **words)
        with pytest.raises(InvalidError, match="too short"):
            service.decline(db, desk.elif_, reference, reason="x", **words)
        with pytest.raises(InvalidError, match="too short"):
            service.declare_interest(db, desk.elif_, reference, reason="x", **words)
        desks.approved(db, desk.elif_, reference, now=now)
        with pytest.raises(InvalidError, match="too short"):
            service.ask_revocation(db, desk.elif_, reference, reason="x", **words)

    work.write_now(check)
