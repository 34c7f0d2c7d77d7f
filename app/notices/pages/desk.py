"""That the other side was told, for a customer who is told nothing of what they did themselves."""

from collections.abc import Iterable
from itertools import groupby

from app.notices.pages.words import MARKS, ToldLine, progress_of
from app.notices.queries import DeskLine
from app.notices.tables import Channel, DeliveryState

BOTH_WAYS = "Inbox and mail"
# what a customer reads of the desk's mail: a failure of it is the desk's to mend, and its inbox holds the message
IN_DOUBT = "not-checked"


def desk_lines(lines: Iterable[DeskLine]) -> list[ToldLine]:
    """Return one line for each message, however many engineers it went to; these stand by message already."""
    return [_line(list(group)) for _, group in groupby(lines, key=lambda line: line.message_id)]


def _line(parts: list[DeskLine]) -> ToldLine:
    reached = sum(part.people for part in parts if part.channel is Channel.INBOX)
    mails = {part.state: part.people for part in parts if part.channel is Channel.MAIL}
    return ToldLine(
        who="The sales engineer of this desk" if reached == 1 else f"The {reached} sales engineers of this desk",
        about=parts[0].subject,
        way=BOTH_WAYS,
        mark=_mark(mails),
        state=f"In the inbox. {progress_of(mails)}",
        reason="",
        when=max(part.when for part in parts),
        resend_href="",
    )


def _mark(mails: dict[DeliveryState, int]) -> str:
    if set(mails) <= {DeliveryState.SENT}:
        return MARKS[DeliveryState.SENT]
    is_waiting = not mails.keys().isdisjoint({DeliveryState.QUEUED, DeliveryState.GATHERED})
    return MARKS[DeliveryState.QUEUED] if is_waiting else IN_DOUBT
