"""What people do with what they were told: read it, and ask for a mail that failed once more."""

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.audit import service as audit
from app.infra import jobs
from app.infra.errors import ConflictError, NotFoundError
from app.notices import queries
from app.notices.service.telling import MAIL
from app.notices.tables import Delivery, DeliveryState

NOT_FAILED = "This mail is on its way or has arrived; it is not sent again."


def mark_read(db: Session, person: Person, notice_id: int, *, now: datetime) -> str:
    """Mark one's own message as read; returns the page that it leads to."""
    notice = queries.lock_own_notice(db, person, notice_id)
    if notice is None:
        raise NotFoundError
    if notice.read_at is None:
        notice.read_at = now
    return queries.find_path(db, notice.message_id)


def mark_all_read(db: Session, person: Person, *, now: datetime) -> None:
    """Mark every message of one's own inbox as read."""
    db.execute(update(Delivery).where(Delivery.recipient_id == person.id, queries.UNREAD).values(read_at=now))


def resend(db: Session, person: Person, mail_id: int, *, now: datetime) -> str:
    """Let a mail that failed or bounced be tried again, from the beginning; returns whom it goes to."""
    mail = queries.lock_mail(db, person, mail_id)
    if mail is None:
        raise NotFoundError
    if mail.state not in queries.RESENDABLE:
        raise ConflictError(NOT_FAILED, code="mail-not-failed")
    queued = {
        "state": DeliveryState.QUEUED.value,
        "tries": 0,
        "last_error": "",
        "changed_at": now,
        "daily_mail_id": None,
    }
    db.execute(update(Delivery).where(Delivery.id == mail.id).values(**queued))
    jobs.enqueue(db, MAIL, {"delivery": mail.id}, now=now, unique_key=f"mail:{mail.id}")
    audit.record(
        db, at=now, actor_id=person.id, role=person.role_name, verb="resend mail", subject=f"delivery:{mail.id}"
    )
    return mail.address
