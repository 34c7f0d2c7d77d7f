"""What pages show of what people are told: one's own inbox, and on an inquiry how far each telling got."""

from app.notices.pages.inbox import InboxEntry, InboxPage, inbox_page
from app.notices.pages.told import Told, ToldLine, announce, told

__all__ = ["InboxEntry", "InboxPage", "Told", "ToldLine", "announce", "inbox_page", "told"]
