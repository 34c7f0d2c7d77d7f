"""Telling, in the transaction of what is told: so nobody hears of what was undone, and nothing done goes untold."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.infra import jobs
from app.notices import queries
from app.notices.queries import Recipient
from app.notices.tables import Channel, Delivery, DeliveryState, Message

MAIL = "mail"  # the kind of job that sends one
GATHER = "gather-mail"  # the kind of job that sees to it that somebody's daily mail is made
LONGEST_SUBJECT = 200


def tell(  # noqa: PLR0913  what, of what, to whom, by whom and when are one telling
    db: Session,
    *,
    event: str,
    template: str,
    reference: str,
    path: str,
    subject: str,
    body: str,
    to: Iterable[int],
    actor_id: int | None,
    now: datetime,
    quoted: str = "",
    title: str = "",
) -> tuple[int, ...]:
    """Tell these people, once each per event and template, and never the one who did it; returns who is told now.

    `event` names what happened and never comes again (`PD-0001/submit/1`), `template` what is said of it to whom;
    `path` is a page of ours whose own button acts. What people wrote belongs into `quoted`, where it is set apart;
    into `subject` and `body` only in so far as it is a title. `title` is what the inquiry is called.
    """
    if not path.startswith("/") or path.startswith("//"):
        raise ValueError("a message leads to a page of this site")
    people = queries.list_recipients(db, set(to) - {actor_id})
    if not people:
        return ()
    values = {"reference": reference, "path": path, "subject": one_line(subject), "body": body, "quoted": quoted}
    message_id, told = _keep(db, event, template, {**values, "title": one_line(title), "made_at": now})
    new = tuple(person for person in people if person.id not in told)
    _deliver(db, message_id, new, now)
    return tuple(person.id for person in new)


def one_line(text: str) -> str:
    """Return a subject that is one line of printable text, whatever somebody put into a title."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(kept.split())[:LONGEST_SUBJECT]


def _keep(db: Session, event: str, template: str, values: dict[str, object]) -> tuple[int, frozenset[int]]:
    """Return the message of that event, made where there is none yet, and who is told it already."""
    found = queries.lock_message(db, event, template)
    if found is None:
        try:
            with db.begin_nested():  # somebody else may tell of the same event at this moment
                made = insert(Message).values(event=event, template=template, **values).returning(Message.id)
                return db.execute(made).scalar_one(), frozenset()
        except IntegrityError:
            found = queries.lock_message(db, event, template)
    if found is None:
        raise RuntimeError("a message cannot be there and not be there")
    return found.id, queries.list_told(db, found.id)


def _deliver(db: Session, message_id: int, people: tuple[Recipient, ...], now: datetime) -> None:
    """Put it into every inbox, where it has arrived by that; and ask for the mails, or that they be gathered."""
    at_once = tuple(person.id for person in people if not person.has_daily_mail)
    daily = tuple(person.id for person in people if person.has_daily_mail)
    for channel, state, sent_at, ids in (
        (Channel.INBOX, DeliveryState.SENT, now, at_once + daily),
        (Channel.MAIL, DeliveryState.QUEUED, None, at_once),
        (Channel.MAIL, DeliveryState.GATHERED, None, daily),
    ):
        if not ids:
            continue
        values = {"message_id": message_id, "channel": channel.value, "state": state.value, "changed_at": now}
        columns, rows = queries.rows_for(ids, {**values, "sent_at": sent_at, "tries": 0, "last_error": ""})
        db.execute(insert(Delivery).from_select(columns, rows))
    if at_once:
        mails = queries.list_mails(db, message_id, at_once)
        jobs.enqueue_all(db, MAIL, [{"delivery": number} for number in mails], now=now)
    if daily:
        jobs.enqueue(db, GATHER, {"people": daily}, now=now)
