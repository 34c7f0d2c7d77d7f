"""What each state of an inquiry is called: one word for everybody, on pages, in refusals and in mail."""

from app.rules.workflow import State

STATE_WORDS = {
    State.DRAFT: "Draft",
    State.SUBMITTED: "Submitted",
    State.IN_REVIEW: "In review",
    State.RETURNED: "Returned",
    State.APPROVED: "Approved",
    State.DECLINED: "Declined",
    State.WITHDRAWN: "Withdrawn",
    State.REVOKED: "Revoked",
}


def state_words(state: str) -> str:
    """Return what a state is called within a sentence."""
    return STATE_WORDS[State(state)].lower()
