"""What stands beside an inquiry and is no part of what was submitted: no digest depends on any of it."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant
from app.inquiries.tables.records import STATES


class Withdrawal(Base):
    """An inquiry that is withdrawn now, and the state that it came from; the row goes when this is undone."""

    __tablename__ = "withdrawals"
    __table_args__ = (CheckConstraint(f"state_before IN ({STATES})", name="state_is_known"),)

    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"), primary_key=True, autoincrement=False)
    state_before: Mapped[str] = mapped_column(String(16))
    person_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class Copy(Base):
    """An inquiry that began as a copy. `unreviewed` is a JSON list of the pages that nobody has saved since."""

    __tablename__ = "copies"

    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"), primary_key=True, autoincrement=False)
    source_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"))
    source_version: Mapped[int]
    unreviewed: Mapped[str] = mapped_column(Text)
    registry_revision: Mapped[str] = mapped_column(String(71))


class Owner(Base):
    """Who answers for an inquiry in its organisation, where that is not who opened it."""

    __tablename__ = "owners"

    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"), primary_key=True, autoincrement=False)
    person_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    since: Mapped[datetime] = mapped_column(Instant)


class RuleSet(Base):
    """A set of rules that some draft was begun under: `rules` is JSON, what each rule demands by its id."""

    __tablename__ = "rule_sets"

    digest: Mapped[str] = mapped_column(String(71), primary_key=True)
    version: Mapped[str] = mapped_column(String(32))
    rules: Mapped[str] = mapped_column(Text)


class ReadLaw(Base):
    """The set of rules that the people of a draft have seen; a draft that nobody came back for takes its row along."""

    __tablename__ = "read_laws"

    inquiry_id: Mapped[int] = mapped_column(
        ForeignKey("inquiries.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    digest: Mapped[str] = mapped_column(ForeignKey("rule_sets.digest"))
