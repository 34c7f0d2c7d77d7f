"""One's own inbox: what one was told, the newest first."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.notices import queries
from app.notices.pages.words import MARKS, state_words
from app.notices.queries import PAGE, InboxLine
from app.notices.tables import Channel, DeliveryState

LARGEST = 2**31 - 1
# a mail that arrived, or that nobody meant to send, is no news to who reads the same here
CAME_TO_NOTHING = (DeliveryState.FAILED, DeliveryState.BOUNCED)
WORTH_SAYING = (DeliveryState.QUEUED, DeliveryState.GATHERED, *CAME_TO_NOTHING)


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """One message, and what became of its mail."""

    id: int
    reference: str
    subject: str
    title: str
    body: str
    quoted: str
    made_at: datetime
    is_read: bool
    read_href: str
    mail_mark: str
    mail_state: str
    mail_reason: str
    resend_href: str


@dataclass(frozen=True, slots=True)
class InboxPage:
    """The messages, how many are new, and the way to older ones."""

    entries: tuple[InboxEntry, ...]
    unread: int
    older_href: str
    newest_href: str
    here: str


def inbox_page(db: Session, person: Person, *, before: str = "") -> InboxPage:
    """Return one page of one's own inbox."""
    start = _number(before)
    lines = queries.list_inbox(db, person, start)
    shown = lines[:PAGE]
    return InboxPage(
        entries=tuple(_entry(line) for line in shown),
        unread=queries.count_unread(db, person),
        older_href=f"/inbox?before={shown[-1].id}" if len(lines) > PAGE else "",
        newest_href="/inbox" if start is not None else "",
        here="/inbox" if start is None else f"/inbox?before={start}",
    )


def _number(text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST))):
        return None
    return min(int(text), LARGEST)


def _entry(line: InboxLine) -> InboxEntry:
    shown = line.mail_state if line.mail_state in WORTH_SAYING else None
    return InboxEntry(
        id=line.id,
        reference=line.reference,
        subject=line.subject,
        title=line.title,
        body=line.body,
        quoted=line.quoted,
        made_at=line.made_at,
        is_read=line.read_at is not None,
        read_href=f"/inbox/{line.id}/read",
        mail_mark="" if shown is None else MARKS[shown],
        mail_state="" if shown is None else state_words(Channel.MAIL, shown, line.mail_tries),
        mail_reason="" if shown is None else line.mail_error,
        resend_href=f"/inbox/mail/{line.mail_id}/resend" if shown in CAME_TO_NOTHING else "",
    )
