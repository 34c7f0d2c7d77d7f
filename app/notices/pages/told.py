"""Who was told what of one inquiry, for the pages of the rooms above; and who will be told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.notices import queries
from app.notices.pages.words import MARKS, WAYS, state_words
from app.notices.queries import MOST_LINES, RESENDABLE, DeliveryLine, Recipient
from app.notices.tables import DeliveryState

MOST_NAMES = 10


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One message to one person by one way."""

    who: str
    about: str
    way: str
    mark: str
    state: str
    reason: str
    when: datetime
    resend_href: str  # nothing where there is nothing to send again


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that was told, the latest first, and how many of the mails have gone."""

    lines: tuple[ToldLine, ...]
    progress: str
    is_cut: bool


def told(db: Session, reference: str, *, organisation_id: int | None = None) -> Told:
    """Return what was told of an inquiry: to everybody (for staff), or within that organisation (for its members)."""
    lines = queries.list_deliveries(db, reference, organisation_id=organisation_id, at_most=MOST_LINES + 1)
    counts = queries.count_mails(db, reference, organisation_id=organisation_id)
    return Told(tuple(_line(line) for line in lines[:MOST_LINES]), progress_of(counts), len(lines) > MOST_LINES)


def announce(people: Iterable[Recipient], *, but: int | None = None) -> str:
    """Return the names of those who will be told, without the one who acts; "" where there is nobody."""
    names = [person.who for person in people if person.id != but]
    if len(names) > MOST_NAMES:
        return ", ".join(names[:MOST_NAMES]) + f" and {len(names) - MOST_NAMES} more"
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def progress_of(counts: Mapping[DeliveryState, int]) -> str:
    """Say how many mails have gone, and what became of the others."""
    total = sum(counts.values())
    if not total:
        return ""
    sent = f"{counts.get(DeliveryState.SENT, 0)} of {total} {'mail' if total == 1 else 'mails'} sent"
    others = (
        (DeliveryState.QUEUED, "waiting"),
        (DeliveryState.FAILED, "failed"),
        (DeliveryState.BOUNCED, "bounced"),
        (DeliveryState.NOT_CONFIGURED, "without a mail server"),
    )
    return ", ".join([sent, *(f"{counts[state]} {words}" for state, words in others if counts.get(state))]) + "."


def _line(line: DeliveryLine) -> ToldLine:
    return ToldLine(
        who=line.who,
        about=line.subject,
        way=WAYS[line.channel],
        mark=MARKS[line.state],
        state=state_words(line.channel, line.state, line.tries),
        reason=line.error,
        when=line.when,
        resend_href=f"/inbox/mail/{line.id}/resend" if line.state in RESENDABLE else "",
    )
