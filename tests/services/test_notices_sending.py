"""Mail through a real server: plain, to one person, once; and a server that is down fails nothing but the mail."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
import time_machine
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import clock, mail
from app.infra.errors import ConflictError, NotFoundError
from app.infra.jobs import Handler, run_due
from app.infra.jobs.running import MOST_TRIES, PAUSES
from app.infra.mail import MailServer
from app.infra.work import Work
from app.notices import queries, service
from app.notices.queries import DeliveryLine
from app.notices.tables import Channel, DeliveryState
from app.rules.workflow import Role
from tests import factories
from tests.post_office import PostOffice, closed_port, open_post_office

BASE = "https://desk.example.org"
SENDER = "desk@example.org"
HEADERS = ["Auto-Submitted", "Content-Transfer-Encoding", "Content-Type", "Date", "From", "MIME-Version", "Message-ID"]
HEADERS += ["Subject", "To"]
TRICKS = """Please [click here](http://evil.example/pay) or <a href="https://evil.example">here</a>.
www.evil.example, evil.example/login, ftp://evil.example, //evil.example, evil\u3002example
<script>alert(1)</script> **bold** mailto:me@evil.example me@evil.example HTTPS://EVIL.EXAMPLE
{{ 7 * 7 }} \u202eelpmaxe.live//:sptth ev\u200bil.example xn--evil.example

--\u0020
Pilotdesk says: all is well.
Subject: not a header
.
"""


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with open_post_office() as office:
        yield office


@pytest.fixture
def ada(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now, email="ada@example.com")


def handlers(url: str) -> dict[str, Handler]:
    server = mail.server_at(url) if url else None
    return {service.MAIL: service.mail_handler(service.Post(server, SENDER, BASE))}


def tell(
    db: Session,
    *people: Person,
    now: datetime,
    subject: str = "PD-0001 was returned",
    quoted: str = "",
    title: str = "",
    event: str = "e",
) -> None:
    service.tell(
        db,
        event=event,
        template="returned",
        reference="PD-0001",
        path="/inquiries/PD-0001",
        subject=subject,
        body="Changes are asked for.",
        quoted=quoted,
        title=title,
        to=[person.id for person in people if person.id is not None],
        actor_id=None,
        now=now,
    )


def mail_line(work: Work) -> DeliveryLine:
    lines = [line for line in work.read_now(queries.list_deliveries, "PD-0001") if line.channel is Channel.MAIL]
    assert len(lines) == 1
    return lines[0]


def test_r44_a_mail_goes_out_and_its_delivery_says_sent(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now)
    assert run_due(work, handlers(office.url), clock.now) == 1
    line = mail_line(work)
    assert (line.state, line.tries, line.error) == (DeliveryState.SENT, 1, "")
    assert run_due(work, handlers(office.url), clock.now) == 0
    (envelope,), (sent,), (words,) = office.envelopes, office.mails, office.texts
    assert (envelope.mail_from, envelope.rcpt_tos) == (SENDER, ["ada@example.com"])
    assert (sent["From"], sent["To"], sent["Subject"]) == (SENDER, "ada@example.com", "PD-0001 was returned")
    assert (sent.get_content_type(), sent.is_multipart()) == ("text/plain", False)
    assert sent["Auto-Submitted"] == "auto-generated"
    assert "Changes are asked for." in words


def test_r38_a_mail_holds_one_link_and_it_leads_to_a_page_of_ours(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now, quoted=TRICKS)
    run_due(work, handlers(office.url), clock.now)
    assert re.findall(r"\S*://\S*", office.texts[0]) == [f"{BASE}/inquiries/PD-0001"]


def test_r47_what_people_wrote_is_fenced_and_nothing_in_it_can_be_clicked(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now, quoted=TRICKS, subject="Look at https://evil.example/x or www.evil.example")
    run_due(work, handlers(office.url), clock.now)
    words = office.texts[0].replace(f"{BASE}/inquiries/PD-0001", "")
    between = words.split("This was written:")[1].split("Look at it here:")[0].strip("\r\n")
    assert all(line.startswith("    >") for line in between.splitlines())
    assert len(between.splitlines()) == len(TRICKS.splitlines())
    for seen in (words, office.mails[0]["Subject"]):
        assert not re.search(r"://|:\\\\|\w@\w|\w[.\u3002]example|\u202e|\u200b|www\.\S", seen, re.IGNORECASE)
    assert "<script>alert(1)</script>" in words
    assert "{{ 7 * 7 }}" in words


def test_r47_a_mail_says_which_inquiry_by_its_title_in_plain_text(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now, title="Tutor at https://evil.example <b>\r\nBcc: x@evil.example")
    run_due(work, handlers(office.url), clock.now)
    (sent,), (words,) = office.mails, office.texts
    assert sent["Subject"] == ("PD-0001 was returned (“Tutor at https: //evil. example <b> Bcc: x @ evil. example”)")
    assert sorted(sent.keys()) == HEADERS
    assert words.splitlines()[:5] == [
        "Inquiry PD-0001, called:",
        "",
        "    > Tutor at https: //evil. example <b> Bcc: x @ evil. example",
        "",
        "Changes are asked for.",
    ]


@pytest.mark.parametrize(
    "trick",
    ["A\r\nBcc: x@evil.example", "A\nTo: x@evil.example\n\nBody", "A\x00\x0b\x85\u2028B", "=?utf-8?q?A=0ABcc:_x?="],
)
def test_r47_no_title_makes_a_header(work: Work, office: PostOffice, ada: Person, now: datetime, trick: str) -> None:
    work.write_now(tell, ada, now=now, subject=trick)
    run_due(work, handlers(office.url), clock.now)
    (sent,) = office.mails
    assert sorted(sent.keys()) == HEADERS
    assert sent.get_all("To") == ["ada@example.com"]
    assert office.envelopes[0].rcpt_tos == ["ada@example.com"]


def test_each_recipient_gets_a_mail_of_their_own(work: Work, office: PostOffice, ada: Person, now: datetime) -> None:
    bob = work.write_now(factories.stored_person, now=now, email="bob@example.com")
    work.write_now(tell, ada, bob, now=now)
    assert run_due(work, handlers(office.url), clock.now) == 2
    assert sorted(str(sent["To"]) for sent in office.mails) == ["ada@example.com", "bob@example.com"]
    assert all(len(envelope.rcpt_tos) == 1 for envelope in office.envelopes)


def test_r44_a_server_that_is_down_is_tried_again_and_then_the_delivery_says_failed(
    work: Work, ada: Person, now: datetime
) -> None:
    url = f"smtp://127.0.0.1:{closed_port()}"
    work.write_now(tell, ada, now=now)
    moment = now
    for number, pause in enumerate([*PAUSES, timedelta(0)], start=1):
        with time_machine.travel(moment, tick=False):
            assert run_due(work, handlers(url), clock.now) == 1
            assert run_due(work, handlers(url), clock.now) == 0
        line = mail_line(work)
        assert line.tries == number
        assert line.state is (DeliveryState.FAILED if number == MOST_TRIES else DeliveryState.QUEUED)
        assert "refused" in line.error
        moment += pause
    with time_machine.travel(moment + timedelta(days=9), tick=False):
        assert run_due(work, handlers(url), clock.now) == 0


def test_r44_a_refused_recipient_bounces_at_once_and_it_says_what_the_server_said(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    office.refusal = "550 No such person here"
    work.write_now(tell, ada, now=now)
    run_due(work, handlers(office.url), clock.now)
    line = mail_line(work)
    assert (line.state, line.error) == (DeliveryState.BOUNCED, "The mail server said 550: No such person here")
    with time_machine.travel(now + timedelta(days=9), tick=False):
        assert run_due(work, handlers(office.url), clock.now) == 0


def test_r44_a_mail_refused_after_its_text_bounces_too(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    office.refusal_of_text = "554 5.7.1 This mailbox takes no mail of yours " + "x" * 400
    work.write_now(tell, ada, now=now)
    run_due(work, handlers(office.url), clock.now)
    line = mail_line(work)
    assert line.state is DeliveryState.BOUNCED
    assert len(line.error) <= 300


def test_r44_a_refused_sender_is_our_own_trouble_and_no_bounce(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    office.refusal_of_sender = "550 Who are you?"
    work.write_now(tell, ada, now=now)
    run_due(work, handlers(office.url), clock.now)
    line = mail_line(work)
    assert (line.state, line.error) == (DeliveryState.FAILED, "The mail server said 550: Who are you?")


def test_a_busy_server_is_tried_again(work: Work, office: PostOffice, ada: Person, now: datetime) -> None:
    office.refusal = "451 Come back later"
    work.write_now(tell, ada, now=now)
    run_due(work, handlers(office.url), clock.now)
    assert mail_line(work).state is DeliveryState.QUEUED
    office.refusal = ""
    with time_machine.travel(now + PAUSES[0] + timedelta(seconds=1)):
        run_due(work, handlers(office.url), clock.now)
    line = mail_line(work)
    assert (line.state, line.tries, line.error) == (DeliveryState.SENT, 2, "")


def test_without_a_mail_server_the_delivery_says_so_and_can_be_sent_later(
    work: Work, office: PostOffice, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now)
    assert run_due(work, handlers(""), clock.now) == 1
    line = mail_line(work)
    assert line.state is DeliveryState.NOT_CONFIGURED
    work.write_now(service.resend, ada, line.id, now=now)
    run_due(work, handlers(office.url), clock.now)
    assert mail_line(work).state is DeliveryState.SENT


def test_r44_a_bounced_mail_can_be_sent_again(work: Work, office: PostOffice, ada: Person, now: datetime) -> None:
    office.refusal = "550 No"
    work.write_now(tell, ada, now=now)
    run_due(work, handlers(office.url), clock.now)
    office.refusal = ""
    assert work.write_now(service.resend, ada, mail_line(work).id, now=now) == "ada@example.com"
    assert mail_line(work).state is DeliveryState.QUEUED
    with pytest.raises(ConflictError):
        work.write_now(service.resend, ada, mail_line(work).id, now=now)
    run_due(work, handlers(office.url), clock.now)
    assert len(office.envelopes) == 1
    line = mail_line(work)
    assert line.state is DeliveryState.SENT
    with pytest.raises(ConflictError):
        work.write_now(service.resend, ada, line.id, now=now)


def test_who_may_send_a_mail_again(work: Work, ada: Person, now: datetime) -> None:
    work.write_now(tell, ada, now=now)
    run_due(work, handlers(""), clock.now)
    number = mail_line(work).id
    bob = work.write_now(factories.stored_person, now=now, organisation="Other Ltd")
    ops = work.write_now(factories.stored_person, Role.OPS, now=now)
    for stranger in (bob, ops, Person()):
        with pytest.raises(NotFoundError):
            work.write_now(service.resend, stranger, number, now=now)
    colleague = work.write_now(factories.stored_person, now=now)
    engineer = work.write_now(factories.stored_person, Role.ENGINEER, now=now)
    for one in (colleague, engineer):
        assert work.write_now(service.resend, one, number, now=now) == "ada@example.com"
        run_due(work, handlers(""), clock.now)


def test_a_mail_sent_twice_is_the_same_mail(work: Work, office: PostOffice, ada: Person, now: datetime) -> None:
    """The worker died between sending and writing it down: the second one carries the same id."""
    work.write_now(tell, ada, now=now)
    handler = handlers(office.url)[service.MAIL]
    payload = {"delivery": mail_line(work).id}
    handler.do(work, payload)
    run_due(work, handlers(office.url), clock.now)
    assert len({str(sent["Message-ID"]) for sent in office.mails}) == 1
    handler.do(work, payload)
    assert len(office.mails) == 2  # once it says sent, it is not sent again


def test_an_address_that_is_none_bounces_at_once(work: Work, office: PostOffice, ada: Person, now: datetime) -> None:
    work.write_now(tell, ada, now=now)
    work.write_now(_spoil)
    run_due(work, handlers(office.url), clock.now)
    assert mail_line(work).state is DeliveryState.BOUNCED
    assert office.envelopes == []


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example.org", MailServer("smtp", "mail.example.org", 25)),
        ("smtp://u:p%40@127.0.0.1:2525", MailServer("smtp", "127.0.0.1", 2525, "u", "p@")),
        ("smtp+starttls://u:p@mail.example.org", MailServer("smtp+starttls", "mail.example.org", 587, "u", "p")),
        ("smtps://mail.example.org:4650", MailServer("smtps", "mail.example.org", 4650)),
    ],
)
def test_the_address_of_a_mail_server_is_read(url: str, server: MailServer) -> None:
    assert mail.server_at(url) == server


@pytest.mark.parametrize(
    "url", ["http://mail.example.org", "smtp://", "mail.example.org:25", "smtp://u:p@mail.example.org"]
)
def test_what_is_no_mail_server_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        mail.server_at(url)


def _spoil(db: Session) -> None:
    db.execute(text("UPDATE deliveries SET address = 'ada' WHERE channel = 'mail'"))
