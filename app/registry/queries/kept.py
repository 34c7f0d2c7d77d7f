"""The registry as it was at a revision that something submitted refers to."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.registry.fields import Records
from app.registry.fields.facts import facts_of
from app.registry.tables import KeptRegistry
from app.rules.records import RegistryFacts


def is_kept(db: Session, revision: str) -> bool:
    """Say whether that revision is kept."""
    return db.scalar(select(KeptRegistry.revision).where(KeptRegistry.revision == revision)) is not None


def find_kept_facts(db: Session, revision: str) -> RegistryFacts | None:
    """Return the registry of that revision as the rules see it; None where it was not kept."""
    text = db.scalar(select(KeptRegistry.records).where(KeptRegistry.revision == revision))
    return None if text is None else facts_of(Records.of_text(text), revision=revision)
