"""The door to every route: the table of who may, the judging, and what a route may do behind it."""

from app.accounts.access.door import Door, Doorway, open_door
from app.accounts.access.frame import first_page, frame_of
from app.accounts.access.keys import create_useful_token, scopes_of
from app.accounts.access.table import ACCESS, ADMIN, PUBLIC, SIGNED_IN, Access

__all__ = [
    "ACCESS",
    "ADMIN",
    "PUBLIC",
    "SIGNED_IN",
    "Access",
    "Door",
    "Doorway",
    "create_useful_token",
    "first_page",
    "frame_of",
    "open_door",
    "scopes_of",
]
