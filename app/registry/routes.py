"""Doors of the registry: the first page, the lists, one page for each record, and the matrix. All of it is public."""

from fastapi import APIRouter
from starlette.responses import Response

from app.accounts.access import Door
from app.registry import pages
from app.registry.forms import EvidenceFilter, MatchFilter

router = APIRouter()


@router.get("/")
async def show_home(door: Door) -> Response:
    """Show what is published and what it does not show."""
    return door.page("registry/home.html", await door.read(pages.home_page))


@router.get("/evidence")
async def list_evidence(door: Door) -> Response:
    """Show claims, checkpoints or sources, as the address says."""
    asked = EvidenceFilter.of(door.request.query_params.multi_items())
    return door.page("registry/evidence.html", await door.read(pages.evidence_page, asked))


@router.get("/evidence/match")
async def show_match(door: Door) -> Response:
    """Show the matrix; with a claim in the address, that one verdict and its reasons."""
    asked = MatchFilter.of(door.request.query_params.multi_items())
    today = door.now.date()
    if asked.claim:
        return door.page("registry/verdict.html", await door.read(pages.verdict_page, asked, on=today))
    return door.page("registry/match.html", await door.read(pages.match_page, asked, on=today))


@router.get("/evidence/checkpoints/{checkpoint_id:path}")
async def show_checkpoint(door: Door, checkpoint_id: str) -> Response:
    """Show one checkpoint: `owner/name`, or our own name for a model without a repository."""
    use = door.request.query_params.get("use", "")
    view = await door.read(pages.checkpoint_page, checkpoint_id, use=use, on=door.now.date())
    return door.page("registry/checkpoint.html", view)


@router.get("/evidence/sources/{source_id}")
async def show_source(door: Door, source_id: str) -> Response:
    """Show one source."""
    return door.page("registry/source.html", await door.read(pages.source_page, source_id))


@router.get("/evidence/claims/{claim_id}")
async def show_claim(door: Door, claim_id: str) -> Response:
    """Show one claim."""
    use = door.request.query_params.get("use", "")
    return door.page("registry/claim.html", await door.read(pages.claim_page, claim_id, use=use, on=door.now.date()))
