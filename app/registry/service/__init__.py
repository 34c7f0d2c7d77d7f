"""What can be done with the registry: load its seeds, and read them as facts without a database."""

from pathlib import Path

from app.registry.fields.facts import facts_of
from app.registry.service.keeping import keep_registry
from app.registry.service.load import Loading, load_seeds
from app.registry.service.seeds import read_seeds
from app.rules.records import RegistryFacts

__all__ = ["Loading", "facts_from_seeds", "keep_registry", "load_seeds", "read_seeds"]


def facts_from_seeds(folder: Path) -> RegistryFacts:
    """Return the registry as its seeds have it, for commands that need no database."""
    return facts_of(read_seeds(folder))
