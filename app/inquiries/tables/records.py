"""Inquiries as they are kept: the draft, its submitted versions (which the database never lets change), files, keys."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant
from app.rules.workflow import State

STATES = ", ".join(f"'{state}'" for state in State)


class Inquiry(Base):
    """One inquiry. `document` is JSON text as it was given; `version` counts saves, `submissions` counts submits.

    `title` is the draft's, for its author; `submitted_title` that of the version which the desk has.
    """

    __tablename__ = "inquiries"
    __table_args__ = (
        CheckConstraint(f"state IN ({STATES})", name="state_is_known"),
        CheckConstraint("state IN ('draft', 'withdrawn') OR submitted_at IS NOT NULL", name="submitted_has_a_time"),
        CheckConstraint("state = 'draft' OR organisation_id IS NOT NULL", name="only_drafts_are_nobodys"),
        CheckConstraint("organisation_id IS NOT NULL OR visitor <> ''", name="somebody_holds_it"),
        CheckConstraint("version >= 1 AND submissions >= 0", name="counts_go_up"),
        UniqueConstraint("opener", "form_key"),
        Index("ix_inquiries_organisation", "organisation_id", "id"),
        Index("ix_inquiries_visitor", "visitor", "id"),
        Index("ix_inquiries_submitted", "submitted_at", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(64))
    title: Mapped[str] = mapped_column(String(200), default="")
    submitted_title: Mapped[str | None] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(16), default=str(State.DRAFT))
    organisation_id: Mapped[int | None] = mapped_column(ForeignKey("organisations.id"))
    visitor: Mapped[str] = mapped_column(String(64), default="")
    opener: Mapped[str] = mapped_column(String(100))
    form_key: Mapped[str] = mapped_column(String(100))
    document: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(default=1)
    section_versions: Mapped[str] = mapped_column(Text, default="{}")
    submissions: Mapped[int] = mapped_column(default=0)
    opened_at: Mapped[datetime] = mapped_column(Instant)
    opened_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    saved_at: Mapped[datetime] = mapped_column(Instant)
    submitted_at: Mapped[datetime | None] = mapped_column(Instant)


class InquiryVersion(Base):
    """One submitted version: the snapshot as canonical JSON. Triggers refuse every UPDATE and DELETE."""

    __tablename__ = "inquiry_versions"
    __table_args__ = (UniqueConstraint("inquiry_id", "number"), CheckConstraint("number >= 1", name="counts_from_one"))

    id: Mapped[int] = mapped_column(primary_key=True)
    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"))
    number: Mapped[int]
    snapshot: Mapped[str] = mapped_column(Text)
    digest: Mapped[str] = mapped_column(String(71))
    ruleset_version: Mapped[str] = mapped_column(String(32))
    ruleset_digest: Mapped[str] = mapped_column(String(71))
    registry_revision: Mapped[str] = mapped_column(String(71))
    submitted_at: Mapped[datetime] = mapped_column(Instant)
    submitted_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))


class Upload(Base):
    """One file of an inquiry, kept by its digest. Only `removed_at` may change; a trigger sees to it."""

    __tablename__ = "uploads"
    __table_args__ = (
        CheckConstraint("size >= 0", name="size_is_a_size"),
        Index("ix_uploads_inquiry", "inquiry_id", "id"),
        Index("ix_uploads_sha256", "sha256"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True)
    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"))
    sha256: Mapped[str] = mapped_column(String(64))
    size: Mapped[int]
    name: Mapped[str] = mapped_column(String(255))
    format: Mapped[str] = mapped_column(String(16))
    uploaded_at: Mapped[datetime] = mapped_column(Instant)
    uploaded_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    removed_at: Mapped[datetime | None] = mapped_column(Instant)


class InquiryEvent(Base):
    """One line of the story of an inquiry: what was done, said or asked, and which side may read it.

    `granted` is JSON text on the line of an approval. `once` is the mark of the form that said it, where a form did.
    """

    __tablename__ = "inquiry_events"
    __table_args__ = (
        CheckConstraint("visibility IN ('customer', 'internal')", name="somebody_may_read_it"),
        Index("ix_inquiry_events_inquiry", "inquiry_id", "id"),
        Index("ix_inquiry_events_actor", "actor_id", "inquiry_id"),
        Index("ix_inquiry_events_once", "inquiry_id", "once", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"))
    version: Mapped[int]
    kind: Mapped[str] = mapped_column(String(24))
    place: Mapped[str] = mapped_column(String(40), default="")
    text: Mapped[str] = mapped_column(Text)
    visibility: Mapped[str] = mapped_column(String(16))
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    shared_at: Mapped[datetime | None] = mapped_column(Instant)
    granted: Mapped[str | None] = mapped_column(Text)
    once: Mapped[str | None] = mapped_column(String(64))


class IdempotencyKey(Base):
    """What a program's key stood for, so that a repeated call is answered and not carried out again."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (UniqueConstraint("organisation_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisations.id"))
    key: Mapped[str] = mapped_column(String(255))
    request_digest: Mapped[str] = mapped_column(String(71))
    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"))
    number: Mapped[int | None]
    made_at: Mapped[datetime] = mapped_column(Instant)
