"""What was read from files: one set for each list of files and what was declared of them, and its attempts as rows."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant


class ReadState(StrEnum):
    """How far the reading of a set got; `refused` is an answer, `failed` is our fault."""

    QUEUED = "queued"
    READING = "reading"
    READ = "read"
    REFUSED = "refused"
    FAILED = "failed"


READ_RULE = "(state = 'read') = (facts IS NOT NULL AND figures IS NOT NULL)"
STATES = ", ".join(f"'{state}'" for state in ReadState)


class ReadSet(Base):
    """Files that are read together. `key` is the digest of what they are, what was declared, and who reads them.

    `attempt` counts how often the reading was begun; whoever began it before may write no more.
    """

    __tablename__ = "read_sets"
    __table_args__ = (
        CheckConstraint(f"state IN ({STATES})", name="state_is_known"),
        CheckConstraint(
            "(state = 'read') = (facts IS NOT NULL AND figures IS NOT NULL)", name="what_is_read_has_facts"
        ),
        CheckConstraint("bytes_done >= 0 AND bytes_done <= bytes_all", name="progress_has_an_end"),
        UniqueConstraint("key"),
        UniqueConstraint("public_id"),
        Index("ix_read_sets_used", "used_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(71))
    public_id: Mapped[str] = mapped_column(String(32))
    state: Mapped[str] = mapped_column(String(10), default=str(ReadState.QUEUED))
    attempt: Mapped[int] = mapped_column(default=0)
    bytes_done: Mapped[int] = mapped_column(BigInteger, default=0)
    bytes_all: Mapped[int] = mapped_column(BigInteger, default=0)
    refusal: Mapped[str] = mapped_column(Text, default="")
    files: Mapped[str] = mapped_column(Text)
    options: Mapped[str] = mapped_column(Text)
    remarks: Mapped[str] = mapped_column(Text, default="[]")
    facts: Mapped[str | None] = mapped_column(Text)
    figures: Mapped[str | None] = mapped_column(Text)
    reader_version: Mapped[int]
    asked_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime] = mapped_column(Instant)
    seen_at: Mapped[datetime | None] = mapped_column(Instant)
    read_at: Mapped[datetime | None] = mapped_column(Instant)


class TrialRow(Base):
    """One attempt at one task. `position` counts the attempts of a set, `run` the runs that its files hold."""

    __tablename__ = "trials"
    __table_args__ = (
        CheckConstraint("verdict IN ('accepted', 'rejected', 'none')", name="verdict_is_known"),
        Index("ix_trials_task", "read_set_id", "task_id", "position"),
    )

    read_set_id: Mapped[int] = mapped_column(ForeignKey("read_sets.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    run: Mapped[int]
    task_id: Mapped[str] = mapped_column(Text)
    repeat: Mapped[int] = mapped_column(BigInteger)
    cluster: Mapped[str] = mapped_column(Text)
    verdict: Mapped[str] = mapped_column(String(8))
    reward: Mapped[float | None]
    latency_s: Mapped[float | None]
    latency_kind: Mapped[str | None] = mapped_column(String(20))
    truncated: Mapped[bool | None]
    error_type: Mapped[str | None] = mapped_column(Text)
    infra: Mapped[bool | None]
    tokens_in: Mapped[int | None] = mapped_column(BigInteger)
    tokens_in_cached: Mapped[int | None] = mapped_column(BigInteger)
    tokens_out: Mapped[int | None] = mapped_column(BigInteger)
    usage_known: Mapped[bool]
    cost_usd: Mapped[float | None]
    has_output: Mapped[bool | None]
    model_name: Mapped[str | None] = mapped_column(Text)
    model_revision: Mapped[str | None] = mapped_column(Text)
    source: Mapped[str] = mapped_column(Text)
