"""Doors of the law itself, whoever's inquiry it judges: the catalogue of rules, and which of them stop most."""

from fastapi import APIRouter
from starlette.responses import Response

from app.accounts.access import Door
from app.inquiries import pages
from app.inquiries.forms.catalogue import RulesFilter

router = APIRouter()


@router.get("/rules")
async def show_rules(door: Door) -> Response:
    """Show the catalogue of rules, or the part of it that the address asks for."""
    asked = RulesFilter.of(door.request.query_params.multi_items())
    return door.page("inquiries/rules.html", await door.read(pages.show_rules, asked))


@router.get("/stops")
async def show_stops(door: Door, days: str = "") -> Response:
    """Show which rules stop most inquiries, and where."""
    return door.page("inquiries/stops.html", await door.read(pages.show_stops, days=days, now=door.now))
