"""Keeping the registry as it is, so that what was judged by it can be judged by it again."""

from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.registry import queries
from app.registry.tables import KeptRegistry


def keep_registry(db: Session, *, now: datetime) -> None:
    """Keep the records of the present revision, unless they are kept already."""
    loaded = queries.load_records(db)
    revision = loaded.facts.revision
    if queries.is_kept(db, revision):
        return
    try:
        with db.begin_nested():
            db.add(KeptRegistry(revision=revision, records=loaded.records.text, kept_at=now))
    except IntegrityError:  # another inquiry kept the same revision at this moment
        db.expire_all()
