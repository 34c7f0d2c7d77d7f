"""States, roles and the one table of legal moves; pages, services and forged requests all meet this table."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

UNDO_WITHIN = timedelta(hours=24)


class State(StrEnum):
    """Where an inquiry stands."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    IN_REVIEW = "in-review"
    RETURNED = "returned"
    APPROVED = "approved"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    REVOKED = "revoked"


class Role(StrEnum):
    """What a person is on this desk."""

    CUSTOMER = "customer"
    ENGINEER = "engineer"
    OPS = "ops"
    ADMIN = "admin"


class Party(StrEnum):
    """How a person stands to one inquiry."""

    OWN_ORGANISATION = "the author's organisation"
    OUTSIDE_ENGINEER = "engineer outside that organisation"
    TWO_OUTSIDE_ENGINEERS = "two engineers outside that organisation"
    NOBODY = "nobody"


class Action(StrEnum):
    """What can be done to an inquiry."""

    SUBMIT = "submit"
    TAKE = "take"
    RETURN = "return"
    APPROVE = "approve"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    UNDO = "undo"
    REVOKE = "revoke"


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move. `target` is None where it is the state before (undo)."""

    action: Action
    sources: tuple[State, ...]
    party: Party
    target: State | None
    condition: str = ""


MOVES = (
    Move(Action.SUBMIT, (State.DRAFT, State.RETURNED), Party.OWN_ORGANISATION, State.SUBMITTED, "submit gate"),
    Move(Action.TAKE, (State.SUBMITTED,), Party.OUTSIDE_ENGINEER, State.IN_REVIEW),
    Move(Action.RETURN, (State.IN_REVIEW,), Party.OUTSIDE_ENGINEER, State.RETURNED, "message"),
    Move(Action.APPROVE, (State.IN_REVIEW,), Party.OUTSIDE_ENGINEER, State.APPROVED, "commit gate"),
    Move(Action.DECLINE, (State.IN_REVIEW,), Party.OUTSIDE_ENGINEER, State.DECLINED, "reason"),
    Move(
        Action.WITHDRAW,
        (State.DRAFT, State.RETURNED, State.SUBMITTED, State.IN_REVIEW),
        Party.OWN_ORGANISATION,
        State.WITHDRAWN,
    ),
    Move(Action.UNDO, (State.WITHDRAWN,), Party.OWN_ORGANISATION, None, "within 24 h"),
    Move(Action.REVOKE, (State.APPROVED,), Party.TWO_OUTSIDE_ENGINEERS, State.REVOKED, "reason"),
)

EDITABLE = (State.DRAFT, State.RETURNED)


def party(role: Role, *, same_organisation: bool) -> Party:
    """Say how a person of this role stands to an inquiry of their own or of another organisation."""
    if same_organisation:
        return Party.OWN_ORGANISATION if role is Role.CUSTOMER else Party.NOBODY
    return Party.OUTSIDE_ENGINEER if role is Role.ENGINEER else Party.NOBODY


def target(state: State, action: Action, who: Party, before: State | None = None) -> State | None:
    """Return where the move leads, or None where it is not legal; `before` is where an undo leads."""
    for move in MOVES:
        if move.action is action and state in move.sources and move.party is who:
            return move.target or before
    return None


def actions(state: State, who: Party) -> frozenset[Action]:
    """Return the moves that this person may make now."""
    return frozenset(move.action for move in MOVES if state in move.sources and move.party is who)
