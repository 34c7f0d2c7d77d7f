"""What the pages of the exports show, and how a file is sent piece by piece."""

from app.exports.pages.chosen import ChosenPage, show_chosen
from app.exports.pages.export import ExportPage, find_asked, show_export
from app.exports.pages.feed import feed_body, list_feed
from app.exports.pages.listing import ScopesPage, show_scopes
from app.exports.pages.scope import ScopePage, find_one, show_scope
from app.exports.pages.sending import make_manifest, send

__all__ = [
    "ChosenPage",
    "ExportPage",
    "ScopePage",
    "ScopesPage",
    "feed_body",
    "find_asked",
    "find_one",
    "list_feed",
    "make_manifest",
    "send",
    "show_chosen",
    "show_export",
    "show_scope",
    "show_scopes",
]
