"""Who can be told, what they were told, and how far each telling got; gives back frozen values."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, exists, func, literal, or_, select
from sqlalchemy.orm import Session, aliased

from app.accounts.queries import Person
from app.accounts.tables import MailComes, Organisation, User
from app.infra.db import Instant
from app.notices.tables import Channel, Delivery, DeliveryState, Message
from app.rules.workflow import Role

PAGE = 25
MOST_LINES = 200
LONGEST_ERROR = 300
DESK = "desk"  # the template of what the other side is told
UNREAD = and_(Delivery.channel == Channel.INBOX.value, Delivery.read_at.is_(None))
RESENDABLE = (DeliveryState.FAILED, DeliveryState.BOUNCED, DeliveryState.NOT_CONFIGURED)


STAFF = {Role.ENGINEER: "sales engineer", Role.OPS: "colleague in operations", Role.ADMIN: "administrator"}


class Recipient(NamedTuple):
    """Someone who can be told."""

    id: int
    email: str
    name: str
    role: Role
    organisation: str
    has_daily_mail: bool = False

    @property
    def who(self) -> str:
        """What other people call them; an address of staff is nobody's business."""
        return self.name or (self.email if self.role is Role.CUSTOMER else f"a {STAFF[self.role]}")


class DeliveryLine(NamedTuple):
    """One message to one person by one way: how far it got, and since when."""

    id: int
    who: str
    subject: str
    channel: Channel
    state: DeliveryState
    when: datetime
    tries: int
    error: str
    address: str


class DeskLine(NamedTuple):
    """One message to the desk and one way and state: how many it stands so with, and since when."""

    message_id: int
    subject: str
    channel: Channel
    state: DeliveryState
    people: int
    when: datetime


class InboxLine(NamedTuple):
    """One message in one's own inbox, with what became of its mail."""

    id: int
    reference: str
    path: str
    subject: str
    title: str
    body: str
    quoted: str
    made_at: datetime
    read_at: datetime | None
    mail_id: int | None
    mail_state: DeliveryState | None
    mail_tries: int
    mail_error: str


class Letter(NamedTuple):
    """What a mail is made of."""

    delivery_id: int
    state: DeliveryState
    address: str
    reference: str
    path: str
    subject: str
    title: str
    body: str
    quoted: str
    made_at: datetime


LETTER = (
    Delivery.id,
    Delivery.state,
    Delivery.address,
    Message.reference,
    Message.path,
    Message.subject,
    Message.title,
    Message.body,
    Message.quoted,
    Message.made_at,
)


def list_members(db: Session, organisation_id: int) -> tuple[Recipient, ...]:
    """Return everybody of an organisation who can sign in."""
    return _recipients(db, User.organisation_id == organisation_id, User.role == Role.CUSTOMER.value)


def list_engineers(db: Session, *, outside: int | None) -> tuple[Recipient, ...]:
    """Return the engineers who can sign in, but for those of that organisation."""
    elsewhere = or_(User.organisation_id.is_(None), User.organisation_id != outside)
    return _recipients(db, User.role == Role.ENGINEER.value, elsewhere)


def list_recipients(db: Session, ids: Iterable[int]) -> tuple[Recipient, ...]:
    """Return those of these people who can be told: a disabled person is told nothing."""
    return _recipients(db, User.id.in_(sorted(set(ids))))


def _recipients(db: Session, *which: ColumnElement[bool]) -> tuple[Recipient, ...]:
    rows = db.execute(
        select(User.id, User.email, User.name, User.role, Organisation.name, User.mail_comes)
        .outerjoin(Organisation, Organisation.id == User.organisation_id)
        .where(User.disabled_at.is_(None), *which)
        .order_by(User.id)
    )
    daily = MailComes.DAILY
    return tuple(Recipient(row[0], row[1], row[2], Role(row[3]), row[4] or "", row[5] == daily) for row in rows)


