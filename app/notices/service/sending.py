"""Sending one mail, in no transaction; and writing down how it went, in that of the job.

A mail tells of one message, or of all that were gathered for a daily mail; how it goes counts for each of these.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage

from sqlalchemy import ColumnElement, update
from sqlalchemy.orm import Session

from app.infra import mail
from app.infra.jobs import Handler, HopelessError, Payload, said
from app.infra.mail import BouncedError, MailServer, RefusedError
from app.infra.work import Work
from app.notices import queries
from app.notices.service.wording import daily_mail_of, mail_of
from app.notices.tables import Delivery, DeliveryState

NO_SERVER = "No mail server is set up, so nothing is sent by mail; it is in the inbox."
NO_ADDRESS = "This is not an address that mail can be sent to."


class RecipientError(HopelessError):
    """No later try would change it, because it is the recipient's address that takes no mail."""


@dataclass(frozen=True, slots=True)
class Post:
    """The way out: by which server, in whose name, and where the desk is; without a server nothing is sent."""

    server: MailServer | None
    sender: str
    base_url: str


def mail_handler(post: Post) -> Handler:
    """Return what sends one message, or writes down that there is no server."""
    return _handler(_One(post), lambda payload: Delivery.id == payload["delivery"])


def daily_handler(post: Post) -> Handler:
    """Return what sends a daily mail that was put together, or writes down that there is no server."""
    return _handler(_Daily(post), lambda payload: Delivery.daily_mail_id == payload["daily"])


def _handler(sending: "_One | _Daily", which: Callable[[Payload], ColumnElement[bool]]) -> Handler:
    outcome = _Outcome(has_server=sending.post.server is not None, which=which)
    return Handler(do=sending.send, done=outcome.note_sent, failed=outcome.note_failed)


@dataclass(frozen=True, slots=True)
class _One:
    post: Post

    def send(self, work: Work, payload: Payload) -> None:
        """Send it, unless it was sent."""
        letter = work.read_now(queries.find_letter, payload["delivery"])
        if letter is None or letter.state is DeliveryState.SENT or self.post.server is None:
            return
        _insist_on_address(letter.address)
        message = mail_of(letter, sender=self.post.sender, base_url=self.post.base_url)
        _hand_over(self.post.server, message, self.post.sender, letter.address)


@dataclass(frozen=True, slots=True)
class _Daily:
    post: Post

    def send(self, work: Work, payload: Payload) -> None:
        """Send it, unless it was sent."""
        daily = work.read_now(queries.find_daily, payload["daily"])
        open_ones = () if daily is None else [one for one in daily.letters if one.state is not DeliveryState.SENT]
        if daily is None or not open_ones or self.post.server is None:
            return
        _insist_on_address(daily.address)
        message = daily_mail_of(daily, sender=self.post.sender, base_url=self.post.base_url)
        _hand_over(self.post.server, message, self.post.sender, daily.address)


def _insist_on_address(address: str) -> None:
    if not mail.is_address(address):
        raise RecipientError(NO_ADDRESS)


def _hand_over(server: MailServer, message: EmailMessage, sender: str, address: str) -> None:
    try:
        server.send(message, sender, address)
    except BouncedError as refusal:
        raise RecipientError(str(refusal)) from None
    except RefusedError as refusal:
        raise HopelessError(str(refusal)) from None


@dataclass(frozen=True, slots=True)
class _Outcome:
    has_server: bool
    which: Callable[[Payload], ColumnElement[bool]]

    def note_sent(self, db: Session, payload: Payload, *, now: datetime) -> None:
        """Write down that it was sent, or that there is no server to send it with."""
        if self.has_server:
            self._note(db, payload, DeliveryState.SENT, now, sent_at=now, tries=Delivery.tries + 1, last_error="")
        else:
            self._note(db, payload, DeliveryState.NOT_CONFIGURED, now, last_error=NO_SERVER)

    def note_failed(self, db: Session, payload: Payload, *, error: Exception, is_final: bool, now: datetime) -> None:
        """Write down that it came to nothing, or that it will be tried again."""
        final = DeliveryState.BOUNCED if isinstance(error, RecipientError) else DeliveryState.FAILED
        state, words = final if is_final else DeliveryState.QUEUED, said(error)[: queries.LONGEST_ERROR]
        self._note(db, payload, state, now, tries=Delivery.tries + 1, last_error=words)

    def _note(self, db: Session, payload: Payload, state: DeliveryState, now: datetime, **values: object) -> None:
        is_open = (self.which(payload), Delivery.state != DeliveryState.SENT.value)
        db.execute(update(Delivery).where(*is_open).values(state=state.value, changed_at=now, **values))
