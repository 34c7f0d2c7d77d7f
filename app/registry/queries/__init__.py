"""Reading the registry: whole, as the rules see it, or record by record, as pages show it."""

from app.registry.queries.facts import Loaded, find_revision, list_records, load_facts, load_records

__all__ = ["Loaded", "find_revision", "list_records", "load_facts", "load_records"]
