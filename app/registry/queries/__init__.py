"""Reading the registry: whole, as the rules see it, or record by record, as pages show it."""

from app.registry.queries.facts import Loaded, find_revision, list_records, load_facts, load_records
from app.registry.queries.kept import find_kept_facts, is_kept

__all__ = ["Loaded", "find_kept_facts", "find_revision", "is_kept", "list_records", "load_facts", "load_records"]
