"""Making one mail a day of what was told somebody since the last one; nothing to tell makes no mail.

A job looks first whether the person's daily mail is asked for already, and asks for it otherwise; at its hour the same
kind of job puts the mail together, in one transaction with the job that sends it. Which tellings go with a mail never
changes then, so that it is the same mail however often it has to be tried.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from app.infra import jobs
from app.infra.jobs import Handler, Payload
from app.infra.work import Work
from app.notices import queries
from app.notices.queries import Reader
from app.notices.service.telling import GATHER
from app.notices.tables import DailyMail, Delivery, DeliveryState

DAILY = "daily-mail"  # the kind of job that sends one
DISABLED = "This person can no longer sign in, so nothing was sent."


def gather_handler(*, hour: int) -> Handler:
    """Return what sees to it that daily mails are made, at that hour of the day in UTC."""
    return Handler(do=_nothing_outside, done=_Gathering(hour).go_on)


def next_time(now: datetime, hour: int) -> datetime:
    """Return when the next daily mail is due."""
    today = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    return today if today > now else today + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Gathering:
    hour: int

    def go_on(self, db: Session, payload: Payload, *, now: datetime) -> None:
        """Ask for the daily mail of these people, or make it, where it is time."""
        for reader in queries.list_readers(db, payload["people"]):
            if payload.get("is_time"):
                _make(db, reader, now)
            else:
                due = {"people": [reader.id], "is_time": True}
                at = next_time(now, self.hour)
                jobs.enqueue(db, GATHER, due, now=now, unique_key=f"{GATHER}:{reader.id}", run_after=at)


def _make(db: Session, reader: Reader, now: datetime) -> None:
    if reader.is_disabled:
        _change(db, reader, state=DeliveryState.FAILED.value, last_error=DISABLED, changed_at=now)
    elif queries.has_gathered(db, reader.id):
        made = insert(DailyMail).values(recipient_id=reader.id, address=reader.address, made_at=now)
        number = db.execute(made.returning(DailyMail.id)).scalar_one()
        queued = {"state": DeliveryState.QUEUED.value, "daily_mail_id": number, "address": reader.address}
        _change(db, reader, **queued, changed_at=now)
        jobs.enqueue(db, DAILY, {"daily": number}, now=now)


def _change(db: Session, reader: Reader, **values: object) -> None:
    db.execute(update(Delivery).where(queries.is_gathered(reader.id)).values(**values))


def _nothing_outside(_work: Work, _payload: Payload) -> None:
    """All of it belongs into the transaction in which the job ends."""