def lock_message(db: Session, event: str, template: str) -> Message | None:
    """Return what is told of that event already, so that two tellers follow each other."""
    return db.scalar(select(Message).where(Message.event == event, Message.template == template).with_for_update())


def list_told(db: Session, message_id: int) -> frozenset[int]:
    """Return the ids of those who are told that message already."""
    return frozenset(db.scalars(select(Delivery.recipient_id).where(Delivery.message_id == message_id)))


def rows_for(ids: Iterable[int], values: Mapping[str, object]) -> tuple[list[str], Select[Any]]:
    """Return deliveries to these people as columns and rows for an INSERT: one statement, however many they are."""
    table = Delivery.__table__
    same = [literal(value, table.c[name].type).label(name) for name, value in values.items()]
    return ["recipient_id", "address", *values], select(User.id, User.email, *same).where(User.id.in_(sorted(ids)))


def list_mails(db: Session, message_id: int, ids: Iterable[int]) -> tuple[int, ...]:
    """Return the ids of the mails of a message to these people."""
    wanted = select(Delivery.id).where(
        Delivery.message_id == message_id,
        Delivery.channel == Channel.MAIL.value,
        Delivery.recipient_id.in_(sorted(ids)),
    )
    return tuple(db.scalars(wanted.order_by(Delivery.id)))


def list_deliveries(
    db: Session, reference: str, *, organisation_id: int | None = None, at_most: int = MOST_LINES
) -> tuple[DeliveryLine, ...]:
    """Return what was told of an inquiry to whom, the latest first: to everybody, or within one organisation only."""
    wanted = (
        select(
            Delivery.id,
            User.name,
            User.email,
            Message.subject,
            Delivery.channel,
            Delivery.state,
            Delivery.changed_at,
            Delivery.tries,
            Delivery.last_error,
            Delivery.address,
        )
        .join(Message, Message.id == Delivery.message_id)
        .join(User, User.id == Delivery.recipient_id)
        .where(Message.reference == reference)
        .order_by(Delivery.id.desc())
        .limit(at_most)
    )
    if organisation_id is not None:
        wanted = wanted.where(User.organisation_id == organisation_id)
    return tuple(
        DeliveryLine(
            row[0], row[1] or row[2], row[3], Channel(row[4]), DeliveryState(row[5]), row[6], row[7], row[8], row[9]
        )
        for row in db.execute(wanted)
    )


def list_told_desk(db: Session, reference: str, events: Collection[str]) -> tuple[DeskLine, ...]:
    """Return what the desk was told of these events of an inquiry, by message, way and state; nobody is named."""
    wanted = (
        select(
            Message.id,
            Message.subject,
            Delivery.channel,
            Delivery.state,
            func.count(),
            func.max(Delivery.changed_at, type_=Instant()),
        )
        .join(Delivery, Delivery.message_id == Message.id)
        .where(
            Message.reference == reference,
            Message.template == DESK,
            or_(*(Message.event.startswith(f"{reference}/{event}/", autoescape=True) for event in events)),
        )
        .group_by(Message.id, Message.subject, Delivery.channel, Delivery.state)
        .order_by(Message.id.desc())
        .limit(MOST_LINES)
    )
    return tuple(
        DeskLine(row[0], row[1], Channel(row[2]), DeliveryState(row[3]), *row[4:]) for row in db.execute(wanted)
    )


def count_mails(db: Session, reference: str, *, organisation_id: int | None = None) -> dict[DeliveryState, int]:
    """Count the mails about an inquiry by how far they got: the progress of a long sending."""
    wanted = (
        select(Delivery.state, func.count())
        .join(Message, Message.id == Delivery.message_id)
        .where(Message.reference == reference, Delivery.channel == Channel.MAIL.value)
        .group_by(Delivery.state)
    )
    if organisation_id is not None:
        wanted = wanted.join(User, User.id == Delivery.recipient_id).where(User.organisation_id == organisation_id)
    return {DeliveryState(state): count for state, count in db.execute(wanted)}


