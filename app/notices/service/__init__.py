"""Telling people what happened: in their inbox at once, and by mail once the transaction has ended."""

from app.notices.service.bounces import note_bounce, read_bounce
from app.notices.service.gathering import DAILY, gather_handler
from app.notices.service.reading import mark_all_read, mark_read, resend
from app.notices.service.sending import Post, daily_handler, mail_handler
from app.notices.service.telling import GATHER, MAIL, tell

__all__ = [
    "DAILY",
    "GATHER",
    "MAIL",
    "Post",
    "daily_handler",
    "gather_handler",
    "mail_handler",
    "mark_all_read",
    "mark_read",
    "note_bounce",
    "read_bounce",
    "resend",
    "tell",
]
