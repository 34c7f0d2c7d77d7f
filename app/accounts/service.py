"""What people do with their accounts; every deed leaves an audit entry in its own transaction."""

import json
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.accounts.tables import HeldPost, LoginSession

ON_SIGN_IN: list[Callable[[Session, Person], None]] = []  # what higher floors want done for who has just come in


def note_seen(db: Session, session_id: int, *, now: datetime) -> None:
    """Keep that the session is in use."""
    db.execute(update(LoginSession).where(LoginSession.id == session_id).values(seen_at=now))


def hold_post(db: Session, visitor: str, path: str, *, pairs: tuple[tuple[str, str], ...], now: datetime) -> None:
    """Keep what a browser sent without a session; the newest replaces an older one of the same path."""
    drop_held(db, visitor, path)
    db.add(HeldPost(visitor=visitor, path=path, pairs=json.dumps(pairs), made_at=now))


def drop_held(db: Session, visitor: str, path: str) -> None:
    """Forget what was held for that path."""
    db.execute(delete(HeldPost).where(HeldPost.visitor == visitor, HeldPost.path == path))
