"""What the desk can do with an inquiry: take, comment, return, approve, decline, revoke. Never commits."""

from app.reviews.service.approving import (
    NotApproved,
    Weighed,
    approve,
    key_of,
    needs_reason,
    weigh,
    weighed,
)
from app.reviews.service.commenting import VISIBILITIES, comment, readers, share
from app.reviews.service.deciding import ASK, Decided, decline, return_
from app.reviews.service.evidence import Cited, cited
from app.reviews.service.files import find_file
from app.reviews.service.granting import Asked, Grant, granted_words
from app.reviews.service.revoking import ask_revocation, confirm_revocation
from app.reviews.service.saying import AT_LEAST, lack_of
from app.reviews.service.standing import OBSTACLES, judged
from app.reviews.service.taking import conflict, declare_interest, read, take

__all__ = [
    "ASK",
    "AT_LEAST",
    "OBSTACLES",
    "VISIBILITIES",
    "Asked",
    "Cited",
    "Decided",
    "Grant",
    "NotApproved",
    "Weighed",
    "approve",
    "ask_revocation",
    "cited",
    "comment",
    "confirm_revocation",
    "conflict",
    "declare_interest",
    "decline",
    "find_file",
    "granted_words",
    "judged",
    "key_of",
    "lack_of",
    "needs_reason",
    "read",
    "readers",
    "return_",
    "share",
    "take",
    "weigh",
    "weighed",
]
