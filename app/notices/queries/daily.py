"""What is gathered for somebody's daily mail, and what one of these mails is made of."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from app.accounts.tables import User
from app.notices.queries.telling import LETTER, Letter, letter_of
from app.notices.tables import Channel, DailyMail, Delivery, DeliveryState, Message


class Reader(NamedTuple):
    """Someone whose mail is gathered, locked against whoever gathers for them at the same moment."""

    id: int
    address: str
    is_disabled: bool


class Daily(NamedTuple):
    """One daily mail: whom it is for, and the letters that go with it, those of one inquiry together."""

    id: int
    address: str
    made_at: datetime
    letters: tuple[Letter, ...]


def list_readers(db: Session, ids: Iterable[int]) -> tuple[Reader, ...]:
    """Return these people, locked; telling them of something goes on meanwhile."""
    wanted = select(User.id, User.email, User.disabled_at).where(User.id.in_(sorted(set(ids)))).order_by(User.id)
    rows = db.execute(wanted.with_for_update(key_share=True))
    return tuple(Reader(row.id, row.email, row.disabled_at is not None) for row in rows)


def is_gathered(recipient_id: int) -> ColumnElement[bool]:
    """Say which deliveries wait for that person's daily mail."""
    mails = (Delivery.recipient_id == recipient_id) & (Delivery.channel == Channel.MAIL.value)
    return mails & (Delivery.state == DeliveryState.GATHERED.value)


def has_gathered(db: Session, recipient_id: int) -> bool:
    """Say whether anything waits for that person's daily mail."""
    return db.scalar(select(Delivery.id).where(is_gathered(recipient_id)).limit(1)) is not None


def find_daily(db: Session, number: int) -> Daily | None:
    """Return that mail with its letters, the inquiry that was spoken of first before the others."""
    mail = db.get(DailyMail, number)
    if mail is None:
        return None
    wanted = (
        select(*LETTER)
        .join(Message, Message.id == Delivery.message_id)
        .where(Delivery.daily_mail_id == number)
        .order_by(Message.made_at, Delivery.id)
    )
    letters = [letter_of(row) for row in db.execute(wanted)]
    places = {reference: place for place, reference in reversed(list(enumerate(one.reference for one in letters)))}
    together = sorted(letters, key=lambda one: places[one.reference])  # a sort keeps the order of equals
    return Daily(mail.id, mail.address, mail.made_at, tuple(together))


def list_of_daily(db: Session, number: int, state: DeliveryState) -> list[Delivery]:
    """Return the deliveries that went with that mail and stand so, locked."""
    wanted = select(Delivery).where(Delivery.daily_mail_id == number, Delivery.state == state.value)
    return list(db.scalars(wanted.order_by(Delivery.id).with_for_update()))
