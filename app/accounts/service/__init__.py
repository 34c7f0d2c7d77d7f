"""What people do with their accounts; every deed leaves an audit entry in its own transaction."""

from app.accounts.service.held import drop_held, hold_post
from app.accounts.service.keys import SCOPES, NewToken, create_token, make_link, use_link
from app.accounts.service.people import add_user, change_password, change_person, choose_mails, move_person, sign_up
from app.accounts.service.purge import purge
from app.accounts.service.sessions import (
    ON_SIGN_IN,
    end_other_sessions,
    end_session,
    note_seen,
    sign_in,
    sign_out,
)

__all__ = [
    "ON_SIGN_IN",
    "SCOPES",
    "NewToken",
    "add_user",
    "change_password",
    "change_person",
    "choose_mails",
    "create_token",
    "drop_held",
    "end_other_sessions",
    "end_session",
    "hold_post",
    "make_link",
    "move_person",
    "note_seen",
    "purge",
    "sign_in",
    "sign_out",
    "sign_up",
    "use_link",
]
