"""Which rules stopped an inquiry, and where: to be counted, and nothing that anybody wrote."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant


class Stop(Base):
    """A rule that kept a gate shut for one version of an inquiry: when it last did, and how often.

    `version` is that of the submission that was tried or judged.
    """

    __tablename__ = "stops"
    __table_args__ = (
        CheckConstraint("gate IN ('submit', 'commit')", name="gate_is_known"),
        CheckConstraint("version >= 1 AND times >= 1", name="counts_from_one"),
        Index("ix_stops_at", "at"),
    )

    inquiry_id: Mapped[int] = mapped_column(
        ForeignKey("inquiries.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    gate: Mapped[str] = mapped_column(String(8), primary_key=True)
    rule: Mapped[str] = mapped_column(String(8), primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant)
    times: Mapped[int] = mapped_column(default=1)
