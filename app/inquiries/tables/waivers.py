"""What was taken upon oneself for a while: findings of one inquiry, rules for all of them, and promises with a day."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant

SECOND_IS_ANOTHER = "confirmed_by_id IS NULL OR (needs_second AND confirmed_by_id <> asked_by_id)"


class Waiver(Base):
    """A finding that is not held against an inquiry until a day; without an inquiry, a rule that is not, for any.

    What it says never changes and no row goes: triggers see to both. Only the second engineer and the end are added.
    """

    __tablename__ = "waivers"
    __table_args__ = (
        CheckConstraint("reason <> ''", name="says_why"),
        CheckConstraint("inquiry_id IS NOT NULL OR field = ''", name="for_all_is_of_every_field"),
        CheckConstraint(SECOND_IS_ANOTHER, name="second_is_another"),
        CheckConstraint("(confirmed_by_id IS NULL) = (confirmed_at IS NULL)", name="confirmed_has_a_time"),
        CheckConstraint("(withdrawn_by_id IS NULL) = (withdrawn_at IS NULL)", name="withdrawn_has_a_time"),
        Index("ix_waivers_inquiry", "inquiry_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    inquiry_id: Mapped[int | None] = mapped_column(ForeignKey("inquiries.id"))
    version: Mapped[int] = mapped_column(default=0)
    rule: Mapped[str] = mapped_column(String(8))
    field: Mapped[str] = mapped_column(String(200))
    finding: Mapped[str] = mapped_column(Text, default="")
    reason: Mapped[str] = mapped_column(Text)
    until: Mapped[date]
    needs_second: Mapped[bool]
    asked_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    asked_at: Mapped[datetime] = mapped_column(Instant)
    confirmed_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    confirmed_at: Mapped[datetime | None] = mapped_column(Instant)
    withdrawn_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    withdrawn_at: Mapped[datetime | None] = mapped_column(Instant)


class Promise(Base):
    """A promise of a submitted version as far as its day needs it; the words stand in the version itself."""

    __tablename__ = "promises"
    __table_args__ = (
        ForeignKeyConstraint(
            ["inquiry_id", "version"],
            ["inquiry_versions.inquiry_id", "inquiry_versions.number"],
            name="fk_promises_version",
        ),
        Index("ix_promises_due", "due"),
    )

    inquiry_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    item: Mapped[str] = mapped_column(String(16), primary_key=True)
    due: Mapped[date] = mapped_column(primary_key=True)
    told_before_at: Mapped[datetime | None] = mapped_column(Instant)
    told_after_at: Mapped[datetime | None] = mapped_column(Instant)
