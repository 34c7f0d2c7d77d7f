"""One mail a day for who wants it so: everything told since the last one, once, and the truth of each telling."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.accounts import service as people
from app.accounts.queries import Person
from app.accounts.tables import MailComes, User
from app.infra import clock, mail
from app.infra.jobs import Handler, run_due
from app.infra.jobs.running import PAUSES
from app.infra.work import Work
from app.notices import queries, service
from app.notices.queries import DeliveryLine
from app.notices.service.gathering import next_time
from app.notices.tables import Channel, DeliveryState
from tests import factories
from tests.bounced import bounce_of
from tests.post_office import PostOffice, closed_port, open_post_office

BASE, SENDER, HOUR = "https://desk.example.org", "desk@example.org", 6


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with open_post_office() as office:
        yield office


@pytest.fixture
def ada(work: Work, now: datetime) -> Person:
    """Somebody who wants one mail a day."""
    person = work.write_now(factories.stored_person, now=now, email="ada@example.com")
    work.write_now(people.choose_mails, person, MailComes.DAILY, now=now)
    return person


def handlers(url: str) -> dict[str, Handler]:
    post = service.Post(mail.server_at(url) if url else None, SENDER, BASE)
    return {
        service.MAIL: service.mail_handler(post),
        service.GATHER: service.gather_handler(hour=HOUR),
        service.DAILY: service.daily_handler(post),
    }


def tell(db: Session, person: Person, *, now: datetime, number: int = 1, event: str = "e") -> None:
    reference = f"PD-{number:04}"
    service.tell(
        db,
        event=f"{reference}/{event}",
        template="t",
        reference=reference,
        path=f"/inquiries/{reference}",
        subject=f"{reference}: changes are asked for ({event})",
        body="An engineer asks:",
        quoted="See https://evil.example",
        title=f"Tutor {number}",
        to=[person.id or 0],
        actor_id=None,
        now=now,
    )


def run(work: Work, url: str, at: datetime) -> int:
    with time_machine.travel(at, tick=False):
        return run_due(work, handlers(url), clock.now)


def states(work: Work, number: int = 1) -> list[DeliveryState]:
    return [line.state for line in mails(work, number)]


def mails(work: Work, number: int = 1) -> list[DeliveryLine]:
    lines = work.read_now(queries.list_deliveries, f"PD-{number:04}")
    return [line for line in lines if line.channel is Channel.MAIL]


def test_r45_what_is_told_of_in_a_day_comes_in_one_mail(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    for number, event in ((1, "first"), (2, "first"), (1, "second")):
        work.write_now(tell, ada, now=now, number=number, event=event)
    run(work, office.url, now)
    assert office.mails == []
    assert states(work) == [DeliveryState.GATHERED] * 2
    due = next_time(now, HOUR)
    run(work, office.url, due - timedelta(seconds=1))
    assert office.mails == []
    run(work, office.url, due)
    (sent,), (words,) = office.mails, office.texts
    assert (sent["To"], sent["Subject"]) == ("ada@example.com", "Daily mail: 3 messages about PD-0001 and PD-0002")
    order = [words.index(f"{what}: changes are asked for") for what in ("PD-0001", "PD-0002")]
    second = words.index("PD-0001: changes are asked for (second)")
    assert order[0] < second < order[1]  # what belongs to one inquiry stands together
    assert [words.count(f"{BASE}/inquiries/PD-000{number}") for number in (1, 2)] == [2, 1]
    assert states(work) + states(work, 2) == [DeliveryState.SENT] * 3
    assert {line.tries for line in mails(work)} == {1}


def test_r45_a_day_without_news_brings_no_mail(work: Work, office: PostOffice, ada: Person, now: datetime) -> None:
    work.write_now(tell, ada, now=now)
    run(work, office.url, now)
    due = next_time(now, HOUR)
    for day in range(5):
        run(work, office.url, due + timedelta(days=day))
    assert len(office.mails) == 1
    later = due + timedelta(days=5, hours=1)
    work.write_now(tell, ada, now=later, event="later")
    run(work, office.url, later)
    run(work, office.url, due + timedelta(days=6))
    assert len(office.mails) == 2
    assert "(later)" in office.texts[1]
    assert "(e)" not in office.texts[1]


def test_r45_everybody_else_has_their_mail_at_once(work: Work, office: PostOffice, ada: Person, now: datetime) -> None:
    bob = work.write_now(factories.stored_person, now=now, email="bob@example.com")
    work.write_now(tell, bob, now=now)
    work.write_now(tell, ada, now=now)
    run(work, office.url, now)
    assert [sent["To"] for sent in office.mails] == ["bob@example.com"]
    assert len(work.read_now(queries.list_inbox, ada)) == 1  # the inbox never waits


def test_r45_who_changes_their_mind_gets_what_waits_once(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now, event="waits")
    run(work, office.url, now)
    work.write_now(people.choose_mails, ada, MailComes.AT_ONCE, now=now)
    work.write_now(tell, ada, now=now, event="comes")
    run(work, office.url, now)
    run(work, office.url, next_time(now, HOUR))
    subjects = [str(sent["Subject"]) for sent in office.mails]
    assert subjects == ["PD-0001: changes are asked for (comes) (“Tutor 1”)", "Daily mail: 1 message about PD-0001"]
    assert ("(waits)" in office.texts[1], "(comes)" in office.texts[1]) == (True, False)


def test_r45_a_worker_that_died_after_sending_sends_the_same_mail_again(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now)
    run(work, office.url, now)
    due = next_time(now, HOUR)
    with time_machine.travel(due, tick=False):
        run_due(work, handlers(office.url), clock.now, at_most=1)  # put together, and not sent yet
    handler = handlers(office.url)[service.DAILY]
    handler.do(work, {"daily": 1})
    work.write_now(tell, ada, now=due, event="meanwhile")
    run(work, office.url, due)
    assert len(office.mails) == 2
    assert len({str(sent["Message-ID"]) for sent in office.mails}) == 1
    assert len(set(office.texts)) == 1
    handler.do(work, {"daily": 1})
    assert len(office.mails) == 2  # once it says sent, it is not sent again
    assert states(work) == [DeliveryState.GATHERED, DeliveryState.SENT]


def test_r45_what_is_told_while_the_mail_is_made_comes_with_the_next(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now, event="before")
    run(work, office.url, now)
    due = next_time(now, HOUR)
    work.write_now(tell, ada, now=due - timedelta(seconds=1), event="just before")
    run(work, office.url, due)  # the job that asks for a daily mail finds one asked for, or asks for the next one
    work.write_now(tell, ada, now=due, event="after")
    run(work, office.url, due)
    run(work, office.url, due + timedelta(days=1))
    whole = "".join(office.texts)
    assert [whole.count(f"({event})") for event in ("before", "just before", "after")] == [1, 1, 1]
    assert len(office.mails) == 2


def test_r45_a_server_that_is_down_is_tried_again_and_the_states_say_so(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    for event in ("first", "second"):
        work.write_now(tell, ada, now=now, event=event)
    run(work, "", now)
    due = next_time(now, HOUR)
    run(work, f"smtp://127.0.0.1:{closed_port()}", due)
    assert [(line.state, line.tries) for line in mails(work)] == [(DeliveryState.QUEUED, 1)] * 2
    run(work, office.url, due + PAUSES[0])
    assert [(line.state, line.tries, line.error) for line in mails(work)] == [(DeliveryState.SENT, 2, "")] * 2
    assert len(office.mails) == 1


def test_r45_a_refused_address_bounces_every_telling_of_the_mail_and_each_can_be_sent_again(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    for event in ("first", "second"):
        work.write_now(tell, ada, now=now, event=event)
    run(work, office.url, now)
    office.refusal = "550 No such person here"
    due = next_time(now, HOUR)
    run(work, office.url, due)
    assert states(work) == [DeliveryState.BOUNCED] * 2
    office.refusal = ""
    work.write_now(service.resend, ada, mails(work)[0].id, now=due)
    run(work, office.url, due)
    assert states(work) == [DeliveryState.SENT, DeliveryState.BOUNCED]
    assert len(office.mails) == 1


def test_r45_a_daily_mail_that_came_back_bounces_what_it_told(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    for event in ("first", "second"):
        work.write_now(tell, ada, now=now, event=event)
    run(work, office.url, now)
    due = next_time(now, HOUR)
    run(work, office.url, due)
    bounce = service.read_bounce(bounce_of(office.mails[0], at=due))
    assert bounce is not None
    assert work.write_now(service.note_bounce, bounce, now=due) == "ada@example.com"
    assert states(work) == [DeliveryState.BOUNCED] * 2
    assert work.write_now(service.note_bounce, bounce, now=due) == ""


def test_r45_without_a_mail_server_the_states_say_so(work: Work, ada: Person, now: datetime) -> None:
    work.write_now(tell, ada, now=now)
    run(work, "", now)
    run(work, "", next_time(now, HOUR))
    (line,) = mails(work)
    assert line.state is DeliveryState.NOT_CONFIGURED
    assert line.error == "No mail server is set up, so nothing is sent by mail; it is in the inbox."


def test_r45_who_can_no_longer_sign_in_gets_no_daily_mail(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now)
    run(work, office.url, now)
    work.write_now(_disable, now)
    run(work, office.url, next_time(now, HOUR))
    (line,) = mails(work)
    assert (line.state, line.error) == (
        DeliveryState.FAILED,
        "This person can no longer sign in, so nothing was sent.",
    )
    assert office.mails == []


def test_r47_nothing_in_a_daily_mail_can_be_clicked_but_ways_to_this_desk(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now)
    run(work, office.url, now)
    run(work, office.url, next_time(now, HOUR))
    (words,) = office.texts
    assert "https: //evil. example" in words
    assert words.count("://") == words.count(f"{BASE}/inquiries/PD-0001") == 1


@pytest.mark.parametrize(("hour", "days"), [(5, 0), (6, 1), (7, 1)])
def test_the_daily_mail_is_due_at_its_hour_of_the_day(hour: int, days: int) -> None:
    moment = datetime.fromisoformat("2026-11-30T00:00:00+00:00")
    at = moment.replace(hour=hour)
    assert next_time(at, HOUR) == moment.replace(hour=HOUR) + timedelta(days=days)


def _disable(db: Session, now: datetime) -> None:
    db.execute(update(User).where(User.email == "ada@example.com").values(disabled_at=now))
