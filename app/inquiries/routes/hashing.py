"""The door to the hashing of tasks at home: a page that takes nothing in."""

from fastapi import APIRouter
from starlette.responses import Response

from app.accounts.access import Door
from app.inquiries import pages

router = APIRouter()


@router.get("/hash-tasks")
async def show_hash_tasks(door: Door) -> Response:
    """Show the page that hashes tasks without anyone else seeing them."""
    await door.knock()
    return door.page("inquiries/hash_tasks.html", pages.hashing_page())
