"""The inbox as its owner meets it, and sending a failed mail again from a page."""

from datetime import datetime

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra import clock
from app.infra.jobs import run_due
from app.infra.web import Web
from app.infra.work import Work
from app.main import make_handlers
from app.notices import pages, queries, service
from app.notices.pages.words import progress_of
from app.notices.queries import PAGE, Recipient
from app.notices.tables import Channel, DeliveryState
from app.rules.workflow import Role
from app.settings import Settings
from tests.conftest import PostForm, SignIn
from tests.pages.seen import frame_of, view_of

TRICK = "<script>alert(1)</script> https://evil.example/pay"


def tell(db: Session, person: Person, *, now: datetime, number: int = 1, subject: str = "", quoted: str = "") -> None:
    service.tell(
        db,
        event=f"e/{number}",
        template="t",
        reference="PD-0001",
        path="/inquiries/PD-0001",
        subject=subject or f"Subject {number}.",
        body="Changes are asked for.",
        quoted=quoted,
        to=[person.id or 0],
        actor_id=None,
        now=now,
    )


@pytest.fixture
def ada(client: TestClient, sign_in: SignIn) -> Person:
    return sign_in(client)


def notice_ids(work: Work, person: Person) -> list[int]:
    return [line.id for line in work.read_now(queries.list_inbox, person)]


def mail_id(work: Work) -> int:
    return next(line.id for line in work.read_now(queries.list_deliveries, "PD-0001") if line.channel is Channel.MAIL)


@pytest.mark.usefixtures("ada")
def test_an_empty_inbox_says_what_would_fill_it(client: TestClient) -> None:
    assert "No message yet." in client.get("/inbox").text


def test_r44_the_inbox_shows_each_message_with_the_state_of_its_mail(
    client: TestClient, work: Work, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now, quoted="Name the verifier.")
    page = client.get("/inbox")
    assert "Subject 1." in page.text
    assert "Name the verifier." in page.text
    (entry,) = view_of(page).entries
    assert (entry.is_read, entry.mail_state, entry.resend_href) == (False, "Waiting to be sent", "")
    assert "1 not read yet" in page.text


def test_r47_what_people_wrote_is_shown_as_text_and_not_linked(
    client: TestClient, work: Work, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now, subject=TRICK, quoted=TRICK)
    page = client.get("/inbox").text
    assert "<script>alert" not in page
    assert 'href="https://evil.example' not in page


def test_opening_a_message_marks_it_as_read_and_leads_to_its_page(
    client: TestClient, work: Work, ada: Person, now: datetime, post_form: PostForm
) -> None:
    work.write_now(tell, ada, now=now)
    (number,) = notice_ids(work, ada)
    assert view_of(client.get("/inbox")).unread == 1
    answer = post_form(client, f"/inbox/{number}/read")
    assert (answer.status_code, answer.headers["location"]) == (303, "/inquiries/PD-0001")
    assert view_of(client.get("/inbox")).unread == 0
    again = post_form(client, f"/inbox/{number}/read", {"back": "/inbox?before=9"})
    assert again.headers["location"] == "/inbox?before=9"
    away = post_form(client, f"/inbox/{number}/read", {"back": "https://evil.example"})
    assert away.headers["location"] == "/inbox"


def test_the_navigation_says_that_there_is_news_and_asks_nothing_more_for_it(
    client: TestClient, work: Work, ada: Person, now: datetime, statements: list[str]
) -> None:
    def labels() -> set[str]:
        statements.clear()
        return {link.label for link in frame_of(client.get("/account")).nav}

    assert {"Inbox"} == {label for label in labels() if label.startswith("Inbox")}
    before = len(statements)
    work.write_now(tell, ada, now=now)
    assert "Inbox (new)" in labels()
    assert len(statements) == before
    work.write_now(service.mark_all_read, ada, now=now)
    assert "Inbox" in labels()


def test_r38_looking_at_the_inbox_reads_nothing(client: TestClient, work: Work, ada: Person, now: datetime) -> None:
    work.write_now(tell, ada, now=now)
    for _ in range(2):
        assert view_of(client.get("/inbox")).unread == 1


def test_all_messages_can_be_marked_as_read_at_once(
    client: TestClient, work: Work, ada: Person, now: datetime, post_form: PostForm
) -> None:
    for number in range(3):
        work.write_now(tell, ada, now=now, number=number)
    assert post_form(client, "/inbox/read-all").headers["location"] == "/inbox"
    assert view_of(client.get("/inbox")).unread == 0


