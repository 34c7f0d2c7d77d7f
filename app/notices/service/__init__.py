"""Telling people what happened: in their inbox at once, and by mail once the transaction has ended."""

from app.notices.service.bounces import note_bounce, read_bounce
from app.notices.service.reading import mark_all_read, mark_read, resend
from app.notices.service.sending import mail_handler
from app.notices.service.telling import MAIL, tell

__all__ = ["MAIL", "mail_handler", "mark_all_read", "mark_read", "note_bounce", "read_bounce", "resend", "tell"]
