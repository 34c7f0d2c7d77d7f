"""Recording deeds, in the transaction of the deed itself. Says nothing about who may read them."""

import json
from datetime import datetime

from sqlalchemy.orm import Session

from app.audit.tables import AuditEntry


def record(  # noqa: PLR0913  who, what, when and to what are one record
    db: Session,
    *,
    at: datetime,
    actor_id: int | None,
    verb: str,
    subject: str,
    role: str = "",
    detail: dict[str, object] | None = None,
) -> None:
    """Keep that this was done; `actor_id` None is a visitor or a command."""
    entry = AuditEntry(
        at=at,
        actor_id=actor_id,
        actor_role=role,
        verb=verb,
        subject=subject,
        detail=json.dumps(detail or {}, sort_keys=True),
    )
    db.add(entry)
    db.flush()
