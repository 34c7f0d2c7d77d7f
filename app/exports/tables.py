"""Up to where each program has taken scopes in; exports themselves are made of what the other rooms keep."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant


class Acknowledgement(Base):
    """The cursor up to which somebody said that everything arrived."""

    __tablename__ = "acknowledgements"
    __table_args__ = (CheckConstraint("cursor >= 0", name="cursor_counts_up"),)

    person_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    cursor: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)
