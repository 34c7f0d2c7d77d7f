"""What pages show of what people are told: one's own inbox, and on an inquiry how far each telling got."""

from app.notices.pages.inbox import InboxEntry, InboxPage, inbox_page
from app.notices.pages.told import Told, announce, told
from app.notices.pages.words import ToldLine

__all__ = ["InboxEntry", "InboxPage", "Told", "ToldLine", "announce", "inbox_page", "told"]
