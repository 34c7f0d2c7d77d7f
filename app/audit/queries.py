"""Reading the audit trail. Who may read it is for the rooms above to say."""

import json
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.tables import AuditEntry


def list_actors(db: Session, subject: str, *, role: str) -> frozenset[int]:
    """Return everybody who did anything to this subject while they had that role."""
    wanted = select(AuditEntry.actor_id).where(AuditEntry.subject == subject, AuditEntry.actor_role == role)
    return frozenset(actor for actor in db.scalars(wanted.distinct()) if actor is not None)


def list_details(db: Session, subject: str, *, verb: str) -> tuple[dict[str, Any], ...]:
    """Return what was kept beside each such deed on this subject, in order."""
    wanted = select(AuditEntry.detail).where(AuditEntry.subject == subject, AuditEntry.verb == verb)
    return tuple(json.loads(detail) for detail in db.scalars(wanted.order_by(AuditEntry.id)))
