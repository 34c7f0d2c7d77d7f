"""Which pages that the desk asked to be changed were saved since; what was asked stands in the story."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant


class AnsweredAsk(Base):
    """A page of the form that was saved after its change was asked for on `version`, and when it first was."""

    __tablename__ = "answered_asks"

    inquiry_id: Mapped[int] = mapped_column(ForeignKey("inquiries.id"), primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    section: Mapped[str] = mapped_column(String(40), primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant)
