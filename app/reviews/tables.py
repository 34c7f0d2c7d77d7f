"""What the desk did with an inquiry: who looked, who took it, what was decided. Comments are told by the inquiry."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant


class Review(Base):
    """One engineer's work on one submitted version; one at a time for each inquiry."""

    __tablename__ = "reviews"
    __table_args__ = (
        ForeignKeyConstraint(
            ["inquiry_id", "version"],
            ["inquiry_versions.inquiry_id", "inquiry_versions.number"],
            name="fk_reviews_version",
        ),
        Index(
            "ix_reviews_one_open",
            "inquiry_id",
            unique=True,
            sqlite_where=text("ended_at IS NULL"),
            postgresql_where=text("ended_at IS NULL"),
        ),
        Index("ix_reviews_inquiry", "inquiry_id", "id"),
        Index("ix_reviews_engineer", "engineer_id", "inquiry_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"))
    version: Mapped[int]
    engineer_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    taken_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    ended_by: Mapped[str] = mapped_column(String(16), default="")


class Decision(Base):
    """One decision on one submitted version. Triggers refuse every UPDATE and DELETE.

    `seq` follows the order of commits without a gap, so that a reader who has seen n misses nothing below n.
    """

    __tablename__ = "decisions"
    __table_args__ = (
        ForeignKeyConstraint(
            ["inquiry_id", "version"],
            ["inquiry_versions.inquiry_id", "inquiry_versions.number"],
            name="fk_decisions_version",
        ),
        CheckConstraint("action IN ('return', 'approve', 'decline', 'revoke')", name="action_is_known"),
        CheckConstraint("action = 'approve' OR reason <> ''", name="says_why"),
        CheckConstraint("(action = 'approve') = (granted <> '')", name="only_approval_grants"),
        CheckConstraint(
            "(action = 'revoke') = (asked_by_id IS NOT NULL) AND (asked_by_id IS NULL OR asked_by_id <> actor_id)",
            name="two_engineers_revoke",
        ),
        Index("ix_decisions_inquiry", "inquiry_id", "id"),
        Index("ix_decisions_actor", "actor_id", "inquiry_id"),
        Index(
            "ix_decisions_one_end",
            "inquiry_id",
            unique=True,
            sqlite_where=text("action IN ('approve', 'decline')"),
            postgresql_where=text("action IN ('approve', 'decline')"),
        ),
        Index(
            "ix_decisions_one_revocation",
            "inquiry_id",
            unique=True,
            sqlite_where=text("action = 'revoke'"),
            postgresql_where=text("action = 'revoke'"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(unique=True)
    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"))
    version: Mapped[int]
    digest: Mapped[str] = mapped_column(String(71))
    action: Mapped[str] = mapped_column(String(16))
    at: Mapped[datetime] = mapped_column(Instant)
    actor_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    role: Mapped[str] = mapped_column(String(20))
    asked_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    reason: Mapped[str] = mapped_column(Text)
    granted: Mapped[str] = mapped_column(Text, default="")
    reasons: Mapped[str] = mapped_column(Text, default="{}")
    report: Mapped[str] = mapped_column(Text, default="")
    evidence: Mapped[str] = mapped_column(Text, default="[]")


class DecisionCounter(Base):
    """The one row that gives out `Decision.seq`; whoever holds it commits before the next number is given."""

    __tablename__ = "decision_counter"

    id: Mapped[int] = mapped_column(primary_key=True)
    value: Mapped[int]


class RevocationRequest(Base):
    """What the first of two engineers asked for; it revokes nothing until another one agrees."""

    __tablename__ = "revocation_requests"

    id: Mapped[int] = mapped_column(primary_key=True)
    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"), unique=True)
    engineer_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Instant)


class Interest(Base):
    """An engineer's own word that they should not judge this inquiry."""

    __tablename__ = "interests"
    __table_args__ = (UniqueConstraint("inquiry_id", "engineer_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"))
    engineer_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Instant)


class Look(Base):
    """Which version this engineer read last."""

    __tablename__ = "looks"
    __table_args__ = (UniqueConstraint("inquiry_id", "person_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"))
    person_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    version: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)
