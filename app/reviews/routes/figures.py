"""Doors of the pages of figures at the desk, each also as a CSV file: parse, one call, answer."""

from fastapi import APIRouter
from starlette.responses import Response

from app.accounts.access import Door, Doorway
from app.inquiries.pages import TASKS, send_parts, send_tables
from app.reviews import pages

router = APIRouter()


@router.get("/reviews/{reference}/baseline")
async def judge_baseline(door: Door, reference: str) -> Response:
    """Show the untuned baseline in figures."""
    return await _show(door, reference, "baseline")


@router.get("/reviews/{reference}/baseline.csv")
async def judge_baseline_csv(door: Door, reference: str) -> Response:
    """Hand out the same figures."""
    return await _download(door, reference, "baseline")


@router.get("/reviews/{reference}/verifier-audit")
async def judge_verifier_audit(door: Door, reference: str) -> Response:
    """Show what the cases say of the verifier."""
    return await _show(door, reference, "verifier-audit")


@router.get("/reviews/{reference}/verifier-audit.csv")
async def judge_verifier_audit_csv(door: Door, reference: str) -> Response:
    """Hand out the same figures."""
    return await _download(door, reference, "verifier-audit")


@router.get("/reviews/{reference}/budget-lines")
async def judge_budget_lines(door: Door, reference: str) -> Response:
    """Show the budget in figures."""
    return await _show(door, reference, "budget-lines")


@router.get("/reviews/{reference}/budget-lines.csv")
async def judge_budget_lines_csv(door: Door, reference: str) -> Response:
    """Hand out the same figures."""
    return await _download(door, reference, "budget-lines")


@router.get("/reviews/{reference}/uploads/{attachment}/reading")
async def judge_reading(door: Door, reference: str, attachment: str, after: str = "") -> Response:
    """Show what was read from one file of the submitted version."""
    return door.page("inquiries/reading.html", await door.read(pages.show_reading, reference, attachment, after=after))


@router.get("/reviews/{reference}/uploads/{attachment}/reading.csv")
async def judge_reading_csv(door: Door, reference: str, attachment: str) -> Response:
    """Hand out what became of every task of the file."""
    tasks = await door.read(pages.all_tasks, reference, attachment)
    return send_tables(f"{reference}-{attachment}", [(TASKS, tasks)])


@router.get("/reviews/{reference}/compare-runs")
async def judge_runs(door: Door, reference: str, a: str = "", b: str = "") -> Response:
    """Show two runs of the submitted version side by side."""
    return door.page("inquiries/compare_runs.html", await door.read(pages.show_runs, reference, a=a, b=b))


@router.get("/reviews/{reference}/compare-runs.csv")
async def judge_runs_csv(door: Door, reference: str, a: str = "", b: str = "") -> Response:
    """Hand out the same figures."""
    view = await door.read(pages.show_runs, reference, a=a, b=b)
    return send_parts(f"{reference}-compare-runs", view.parts)


async def _show(door: Doorway, reference: str, page: str) -> Response:
    view = await door.read(pages.show_figures, reference, page=page, now=door.now)
    return door.page("inquiries/figures.html", view)


async def _download(door: Doorway, reference: str, page: str) -> Response:
    view = await door.read(pages.show_figures, reference, page=page, now=door.now)
    return send_parts(f"{reference}-{page}", view.parts)
