"""People, their organisations, and what lets them in. Secrets are kept as hashes only."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.db import Base, Instant


class MailComes(StrEnum):
    """How somebody has their mail."""

    AT_ONCE = "at-once"
    DAILY = "daily"  # gathered, one mail a day


ROLE_RULE = "role IN ('customer', 'engineer', 'ops', 'admin')"
PLACE_RULE = "role <> 'customer' OR organisation_id IS NOT NULL"


class Organisation(Base):
    """Whom a customer files inquiries for."""

    __tablename__ = "organisations"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(Instant)


class User(Base):
    """Someone who can sign in. Without a password hash, only a sign-in link opens the door."""

    __tablename__ = "users"
    __table_args__ = (CheckConstraint(ROLE_RULE, name="role"), CheckConstraint(PLACE_RULE, name="place"))

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(254), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    role: Mapped[str] = mapped_column(String(20))
    organisation_id: Mapped[int | None] = mapped_column(ForeignKey("organisations.id"), index=True)
    password_hash: Mapped[str | None] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(Instant)
    disabled_at: Mapped[datetime | None] = mapped_column(Instant)
    disabled_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    mail_comes: Mapped[str] = mapped_column(String(10), server_default=text("'at-once'"))


class LoginSession(Base):
    """One browser that is signed in; a session that was ended has no row."""

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    browser: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(Instant)
    seen_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant, index=True)


class SignInLink(Base):
    """A way in that works once: its page lets the person choose a password."""

    __tablename__ = "sign_in_links"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime | None] = mapped_column(Instant)


class ApiToken(Base):
    """What a program signs in with, for the scopes that it names and no others."""

    __tablename__ = "api_tokens"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    prefix: Mapped[str] = mapped_column(String(16))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    scopes: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


class HeldPost(Base):
    """What a browser sent after its session had ended, kept until the person is back."""

    __tablename__ = "held_posts"
    __table_args__ = (UniqueConstraint("visitor", "path"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    visitor: Mapped[str] = mapped_column(String(64))
    path: Mapped[str] = mapped_column(String(300))
    pairs: Mapped[str] = mapped_column(Text)
    made_at: Mapped[datetime] = mapped_column(Instant, index=True)
