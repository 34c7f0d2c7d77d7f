"""What people are told, and how far each telling got."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant


class Channel(StrEnum):
    """How a message reaches a person."""

    INBOX = "inbox"
    MAIL = "mail"


class DeliveryState(StrEnum):
    """How far one telling of one person got."""

    GATHERED = "gathered"  # waits for the daily mail
    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
    BOUNCED = "bounced"  # the recipient is refused, at once or by a mail that came back
    NOT_CONFIGURED = "not-configured"


CHANNEL_RULE = "channel IN ('inbox', 'mail')"
STATE_RULE = "state IN ('gathered', 'queued', 'sent', 'failed', 'bounced', 'not-configured')"
SENT_RULE = "(state = 'sent') = (sent_at IS NOT NULL)"


class Message(Base):
    """What there is to tell of one event; `template` tells the same event apart for different readers."""

    __tablename__ = "messages"
    __table_args__ = (UniqueConstraint("event", "template"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event: Mapped[str] = mapped_column(String(120))
    template: Mapped[str] = mapped_column(String(60))
    reference: Mapped[str] = mapped_column(String(20), index=True)
    path: Mapped[str] = mapped_column(String(300))
    subject: Mapped[str] = mapped_column(String(200))
    title: Mapped[str] = mapped_column(String(200), server_default=text("''"))  # of the inquiry, as it was then
    body: Mapped[str] = mapped_column(Text)
    quoted: Mapped[str] = mapped_column(Text)
    made_at: Mapped[datetime] = mapped_column(Instant)


class Delivery(Base):
    """One message on its one way to one person; the same message never goes the same way to them twice."""

    __tablename__ = "deliveries"
    __table_args__ = (
        UniqueConstraint("message_id", "recipient_id", "channel"),
        CheckConstraint(CHANNEL_RULE, name="channel_is_known"),
        CheckConstraint(STATE_RULE, name="state_is_known"),
        CheckConstraint(SENT_RULE, name="sent_has_a_time"),
        Index("ix_deliveries_inbox", "recipient_id", "channel", "id"),
        Index("ix_deliveries_unread", "recipient_id", "channel", "read_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    message_id: Mapped[int] = mapped_column(ForeignKey("messages.id"))
    recipient_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    address: Mapped[str] = mapped_column(String(254))
    channel: Mapped[str] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(20))
    tries: Mapped[int]
    last_error: Mapped[str] = mapped_column(String(300))
    changed_at: Mapped[datetime] = mapped_column(Instant)
    sent_at: Mapped[datetime | None] = mapped_column(Instant)
    read_at: Mapped[datetime | None] = mapped_column(Instant)
    daily_mail_id: Mapped[int | None] = mapped_column(ForeignKey("daily_mails.id"), index=True)


class DailyMail(Base):
    """One mail that tells somebody of everything that was gathered for them; which deliveries never changes."""

    __tablename__ = "daily_mails"

    id: Mapped[int] = mapped_column(primary_key=True)
    recipient_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    address: Mapped[str] = mapped_column(String(254))
    made_at: Mapped[datetime] = mapped_column(Instant)
