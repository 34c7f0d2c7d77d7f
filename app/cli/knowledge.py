"""Where a command finds the registry: in this installation's database, else in the seeds that come with the code."""

from pathlib import Path

from app.rules.records import RegistryFacts

SEEDS = Path(__file__).resolve().parents[2] / "seeds"


def registry_facts() -> RegistryFacts:
    """Return the registry of this installation, or the one it would begin with."""
    from app.registry import service

    return service.facts_from_seeds(SEEDS)
