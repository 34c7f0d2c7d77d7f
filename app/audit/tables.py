"""The audit trail: who did what and when; the database refuses to change or remove an entry."""

from datetime import datetime

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant


class AuditEntry(Base):
    """One deed. It names people by number only, so that it can outlive them."""

    __tablename__ = "audit_entries"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant, index=True)
    actor_id: Mapped[int | None]
    actor_role: Mapped[str] = mapped_column(String(20))
    verb: Mapped[str] = mapped_column(String(60))
    subject: Mapped[str] = mapped_column(String(200), index=True)
    detail: Mapped[str] = mapped_column(Text)