def test_a_long_inbox_has_pages_and_each_message_stands_on_one(
    client: TestClient, work: Work, ada: Person, now: datetime
) -> None:
    for number in range(PAGE + 2):
        work.write_now(tell, ada, now=now, number=number)
    first = view_of(client.get("/inbox"))
    second = view_of(client.get(first.older_href))
    subjects = [entry.subject for entry in (*first.entries, *second.entries)]
    assert subjects == [f"Subject {number}." for number in reversed(range(PAGE + 2))]
    assert (first.newest_href, second.newest_href, second.older_href) == ("", "/inbox", "")


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize("before", ["x", "-1", "9" * 40, "\u0663"])
def test_an_address_that_nobody_made_shows_an_inbox(client: TestClient, before: str) -> None:
    assert client.get("/inbox", params={"before": before}).status_code == 200


def test_r44_a_failed_mail_is_sent_again_from_a_page(
    client: TestClient, work: Work, ada: Person, now: datetime, post_form: PostForm
) -> None:
    work.write_now(tell, ada, now=now)
    work.write_now(_fail)
    (entry,) = view_of(client.get("/inbox")).entries
    assert (entry.mail_state, entry.mail_reason) == ("Failed", "550 No such person")
    assert entry.resend_href == f"/inbox/mail/{mail_id(work)}/resend"
    answer = post_form(client, entry.resend_href, {"back": "/inquiries/PD-0001"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/inquiries/PD-0001")
    assert work.read_now(queries.count_mails, "PD-0001") == {DeliveryState.QUEUED: 1}
    assert post_form(client, entry.resend_href).status_code == 409


def test_a_mail_that_arrived_or_was_never_meant_is_not_spoken_of_in_the_inbox(
    client: TestClient, work: Work, ada: Person, settings: Settings, now: datetime
) -> None:
    work.write_now(tell, ada, now=now)
    run_due(work, make_handlers(settings), clock.now)
    (entry,) = view_of(client.get("/inbox")).entries
    assert (entry.mail_state, entry.resend_href) == ("", "")
    view = work.read_now(pages.told, "PD-0001")
    assert {line.state for line in view.lines} == {"In the inbox", "Not sent by mail"}


def test_r44_an_inquirys_page_shows_who_was_told_and_how_far_it_got(
    app: FastAPI, work: Work, ada: Person, now: datetime
) -> None:
    work.write_now(tell, ada, now=now)
    work.write_now(_fail)
    view = work.read_now(pages.told, "PD-0001", organisation_id=ada.organisation_id)
    assert view.progress == "0 of 1 mail sent, 1 failed."
    assert {(line.way, line.state) for line in view.lines} == {("Inbox", "In the inbox"), ("Mail", "Failed")}
    web: Web = app.state.house.web
    template = web.templates.env.from_string(
        "{% from 'notices/_told.html' import told %}{{ told(view, 'token', '/x') }}"
    )
    html = template.render(view=view)
    assert f'action="/inbox/mail/{mail_id(work)}/resend"' in html
    assert "550 No such person" in html
    assert ada.name in html
    empty = work.read_now(pages.told, "PD-0002")
    assert "Nobody was told anything yet." in template.render(view=empty)


@pytest.fixture
def people() -> list[Recipient]:
    return [Recipient(n, f"p{n}@example.com", f"P{n}", Role.CUSTOMER, "Example Ltd") for n in range(1, 14)]


def test_r46_the_names_of_those_who_will_be_told(people: list[Recipient]) -> None:
    assert pages.announce([]) == ""
    assert pages.announce(people[:1]) == "P1"
    assert pages.announce(people[:2]) == "P1 and P2"
    assert pages.announce(people[:4], but=2) == "P1, P3 and P4"
    assert pages.announce(people, but=13) == "P1, P2, P3, P4, P5, P6, P7, P8, P9, P10 and 2 more"


def test_r48_the_progress_of_a_long_sending_is_a_sentence() -> None:
    assert progress_of({}) == ""
    counts = {DeliveryState.SENT: 3, DeliveryState.QUEUED: 996, DeliveryState.NOT_CONFIGURED: 1}
    assert progress_of(counts) == "3 of 1000 mails sent, 996 waiting, 1 not sent by mail, as no mail server is set up."


def _fail(db: Session) -> None:
    db.execute(text("UPDATE deliveries SET state = 'failed', last_error = '550 No such person' WHERE channel = 'mail'"))
