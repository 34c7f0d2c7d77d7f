"""What happened to an inquiry so far, as lines: the story, the reviews and the decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.infra import canonical
from app.inquiries.fields import SECTIONS
from app.inquiries.queries import Told
from app.reviews import service
from app.reviews.pages.words import ENDED_WORDS, KIND_WORDS, READERS, review_address
from app.reviews.queries import Case, Ended, Reviewed
from app.rules.workflow import State

UNTIL_REVOKED = "Only the desk can read this until another engineer agrees; then the customer can"
WHEN_REVOKED = "The customer can read this, as the reason of the revocation"


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line of the story; `share_href` leads to letting the customer read it too."""

    who: str
    did: str
    at: datetime
    version: str
    text: str
    readers: str
    is_internal: bool
    share_href: str


@dataclass(frozen=True, slots=True)
class ReviewedLine:
    """Whose review it was, of which version, and how it ended; one of an older version counts for nothing now."""

    engineer: str
    words: str
    is_past: bool


@dataclass(frozen=True, slots=True)
class DecidedLine:
    """One decision: what, who, when and why."""

    words: str
    at: datetime
    reason: str
    granted: str
    reasons: tuple[tuple[str, str], ...]


def story_lines(told: Sequence[Told], case: Case) -> tuple[StoryLine, ...]:
    """Return the story, the latest first."""
    return tuple(_line(one, case) for one in reversed(told))


def reviewed_lines(reviews: Sequence[Reviewed], decisions: Sequence[Ended], version: int) -> tuple[ReviewedLine, ...]:
    """Return who reviewed which version, and who decided where that was another engineer."""
    deciders: dict[tuple[int, str, datetime | None], str] = {
        (one.version, one.action, one.at): one.actor for one in decisions
    }
    return tuple(
        ReviewedLine(
            engineer=one.engineer,
            words=_ended(one, deciders.get((one.version, one.ended_by, one.ended_at), "")),
            is_past=one.version != version,
        )
        for one in reviews
    )


def _ended(one: Reviewed, decider: str) -> str:
    words = ENDED_WORDS.get(one.ended_by, one.ended_by)
    by = f" by {decider}" if decider and decider != one.engineer else ""
    return f"on version {one.version}, {words}{by}"


def decided_lines(decisions: Sequence[Ended]) -> tuple[DecidedLine, ...]:
    """Return what was decided, in order."""
    return tuple(
        DecidedLine(
            words=f"{one.actor}, {one.role}, {KIND_WORDS[one.action].replace(' it', '')} version {one.version}"
            if one.action != "revoke"
            else f"{one.actor}, {one.role}, revoked the approval of version {one.version}",
            at=one.at,
            reason=one.reason,
            granted=service.granted_words(canonical.parse(one.granted)) if one.granted else "",
            reasons=tuple(
                (f"Rule {key.partition('|')[0]}", text) for key, text in sorted(canonical.parse(one.reasons).items())
            ),
        )
        for one in decisions
    )


def _readers(one: Told, case: Case) -> str:
    if one.kind == "ask-revocation":
        return WHEN_REVOKED if case.state is State.REVOKED else UNTIL_REVOKED
    return READERS[one.visibility]


def _line(one: Told, case: Case) -> StoryLine:
    is_internal = one.visibility == "internal"
    can_be_shared = is_internal and one.kind == "comment"
    about = f", {SECTIONS[one.place].title}" if one.place in SECTIONS else ""
    return StoryLine(
        who=one.name or "Nobody in particular",
        did=KIND_WORDS.get(one.kind, one.kind) + about,
        at=one.at,
        version=f"on version {one.version}" if one.version else "",
        text=one.text,
        readers=_readers(one, case),
        is_internal=is_internal,
        share_href=review_address(case.reference, f"comments/{one.id}/share") if can_be_shared else "",
    )