def list_inbox(db: Session, person: Person, before: int | None = None) -> tuple[InboxLine, ...]:
    """Return the newest of one's own messages, one more than a page holds."""
    mail = aliased(Delivery)
    beside = and_(
        mail.message_id == Delivery.message_id,
        mail.recipient_id == Delivery.recipient_id,
        mail.channel == Channel.MAIL.value,
    )
    wanted = (
        select(
            Delivery.id,
            Message.reference,
            Message.path,
            Message.subject,
            Message.title,
            Message.body,
            Message.quoted,
            Message.made_at,
            Delivery.read_at,
            mail.id,
            mail.state,
            mail.tries,
            mail.last_error,
        )
        .join(Message, Message.id == Delivery.message_id)
        .outerjoin(mail, beside)
        .where(Delivery.recipient_id == person.id, Delivery.channel == Channel.INBOX.value)
        .order_by(Delivery.id.desc())
        .limit(PAGE + 1)
    )
    if before is not None:
        wanted = wanted.where(Delivery.id < before)
    return tuple(
        InboxLine(*row[:10], _state_or_none(row[10]), row[11] or 0, row[12] or "") for row in db.execute(wanted)
    )


def _state_or_none(state: str | None) -> DeliveryState | None:
    return None if state is None else DeliveryState(state)


def count_unread(db: Session, person: Person) -> int:
    """Count one's own messages that were not opened yet."""
    wanted = select(func.count()).select_from(Delivery).where(Delivery.recipient_id == person.id, UNREAD)
    return db.execute(wanted).scalar_one()


def has_news() -> ColumnElement[bool]:
    """Say, within a question about `User`, whether there is a message in that person's inbox that they did not open."""
    return exists().where(Delivery.recipient_id == User.id, UNREAD).correlate(User)


def lock_own_notice(db: Session, person: Person, notice_id: int) -> Delivery | None:
    """Return one message of one's own inbox, locked."""
    wanted = select(Delivery).where(
        Delivery.id == notice_id, Delivery.recipient_id == person.id, Delivery.channel == Channel.INBOX.value
    )
    return db.scalar(wanted.with_for_update())


def lock_mail(db: Session, person: Person, mail_id: int) -> Delivery | None:
    """Return one mail that this person may send again: to oneself, within one's organisation, or any as staff."""
    wanted = (
        select(Delivery)
        .join(User, User.id == Delivery.recipient_id)
        .where(Delivery.id == mail_id, Delivery.channel == Channel.MAIL.value)
    )
    return db.scalar(_within_reach(wanted, person).with_for_update(of=Delivery))


def lock_delivery(db: Session, delivery_id: int) -> Delivery | None:
    """Return one mail, whosesoever it is, to write down what became of it."""
    wanted = select(Delivery).where(Delivery.id == delivery_id, Delivery.channel == Channel.MAIL.value)
    return db.scalar(wanted.with_for_update())


def _within_reach(wanted: Select[Delivery], person: Person) -> Select[Delivery]:
    if person.role in {Role.ENGINEER, Role.ADMIN}:
        return wanted
    if person.organisation_id is None:
        return wanted.where(Delivery.recipient_id == person.id)
    return wanted.where(User.organisation_id == person.organisation_id)


def find_path(db: Session, message_id: int) -> str:
    """Return the page that a message leads to."""
    return db.scalar(select(Message.path).where(Message.id == message_id)) or ""


def find_letter(db: Session, delivery_id: int) -> Letter | None:
    """Return what the mail of that delivery is made of."""
    wanted = select(*LETTER).join(Message, Message.id == Delivery.message_id).where(Delivery.id == delivery_id)
    row = db.execute(wanted).one_or_none()
    return None if row is None else letter_of(row)


def letter_of(row: Sequence[Any]) -> Letter:
    """Return a row of `LETTER` as what it is."""
    return Letter(row[0], DeliveryState(row[1]), *row[2:])
