"""Words and addresses that the desk's pages share."""

from datetime import datetime, timedelta

from app.inquiries.pages.words import STATE_MARKS
from app.rules.workflow import State

MARKS = STATE_MARKS
DECIDED = (State.RETURNED, State.APPROVED, State.DECLINED, State.REVOKED)
KIND_WORDS = {
    "submit": "submitted",
    "take": "took it for review",
    "comment": "commented",
    "message": "wrote",
    "ask": "asked for a change",
    "return": "returned it",
    "approve": "approved it",
    "decline": "declined it",
    "ask-revocation": "asked to revoke the approval",
    "revoke": "revoked the approval",
    "interest": "declared an interest and stepped back",
    "copy": "opened it as a copy of",
    "withdraw": "withdrew it",
    "undo": "undid the withdrawal",
    "ask-waiver": "asked for a waiver",
    "waive": "waived a finding",
    "end-waiver": "withdrew a waiver",
}
ENDED_WORDS = {
    "": "under way",
    "return": "returned",
    "approve": "approved",
    "decline": "declined",
    "interest": "stepped back",
    "overtaken": "ended without a decision",
}
DECIDED_WORDS = {
    "return": "returned by",
    "approve": "approved by",
    "decline": "declined by",
    "revoke": "revoked by",
}
READERS = {"customer": "The customer can read this", "internal": "Only the desk can read this"}


def review_address(reference: str, page: str = "") -> str:
    """Return the path of a review, or of one page of it."""
    return f"/reviews/{reference}{'/' + page if page else ''}"


def decided_by(state: State, decided: tuple[str, str] | None) -> str:
    """Say who decided last, where that is how the inquiry stands now."""
    if decided is None or state not in DECIDED:
        return ""
    action, actor = decided
    return f"{DECIDED_WORDS[action]} {actor}"


def waited(since: datetime, now: datetime) -> str:
    """Say for how long something has been waiting, in whole units."""
    passed = max(now - since, timedelta())
    if passed.days:
        return "1 day" if passed.days == 1 else f"{passed.days} days"
    hours = passed.seconds // 3600
    if hours:
        return "1 hour" if hours == 1 else f"{hours} hours"
    return "less than an hour"


def short_of(section: str, answered: int, asked: int, findings: int) -> str:
    """Say in one line what a folded part of the answers holds."""
    none = "None made" if section.startswith("promise-") else "Not answered"
    said = none if not answered else f"{answered} of {asked} answered" if asked > 1 else "Answered"
    return said if not findings else f"{said}, {'1 finding' if findings == 1 else f'{findings} findings'}"
