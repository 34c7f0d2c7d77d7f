"""Telling stands or falls with what is told, reaches each person once, and never the one who did it."""

import time
from datetime import datetime

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.work import Work
from app.notices import queries, service
from app.notices.tables import Channel, DeliveryState
from app.rules.workflow import Role
from tests import factories


def told(
    db: Session,
    *,
    to: list[int],
    now: datetime,
    event: str = "PD-0001/return/1",
    template: str = "returned",
    subject: str = "PD-0001 was returned",
    actor_id: int | None = None,
    quoted: str = "",
) -> tuple[int, ...]:
    return service.tell(
        db,
        event=event,
        template=template,
        reference="PD-0001",
        path="/inquiries/PD-0001",
        subject=subject,
        body="Changes are asked for.",
        to=to,
        actor_id=actor_id,
        now=now,
        quoted=quoted,
    )


def number(person: Person) -> int:
    assert person.id is not None
    return person.id


@pytest.fixture
def ada(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now, email="ada@example.com")


@pytest.fixture
def eve(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, Role.ENGINEER, now=now, email="eve@example.com")


def test_r44_each_recipient_has_a_delivery_state_for_each_way(
    work: Work, ada: Person, eve: Person, now: datetime
) -> None:
    assert work.write_now(told, to=[number(ada), number(eve)], now=now) == (ada.id, eve.id)
    lines = work.read_now(queries.list_deliveries, "PD-0001")
    seen = {(line.who, line.channel): line.state for line in lines}
    assert seen == {
        (ada.name, Channel.INBOX): DeliveryState.SENT,
        (ada.name, Channel.MAIL): DeliveryState.QUEUED,
        (eve.name, Channel.INBOX): DeliveryState.SENT,
        (eve.name, Channel.MAIL): DeliveryState.QUEUED,
    }
    assert {line.when for line in lines} == {now}


def test_r44_a_customer_sees_only_what_their_own_organisation_was_told(
    work: Work, ada: Person, eve: Person, now: datetime
) -> None:
    work.write_now(told, to=[number(ada), number(eve)], now=now)
    lines = work.read_now(queries.list_deliveries, "PD-0001", organisation_id=ada.organisation_id)
    assert {line.who for line in lines} == {ada.name}
    assert work.read_now(queries.count_mails, "PD-0001", organisation_id=ada.organisation_id) == {
        DeliveryState.QUEUED: 1
    }
    assert work.read_now(queries.count_mails, "PD-0001") == {DeliveryState.QUEUED: 2}


def test_what_was_undone_is_not_told(work: Work, ada: Person, now: datetime) -> None:
    def tell_and_fail(db: Session) -> None:
        told(db, to=[number(ada)], now=now)
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011  raised two lines above
        work.write_now(tell_and_fail)
    assert work.read_now(queries.list_deliveries, "PD-0001") == ()
    assert work.read_now(_count, "jobs") == 0


def test_r45_the_same_event_is_told_once_and_later_recipients_are_added(
    work: Work, ada: Person, eve: Person, now: datetime
) -> None:
    assert work.write_now(told, to=[number(ada), number(ada)], now=now) == (ada.id,)
    assert work.write_now(told, to=[number(ada)], now=now) == ()
    assert work.write_now(told, to=[number(ada), number(eve)], now=now) == (eve.id,)
    assert work.write_now(told, to=[number(ada)], template="other", now=now) == (ada.id,)
    assert work.read_now(_count, "messages") == 2
    assert work.read_now(_count, "deliveries") == 6
    assert work.read_now(_count, "jobs") == 3


def test_r45_own_actions_send_nothing(work: Work, ada: Person, eve: Person, now: datetime) -> None:
    assert work.write_now(told, to=[number(ada), number(eve)], actor_id=ada.id, now=now) == (eve.id,)
    assert work.write_now(told, to=[number(ada)], event="PD-0001/x", actor_id=ada.id, now=now) == ()
    assert work.read_now(_count, "messages") == 1


def test_a_disabled_person_is_told_nothing(work: Work, ada: Person, now: datetime) -> None:
    work.write_now(_disable, number(ada))
    assert work.write_now(told, to=[number(ada)], now=now) == ()


def test_r46_who_can_be_told_is_known_beforehand(work: Work, ada: Person, eve: Person, now: datetime) -> None:
    work.write_now(factories.stored_person, now=now, organisation="Other Ltd")
    assert ada.organisation_id is not None
    members = work.read_now(queries.list_members, ada.organisation_id)
    assert [(person.id, person.who, person.organisation) for person in members] == [(ada.id, ada.name, "Example Ltd")]
    assert [person.id for person in work.read_now(queries.list_engineers, outside=ada.organisation_id)] == [eve.id]


def test_r46_an_engineer_of_the_customers_own_organisation_is_no_reviewer_to_be_told(
    work: Work, ada: Person, eve: Person
) -> None:
    work.write_now(_move, number(eve), ada.organisation_id)
    assert work.read_now(queries.list_engineers, outside=ada.organisation_id) == ()


def test_r48_a_thousand_people_are_told_in_less_than_a_second(work: Work, now: datetime) -> None:
    ids = work.write_now(_crowd, 1000, now)
    began = time.process_time()
    assert len(work.write_now(told, to=ids, now=now)) == 1000
    assert time.process_time() - began < 1
    assert work.read_now(queries.count_mails, "PD-0001") == {DeliveryState.QUEUED: 1000}


def test_r47_a_subject_is_one_line_whatever_a_title_holds(work: Work, ada: Person, now: datetime) -> None:
    work.write_now(told, to=[number(ada)], subject="A\r\nBcc: x@example.com\n\u2028\x00\u202e b " + "c" * 400, now=now)
    subject = work.read_now(queries.list_inbox, ada)[0].subject
    assert subject.startswith("A Bcc: x@example.com b c")
    assert subject.isprintable()
    assert len(subject) == 200


@pytest.mark.parametrize("path", ["https://evil.example/", "//evil.example", "inquiries"])
def test_r38_a_message_leads_to_a_page_of_ours_only(work: Work, ada: Person, now: datetime, path: str) -> None:
    def tell(db: Session) -> None:
        keys = {"reference": "PD-0001", "path": path, "subject": "S", "body": "B"}
        service.tell(db, event="e", template="t", to=[number(ada)], actor_id=None, now=now, **keys)

    with pytest.raises(ValueError, match="a page of this site"):
        work.write_now(tell)


def _count(db: Session, table: str) -> int:
    return int(db.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())  # noqa: S608  a table of ours


def _disable(db: Session, user_id: int) -> None:
    db.execute(text("UPDATE users SET disabled_at = created_at WHERE id = :id"), {"id": user_id})


def _move(db: Session, user_id: int, organisation_id: int | None) -> None:
    values = {"id": user_id, "organisation": organisation_id}
    db.execute(text("UPDATE users SET organisation_id = :organisation WHERE id = :id"), values)


def _crowd(db: Session, count: int, now: datetime) -> list[int]:
    return [number(factories.stored_person(db, now=now)) for _ in range(count)]
