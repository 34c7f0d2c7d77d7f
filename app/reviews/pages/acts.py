"""The words of the pages on which somebody says something about an inquiry; at each text stands who will read it."""

from dataclasses import dataclass

from app.reviews.service import AT_LEAST
from app.rules.workflow import Action, Party

FOR_THE_CUSTOMER = "The customer reads this."


@dataclass(frozen=True, slots=True)
class Act:
    """What is said on one of these pages, and to whom."""

    name: str
    heading: str
    lead: str
    button: str
    kind: str = "primary"
    text: str = "text"
    label: str = ""
    hint: str = ""
    missing: str = ""
    action: Action | None = None
    party: Party = Party.OUTSIDE_ENGINEER


ACTS = {
    act.name: act
    for act in (
        Act(
            "comment",
            "Comment",
            "A comment decides nothing. Choose each time who can read it.",
            "Add the comment",
            label="Comment",
            missing="Write the comment first.",
        ),
        Act(
            "return",
            "Ask for changes",
            "The customer reads what you write, changes the inquiry and submits it as a new version.",
            "Return the inquiry",
            text="message",
            label="What has to change",
            hint=f"{FOR_THE_CUSTOMER} {AT_LEAST}",
            missing="Write what has to change; the customer reads it.",
            action=Action.RETURN,
        ),
        Act(
            "decline",
            "Decline",
            "This ends the inquiry. It can be copied as a new one, and nothing else can be done with it.",
            "Decline the inquiry",
            kind="danger",
            text="reason",
            label="Why it is declined",
            hint=f"{FOR_THE_CUSTOMER} {AT_LEAST}",
            missing="Write why; the customer reads it.",
            action=Action.DECLINE,
        ),
        Act(
            "interest",
            "Declare an interest",
            "You will not see this inquiry any more, and you cannot take that back. Other engineers are told.",
            "Step back from this inquiry",
            kind="danger",
            text="reason",
            label="What your interest is",
            hint=f"Only the desk reads this. {AT_LEAST}",
            missing="Say what your interest is; only the desk reads it.",
        ),
        Act(
            "revoke",
            "Revoke the approval",
            "Two engineers revoke an approval: you ask, another one agrees. Nothing happens until then.",
            "Ask another engineer to agree",
            kind="danger",
            text="reason",
            label="Why the approval has to be revoked",
            hint=f"The customer reads this once another engineer agrees; until then only the desk does. {AT_LEAST}",
            missing="Write why the approval should be revoked.",
            action=Action.REVOKE,
            party=Party.TWO_OUTSIDE_ENGINEERS,
        ),
    )
}


def agreeing(asked_by: str, version: int) -> Act:
    """Return the page on which the second engineer agrees to what the first one asked for."""
    return Act(
        "revoke",
        "Agree to revoke the approval",
        f"{asked_by} asks to revoke the approval of version {version}. If you agree, it is revoked at once, and the "
        "customer reads this reason with both your names:",
        "Agree to revoke",
        kind="danger",
        action=Action.REVOKE,
        party=Party.TWO_OUTSIDE_ENGINEERS,
    )


def sharing(line: int) -> Act:
    """Return the page that asks once more before the customer may read a comment."""
    return Act(
        f"comments/{line}/share",
        "Let the customer read this comment",
        "Everybody listed here is told once, and nobody can take that back.",
        "Let the customer read it",
    )
