"""What a browser sent after its session had ended, kept until its person is back."""

import contextlib
import json
from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.tables import HeldPost

LONGEST_PATH = 300
LARGEST = 2 * 1024 * 1024


def hold_post(db: Session, visitor: str, path: str, *, pairs: tuple[tuple[str, str], ...], now: datetime) -> None:
    """Keep it; the newest replaces an older one of the same path."""
    kept = json.dumps(pairs)
    if len(path) > LONGEST_PATH or len(kept) > LARGEST:
        return  # no form of ours has such an address, and nothing so long could be saved afterwards
    drop_held(db, visitor, path)
    # two at once: one of them is kept
    with contextlib.suppress(IntegrityError), db.begin_nested():
        db.add(HeldPost(visitor=visitor, path=path, pairs=kept, made_at=now))


def drop_held(db: Session, visitor: str, path: str | None = None) -> None:
    """Forget what was held for that path, or for every path."""
    chosen = delete(HeldPost).where(HeldPost.visitor == visitor)
    db.execute(chosen if path is None else chosen.where(HeldPost.path == path))
