"""Doors of the pages of figures, each also as a CSV file: parse, one call, answer."""

from fastapi import APIRouter
from starlette.responses import Response

from app.accounts.access import Door, Doorway
from app.inquiries import pages

router = APIRouter()

TEMPLATE = "inquiries/figures.html"


@router.get("/inquiries/{reference}/baseline")
async def show_baseline(door: Door, reference: str) -> Response:
    """Show the untuned baseline in figures."""
    return await _show(door, reference, "baseline")


@router.get("/inquiries/{reference}/baseline.csv")
async def download_baseline(door: Door, reference: str) -> Response:
    """Hand out the same figures."""
    return await _download(door, reference, "baseline")


@router.get("/inquiries/{reference}/verifier-audit")
async def show_verifier_audit(door: Door, reference: str) -> Response:
    """Show what the cases say of the verifier."""
    return await _show(door, reference, "verifier-audit")


@router.get("/inquiries/{reference}/verifier-audit.csv")
async def download_verifier_audit(door: Door, reference: str) -> Response:
    """Hand out the same figures."""
    return await _download(door, reference, "verifier-audit")


@router.get("/inquiries/{reference}/budget-lines")
async def show_budget_lines(door: Door, reference: str) -> Response:
    """Show the budget in figures."""
    return await _show(door, reference, "budget-lines")


@router.get("/inquiries/{reference}/budget-lines.csv")
async def download_budget_lines(door: Door, reference: str) -> Response:
    """Hand out the same figures."""
    return await _download(door, reference, "budget-lines")


@router.get("/inquiries/{reference}/uploads/{upload}/reading")
async def show_reading(door: Door, reference: str, upload: str, after: str = "") -> Response:
    """Show how far the reading of one file is, and what was read."""
    view = await door.read(pages.show_reading, reference, upload, after=after, now=door.now)
    return door.page("inquiries/reading.html", view)


@router.get("/inquiries/{reference}/uploads/{upload}/reading.csv")
async def download_reading(door: Door, reference: str, upload: str) -> Response:
    """Hand out what became of every task of the file."""
    tasks = await door.read(pages.all_tasks, reference, upload, now=door.now)
    return pages.send_tables(f"{reference}-{upload}", [(pages.TASKS, tasks)])


@router.get("/inquiries/{reference}/compare-runs")
async def compare_runs(door: Door, reference: str, a: str = "", b: str = "") -> Response:
    """Show two runs side by side."""
    return door.page("inquiries/compare_runs.html", await door.read(pages.show_runs, reference, a=a, b=b, now=door.now))


@router.get("/inquiries/{reference}/compare-runs.csv")
async def download_compared_runs(door: Door, reference: str, a: str = "", b: str = "") -> Response:
    """Hand out the same figures."""
    view = await door.read(pages.show_runs, reference, a=a, b=b, now=door.now)
    return pages.send_parts(f"{reference}-compare-runs", view.parts)


async def _show(door: Doorway, reference: str, page: str) -> Response:
    return door.page(TEMPLATE, await door.read(pages.show_figures, reference, page=page, now=door.now))


async def _download(door: Doorway, reference: str, page: str) -> Response:
    view = await door.read(pages.show_figures, reference, page=page, now=door.now)
    return pages.send_parts(f"{reference}-{page}", view.parts)
