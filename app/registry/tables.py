"""The registry as tables: one for each kind of record, and the revisions that the whole has had."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, ForeignKey, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.infra.db import Base, Instant

FULL = "length(revision) = 40"
Pairs = list[dict[str, Any]]  # a list of small records, as JSON


class Checkpoint(Base):
    """A checkpoint and its identity; an empty text is a value that no source states."""

    __tablename__ = "checkpoints"
    __table_args__ = (CheckConstraint("repository = id OR repository = ''", name="repository"),)

    id: Mapped[str] = mapped_column(String(140), primary_key=True)
    repository: Mapped[str] = mapped_column(String(140))
    publisher: Mapped[str] = mapped_column(String(200))
    family: Mapped[str] = mapped_column(String(60), index=True)
    version: Mapped[str] = mapped_column(String(40))
    size: Mapped[str] = mapped_column(String(60))
    architecture: Mapped[str] = mapped_column(String(60))
    stage: Mapped[str] = mapped_column(String(20))
    format: Mapped[str] = mapped_column(String(20))
    format_as_written: Mapped[str] = mapped_column(String(120))
    relation: Mapped[str] = mapped_column(String(20))
    relative: Mapped[str] = mapped_column(String(140))
    lineage: Mapped[str] = mapped_column(Text)
    licence: Mapped[str] = mapped_column(String(300))
    licence_state: Mapped[str] = mapped_column(String(20))
    licence_source: Mapped[str | None] = mapped_column(ForeignKey("sources.id"), index=True)
    licence_note: Mapped[str] = mapped_column(Text)
    parameters: Mapped[int | None] = mapped_column(BigInteger)
    active_parameters: Mapped[int | None] = mapped_column(BigInteger)
    layout: Mapped[str] = mapped_column(String(20), server_default=text("''"))
    parameter_counts: Mapped[Pairs] = mapped_column(JSON)
    context_length: Mapped[int | None]
    context_as_written: Mapped[str] = mapped_column(String(120))
    announced_on: Mapped[date | None]
    weights_on: Mapped[date | None]
    checked_on: Mapped[date | None]
    other_dates: Mapped[Pairs] = mapped_column(JSON)
    seen_in: Mapped[str] = mapped_column(Text)
    on_page: Mapped[bool]
    notes: Mapped[list[str]] = mapped_column(JSON)
    revisions: Mapped[list["CheckpointRevision"]] = relationship(
        order_by="CheckpointRevision.position", lazy="raise_on_sql", cascade="all, delete-orphan"
    )


class CheckpointRevision(Base):
    """A commit of a repository that somebody was seen to name."""

    __tablename__ = "checkpoint_revisions"
    __table_args__ = (CheckConstraint(FULL, name="full"), UniqueConstraint("checkpoint_id", "revision"))

    id: Mapped[int] = mapped_column(primary_key=True)
    checkpoint_id: Mapped[str] = mapped_column(ForeignKey("checkpoints.id"), index=True)
    position: Mapped[int]
    revision: Mapped[str] = mapped_column(String(40))
    seen_in: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text)


class Source(Base):
    """A public source."""

    __tablename__ = "sources"
    __table_args__ = (
        CheckConstraint("review_by IS NULL OR reviewed_on IS NULL OR review_by > reviewed_on", name="review"),
    )

    id: Mapped[str] = mapped_column(String(80), primary_key=True)
    kind: Mapped[str] = mapped_column(String(30), index=True)
    publisher: Mapped[str] = mapped_column(String(200))
    title: Mapped[str] = mapped_column(Text)
    address: Mapped[str] = mapped_column(Text)
    identifier: Mapped[str] = mapped_column(Text)
    published_on: Mapped[date | None]
    other_dates: Mapped[Pairs] = mapped_column(JSON)
    reviewed_on: Mapped[date | None]
    review_by: Mapped[date | None]
    state: Mapped[str] = mapped_column(String(20))
    snapshot: Mapped[str] = mapped_column(String(80))
    confirmation: Mapped[str] = mapped_column(String(20))
    on_page: Mapped[bool]
    notes: Mapped[list[str]] = mapped_column(JSON)


class Claim(Base):
    """One statement of one source; it is never edited, only superseded."""

    __tablename__ = "claims"
    __table_args__ = (CheckConstraint("(stance = 'against') = (stance_use <> '')", name="stance"),)

    id: Mapped[str] = mapped_column(String(80), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(ForeignKey("sources.id"), index=True)
    on_page: Mapped[bool]
    statement: Mapped[str] = mapped_column(Text)
    establishes: Mapped[str] = mapped_column(Text)
    does_not_establish: Mapped[str] = mapped_column(Text)
    method: Mapped[str] = mapped_column(String(30))
    method_as_written: Mapped[str] = mapped_column(Text)
    framework: Mapped[str] = mapped_column(Text)
    code_path: Mapped[str] = mapped_column(Text, server_default=text("''"))
    stance: Mapped[str] = mapped_column(String(10))
    stance_use: Mapped[str] = mapped_column(String(30))
    rung: Mapped[str] = mapped_column(String(20))
    confirmation: Mapped[str] = mapped_column(String(20))
    superseded_by: Mapped[str | None] = mapped_column(ForeignKey("claims.id"))
    targets: Mapped[list["ClaimTarget"]] = relationship(
        order_by="ClaimTarget.position", lazy="raise_on_sql", cascade="all, delete-orphan"
    )


class ClaimTarget(Base):
    """A checkpoint that a claim is about."""

    __tablename__ = "claim_targets"
    __table_args__ = (
        CheckConstraint(f"revision IS NULL OR {FULL}", name="full"),
        UniqueConstraint("claim_id", "checkpoint"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    claim_id: Mapped[str] = mapped_column(ForeignKey("claims.id"), index=True)
    position: Mapped[int]
    checkpoint: Mapped[str] = mapped_column(ForeignKey("checkpoints.id"), index=True)
    revision: Mapped[str | None] = mapped_column(String(40))


class Kind(Base):
    """A kind of inquiry that can be opened."""

    __tablename__ = "kinds"

    id: Mapped[str] = mapped_column(String(80), primary_key=True)
    title: Mapped[str] = mapped_column(Text)
    family: Mapped[str] = mapped_column(String(60))
    sizes: Mapped[list[str]] = mapped_column(JSON)
    checkpoint_to_train: Mapped[str] = mapped_column(String(140))
    usual_checkpoint: Mapped[str] = mapped_column(String(140))
    larger_than_suggested: Mapped[bool]


class RegistryRevision(Base):
    """The digest of all records after a change; the newest is the registry's revision."""

    __tablename__ = "registry_revisions"

    id: Mapped[int] = mapped_column(primary_key=True)
    revision: Mapped[str] = mapped_column(String(80))
    made_at: Mapped[datetime] = mapped_column(Instant)


class KeptRegistry(Base):
    """The whole registry at a revision that something submitted refers to, as canonical JSON; it never changes."""

    __tablename__ = "registry_kept"

    revision: Mapped[str] = mapped_column(String(80), primary_key=True)
    records: Mapped[str] = mapped_column(Text)
    kept_at: Mapped[datetime] = mapped_column(Instant)
