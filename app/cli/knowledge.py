"""Where a command finds what it judges by: in this installation's database, else in the seeds that come with the code.

A rule that is relaxed for all inquiries is relaxed for a command too; what was waived of one inquiry is not, because a
command is given a document and not that inquiry.
"""

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.infra.errors import InvalidError, UnavailableError
from app.rules.facts import Waiver
from app.rules.records import RegistryFacts

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

T = TypeVar("T")
SEEDS = Path(__file__).resolve().parents[2] / "seeds"


def registry_facts() -> RegistryFacts:
    """Return the registry of this installation, or the one it would begin with."""
    from app.registry import service

    return _read(_stored) or service.facts_from_seeds(SEEDS)


def relaxations() -> tuple[Waiver, ...]:
    """Return the rules that are relaxed for all inquiries of this installation."""
    return _read(_relaxed) or ()


def _read(do: "Callable[[Session], T | None]") -> "T | None":
    """Return what this installation's database says; None where there is none."""
    from sqlalchemy.exc import DatabaseError

    from app.cli.setup import has_database, opened, read_settings

    settings = read_settings()
    if not has_database(settings):
        return None
    try:
        with opened(settings) as work:
            return work.read_now(do)
    except (UnavailableError, DatabaseError):
        raise InvalidError("The registry's database cannot be read; `pilotdesk serve` brings it up to date.") from None


def _relaxed(db: "Session") -> tuple[Waiver, ...] | None:
    from sqlalchemy import inspect

    from app.inquiries.service import waivers_of

    return waivers_of(db) if inspect(db.connection()).has_table("waivers") else None


def _stored(db: "Session") -> RegistryFacts | None:
    from sqlalchemy import inspect

    from app.registry import queries

    if not inspect(db.connection()).has_table("registry_revisions"):
        return None
    return queries.load_facts(db) if queries.find_revision(db) else None
