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
from app.reviews.service.reminding import promise_handler, tell_of_promises
from app.reviews.service.revoking import ask_revocation, confirm_revocation
from app.reviews.service.saying import AT_LEAST, lack_of
from app.reviews.service.standing import OBSTACLES, find_judged, judged
from app.reviews.service.taking import conflict, declare_interest, read, take
from app.reviews.service.waivable import (
    AT_THE_DESK,
    NO_RULE,
    RULES,
    can_be_relaxed,
    can_be_waived,
    needs_second,
    waiver_faults,
)
from app.reviews.service.waiver_words import day_words
from app.reviews.service.waiving import (
    confirm_waiver,
    insist_on_engineer,
    relax,
    seen_waiver,
    waivable,
    waive,
    withdraw_waiver,
)

__all__ = [
    "ASK",
    "AT_LEAST",
    "AT_THE_DESK",
    "NO_RULE",
    "OBSTACLES",
    "RULES",
    "VISIBILITIES",
    "Asked",
    "Cited",
    "Decided",
    "Grant",
    "NotApproved",
    "Weighed",
    "approve",
    "ask_revocation",
    "can_be_relaxed",
    "can_be_waived",
    "cited",
    "comment",
    "confirm_revocation",
    "confirm_waiver",
    "conflict",
    "day_words",
    "declare_interest",
    "decline",
    "find_file",
    "find_judged",
    "granted_words",
    "insist_on_engineer",
    "judged",
    "key_of",
    "lack_of",
    "needs_reason",
    "needs_second",
    "promise_handler",
    "read",
    "readers",
    "relax",
    "return_",
    "seen_waiver",
    "share",
    "take",
    "tell_of_promises",
    "waivable",
    "waive",
    "waiver_faults",
    "weigh",
    "weighed",
    "withdraw_waiver",
]
