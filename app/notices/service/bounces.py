"""Mail that came back: what a delivery status notification (RFC 3464) says of a mail of ours, written down.

Anybody can send a mail that looks like one. It counts only where it names the id of a mail that we sent, which nobody
but the recipient and the servers on the way have seen.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import default
from email.utils import parsedate_to_datetime

from sqlalchemy.orm import Session

from app.audit import service as audit
from app.notices import queries
from app.notices.service.wording import daily_id, message_id
from app.notices.tables import Delivery, DeliveryState

OURS = re.compile(r"<[0-9]{14}\.(d?)([0-9]{1,9})@[^<>\s]+>")
CLOCKS_DIFFER = timedelta(minutes=10)
NO_WORDS = "nothing more was said"


@dataclass(frozen=True, slots=True)
class Bounce:
    """One mail that came back for good: its id, what the server said, and when."""

    message_id: str
    words: str
    at: datetime | None


def read_bounce(text: bytes) -> Bounce | None:
    """Return what a notification says; None for any other mail, and for one that is only late."""
    mail = message_from_bytes(text, _class=EmailMessage, policy=default)
    parts = list(mail.walk())
    failed = [fields for fields in _reports(parts) if _field(fields, "action").lower() == "failed"]
    returned = [_field(part, "message-id") for part in _returned(parts)]
    if not failed or not returned:
        return None
    said = _field(failed[0], "diagnostic-code").partition(";")[2] or _field(failed[0], "status") or NO_WORDS
    return Bounce(returned[0], " ".join(said.split()), _moment(_field(mail, "date")))


def note_bounce(db: Session, bounce: Bounce, *, now: datetime) -> str:
    """Write down that a mail of ours came back; returns whom it was for, "" where there is nothing to write down."""
    found = OURS.fullmatch(bounce.message_id)
    if not found:
        return ""
    rows = _of_daily(db, int(found[2]), bounce) if found[1] else _of_one(db, int(found[2]), bounce)
    back = [row for row in rows if row.state == DeliveryState.SENT and not _is_of_an_earlier_try(bounce, row)]
    for row in back:
        row.state, row.sent_at, row.changed_at = DeliveryState.BOUNCED.value, None, now
        row.last_error = f"The mail came back: {bounce.words}"[: queries.LONGEST_ERROR]
        audit.record(db, at=now, actor_id=None, verb="mail bounced", subject=f"delivery:{row.id}")
    return back[0].address if back else ""


def _of_one(db: Session, number: int, bounce: Bounce) -> list[Delivery]:
    row, letter = queries.lock_delivery(db, number), queries.find_letter(db, number)
    is_ours = letter is not None and _is_named(bounce, message_id(letter, ""))
    return [row] if row is not None and is_ours else []


def _of_daily(db: Session, number: int, bounce: Bounce) -> list[Delivery]:
    daily = queries.find_daily(db, number)
    is_ours = daily is not None and _is_named(bounce, daily_id(daily, ""))
    return queries.list_of_daily(db, number, DeliveryState.SENT) if is_ours else []


def _is_named(bounce: Bounce, name: str) -> bool:
    return bounce.message_id.partition("@")[0] == name.partition("@")[0]


def _is_of_an_earlier_try(bounce: Bounce, row: Delivery) -> bool:
    return bounce.at is not None and bounce.at < row.changed_at - CLOCKS_DIFFER


def _reports(parts: Sequence[Message]) -> list[Message]:
    """Return the blocks of fields of a delivery status: one for the mail, one for each recipient."""
    found = [part.get_payload() for part in parts if part.get_content_type() == "message/delivery-status"]
    return [block for blocks in found if isinstance(blocks, list) for block in blocks if isinstance(block, Message)]


def _returned(parts: Sequence[Message]) -> list[Message]:
    """Return the heads of the mail that came back, whether all of it came or its headers only."""
    heads = []
    for part in parts:
        inside = part.get_payload()
        if part.get_content_type() == "message/rfc822" and isinstance(inside, list):
            heads += [each for each in inside if isinstance(each, Message)]
        if part.get_content_type() == "text/rfc822-headers":
            body = part.get_payload(decode=True)
            heads += [message_from_bytes(body)] if isinstance(body, bytes) else []
    return [head for head in heads if head["message-id"]]


def _field(part: Message, name: str) -> str:
    return str(part[name] or "").strip()


def _moment(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
