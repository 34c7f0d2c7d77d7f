"""Asking for work, in the transaction of its reason."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.infra.jobs import queries
from app.infra.jobs.tables import Job, JobState

Payload = dict[str, Any]


def enqueue(  # noqa: PLR0913  what, when and under which key are one asking
    db: Session,
    kind: str,
    payload: Payload,
    *,
    now: datetime,
    unique_key: str = "",
    run_after: datetime | None = None,
) -> bool:
    """Ask for one job, now or later; False where one of the same key waits or runs already."""
    if unique_key and queries.is_waiting(db, unique_key):
        return False
    try:
        with db.begin_nested():  # somebody else may ask for the same at this moment
            db.execute(insert(Job), [_row(kind, payload, unique_key or None, now, run_after)])
    except IntegrityError:
        return False
    return True


def enqueue_all(db: Session, kind: str, payloads: Sequence[Payload], *, now: datetime) -> None:
    """Ask for many jobs at once."""
    if payloads:
        db.execute(insert(Job), [_row(kind, payload, None, now) for payload in payloads])


def _row(
    kind: str, payload: Payload, unique_key: str | None, now: datetime, run_after: datetime | None = None
) -> dict[str, object]:
    return {
        "kind": kind,
        "payload": json.dumps(payload, sort_keys=True),
        "unique_key": unique_key,
        "state": JobState.QUEUED.value,
        "tries": 0,
        "made_at": now,
        "run_after": run_after or now,
        "last_error": "",
    }
