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
from app.notices.service.wording import message_id
from app.notices.tables import DeliveryState

OURS = re.compile(r"<[0-9]{14}\.([0-9]{1,9})@[^<>\s]+>")
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
    row = queries.lock_delivery(db, int(found[1])) if found else None
    letter = None if row is None else queries.find_letter(db, row.id)
    if row is None or letter is None or message_id(letter, "").partition("@")[0] != bounce.message_id.partition("@")[0]:
        return ""
    is_of_an_earlier_try = bounce.at is not None and bounce.at < row.changed_at - CLOCKS_DIFFER
    if row.state != DeliveryState.SENT or is_of_an_earlier_try:
        return ""
    row.state, row.sent_at, row.changed_at = DeliveryState.BOUNCED.value, None, now
    row.last_error = f"The mail came back: {bounce.words}"[: queries.LONGEST_ERROR]
    audit.record(db, at=now, actor_id=None, verb="mail bounced", subject=f"delivery:{row.id}")
    return row.address


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
