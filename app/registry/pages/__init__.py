"""What the pages of the registry show: one frozen value for each page, made of records and verdicts."""

from app.registry.pages.checkpoint import checkpoint_page
from app.registry.pages.claim import claim_page
from app.registry.pages.evidence import evidence_page
from app.registry.pages.home import home_page
from app.registry.pages.match import match_page
from app.registry.pages.source import source_page
from app.registry.pages.verdict import verdict_page

__all__ = [
    "checkpoint_page",
    "claim_page",
    "evidence_page",
    "home_page",
    "match_page",
    "source_page",
    "verdict_page",
]
