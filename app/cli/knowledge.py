"""Where a command finds the registry: in this installation's database, else in the seeds that come with the code."""

from pathlib import Path
from typing import TYPE_CHECKING

from app.infra.errors import InvalidError, UnavailableError
from app.rules.records import RegistryFacts

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

SEEDS = Path(__file__).resolve().parents[2] / "seeds"


def registry_facts() -> RegistryFacts:
    """Return the registry of this installation, or the one it would begin with."""
    from sqlalchemy.exc import DatabaseError

    from app.cli.setup import has_database, opened, read_settings
    from app.registry import service

    settings = read_settings()
    if not has_database(settings):
        return service.facts_from_seeds(SEEDS)
    try:
        with opened(settings) as work:
            return work.read_now(_stored) or service.facts_from_seeds(SEEDS)
    except (UnavailableError, DatabaseError):
        raise InvalidError("The registry's database cannot be read; `pilotdesk serve` brings it up to date.") from None


def _stored(db: "Session") -> RegistryFacts | None:
    from sqlalchemy import inspect

    from app.registry import queries

    if not inspect(db.connection()).has_table("registry_revisions"):
        return None
    return queries.load_facts(db) if queries.find_revision(db) else None
