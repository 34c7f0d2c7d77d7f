"""What is to be done after a transaction, and how far it got."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant


class JobState(StrEnum):
    """How far a job got."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


STATE_RULE = "state IN ('queued', 'running', 'done', 'failed')"
LEASE_RULE = "(state = 'running') = (leased_until IS NOT NULL)"


class Job(Base):
    """One thing to do. `unique_key` is held while it waits or runs, so that nobody asks for the same thing twice."""

    __tablename__ = "jobs"
    __table_args__ = (
        CheckConstraint(STATE_RULE, name="state_is_known"),
        CheckConstraint(LEASE_RULE, name="who_runs_has_a_lease"),
        Index("ix_jobs_due", "state", "run_after"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    payload: Mapped[str] = mapped_column(Text)
    unique_key: Mapped[str | None] = mapped_column(String(200), unique=True)
    state: Mapped[str] = mapped_column(String(10))
    tries: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(Instant)
    run_after: Mapped[datetime] = mapped_column(Instant)
    leased_until: Mapped[datetime | None] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    last_error: Mapped[str] = mapped_column(String(300))
