"""Reading the audit trail. Who may read it is for the rooms above to say."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.tables import AuditEntry


def list_actors(db: Session, subject: str, *, role: str) -> frozenset[int]:
    """Return everybody who did anything to this subject while they had that role."""
    wanted = select(AuditEntry.actor_id).where(AuditEntry.subject == subject, AuditEntry.actor_role == role)
    return frozenset(actor for actor in db.scalars(wanted.distinct()) if actor is not None)
