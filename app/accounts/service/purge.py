"""Throwing away what has ended and nobody can use any more."""

from datetime import datetime, timedelta

from sqlalchemy import delete, or_
from sqlalchemy.orm import Session

from app.accounts.queries import HELD_FOR, IDLE
from app.accounts.tables import HeldPost, LoginSession, SignInLink

LINKS_KEPT = timedelta(days=30)


def purge(db: Session, *, now: datetime) -> None:
    """Drop ended sessions, held posts that nobody came back for, and old links."""
    db.execute(delete(LoginSession).where(or_(LoginSession.expires_at <= now, LoginSession.seen_at <= now - IDLE)))
    db.execute(delete(HeldPost).where(HeldPost.made_at <= now - HELD_FOR))
    db.execute(delete(SignInLink).where(SignInLink.expires_at <= now - LINKS_KEPT))
