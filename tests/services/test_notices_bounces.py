"""A mail that was taken and comes back: the delivery says bounced, whoever else writes to that address."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest
import time_machine
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import clock, mail
from app.infra.jobs import run_due
from app.infra.work import Work
from app.notices import queries, service
from app.notices.queries import DeliveryLine
from app.notices.service.bounces import Bounce
from app.notices.tables import Channel, DeliveryState
from tests import factories
from tests.bounced import bounce_of
from tests.post_office import PostOffice, open_post_office

SENDER = "desk@example.org"


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with open_post_office() as office:
        yield office


@pytest.fixture
def ada(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now, email="ada@example.com")


@pytest.fixture
def sent(work: Work, office: PostOffice, ada: Person, now: datetime) -> EmailMessage:
    work.write_now(_tell, ada, now=now)
    return _send(work, office)


def _tell(db: Session, person: Person, *, now: datetime) -> None:
    keys = {"event": "e", "template": "t", "reference": "PD-0001", "path": "/inquiries/PD-0001"}
    service.tell(db, **keys, subject="S", body="B", to=[person.id or 0], actor_id=None, now=now)


def _send(work: Work, office: PostOffice) -> EmailMessage:
    server = mail.server_at(office.url)
    handler = service.mail_handler(service.Post(server, SENDER, "https://desk.example.org"))
    run_due(work, {service.MAIL: handler}, clock.now)
    return office.mails[-1]


def _line(work: Work) -> DeliveryLine:
    lines = work.read_now(queries.list_deliveries, "PD-0001")
    return next(line for line in lines if line.channel is Channel.MAIL)


def _take(work: Work, returned: bytes, now: datetime) -> str:
    bounce = service.read_bounce(returned)
    return "" if bounce is None else work.write_now(service.note_bounce, bounce, now=now)


@pytest.mark.parametrize("is_whole", [True, False], ids=["all of it", "headers only"])
def test_r44_a_mail_that_came_back_is_bounced_and_says_why(
    work: Work, sent: EmailMessage, now: datetime, *, is_whole: bool
) -> None:
    assert _line(work).state is DeliveryState.SENT
    assert _take(work, bounce_of(sent, at=now, is_whole=is_whole), now) == "ada@example.com"
    line = _line(work)
    assert (line.state, line.error) == (DeliveryState.BOUNCED, "The mail came back: 550 5.1.1 No such person here")
    audited = text("SELECT subject FROM audit_entries WHERE verb = 'mail bounced'")
    assert work.read_now(lambda db: list(db.scalars(audited))) == [f"delivery:{line.id}"]


def test_r44_it_is_sent_again_and_the_old_bounce_does_not_count_against_it(
    work: Work, office: PostOffice, ada: Person, sent: EmailMessage, now: datetime
) -> None:
    returned = bounce_of(sent, at=now)
    assert _take(work, returned, now)
    assert _take(work, returned, now) == ""
    with time_machine.travel(now + timedelta(hours=1)):
        work.write_now(service.resend, ada, _line(work).id, now=clock.now())
        again = _send(work, office)
        assert _line(work).state is DeliveryState.SENT
        assert _take(work, returned, clock.now()) == ""
        assert _line(work).state is DeliveryState.SENT
        assert _take(work, bounce_of(again, at=clock.now()), clock.now()) == "ada@example.com"


@pytest.mark.parametrize("action", ["delayed", "delivered", "relayed", ""])
def test_a_mail_that_is_only_late_is_no_bounce(sent: EmailMessage, now: datetime, action: str) -> None:
    assert service.read_bounce(bounce_of(sent, at=now, action=action)) is None


def test_mail_that_is_no_notification_is_passed_over(sent: EmailMessage) -> None:
    for text_of_a_mail in (bytes(sent), b"", b"\xff\x00 not a mail", b"Content-Type: message/delivery-status\n\nx"):
        assert service.read_bounce(text_of_a_mail) is None


def test_a_bounce_of_somebody_elses_mail_changes_nothing(work: Work, sent: EmailMessage, now: datetime) -> None:
    number = str(sent["Message-ID"]).partition(".")[2].partition("@")[0]
    for guessed in ("<x@example.org>", f"<20200101000000.{number}@example.org>", "<20261130142205.999999@example.org>"):
        assert work.write_now(service.note_bounce, Bounce(guessed, "550 No", now), now=now) == ""
    assert _line(work).state is DeliveryState.SENT


def test_a_notification_without_words_or_date_still_counts(work: Work, sent: EmailMessage, now: datetime) -> None:
    returned = bounce_of(sent, at=None, words="")
    assert _take(work, returned, now) == "ada@example.com"
    assert _line(work).error == "The mail came back: 5.1.1"
