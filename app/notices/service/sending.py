"""Sending one mail, in no transaction; and writing down how it went, in that of the job."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from app.infra import mail
from app.infra.jobs import Handler, HopelessError, Payload, said
from app.infra.mail import BouncedError, MailServer, RefusedError
from app.infra.work import Work
from app.notices import queries
from app.notices.service.wording import mail_of
from app.notices.tables import Delivery, DeliveryState

NO_SERVER = "No mail server is set up here."
NO_ADDRESS = "This is not an address that mail can be sent to."


class RecipientError(HopelessError):
    """No later try would change it, because it is the recipient's address that takes no mail."""


def mail_handler(*, server: MailServer | None, sender: str, base_url: str) -> Handler:
    """Return what sends mail with this server, or writes down that there is none."""
    post = _Post(server, sender, base_url)
    return Handler(do=post.send, done=post.note_sent, failed=_note_failed)


@dataclass(frozen=True, slots=True)
class _Post:
    server: MailServer | None
    sender: str
    base_url: str

    def send(self, work: Work, payload: Payload) -> None:
        """Send it, unless it was sent."""
        letter = work.read_now(queries.find_letter, payload["delivery"])
        if letter is None or letter.state is DeliveryState.SENT or self.server is None:
            return
        if not mail.is_address(letter.address):
            raise RecipientError(NO_ADDRESS)
        message = mail_of(letter, sender=self.sender, base_url=self.base_url)
        try:
            self.server.send(message, self.sender, letter.address)
        except BouncedError as refusal:
            raise RecipientError(str(refusal)) from None
        except RefusedError as refusal:
            raise HopelessError(str(refusal)) from None

    def note_sent(self, db: Session, payload: Payload, *, now: datetime) -> None:
        """Write down that it was sent, or that there is no server to send it with."""
        if self.server is None:
            _note(db, payload, state=DeliveryState.NOT_CONFIGURED, now=now, last_error=NO_SERVER)
        else:
            _note(db, payload, state=DeliveryState.SENT, now=now, sent_at=now, tries=Delivery.tries + 1, last_error="")


def _note_failed(db: Session, payload: Payload, *, error: Exception, is_final: bool, now: datetime) -> None:
    final = DeliveryState.BOUNCED if isinstance(error, RecipientError) else DeliveryState.FAILED
    state, words = final if is_final else DeliveryState.QUEUED, said(error)[: queries.LONGEST_ERROR]
    _note(db, payload, state=state, now=now, tries=Delivery.tries + 1, last_error=words)


def _note(db: Session, payload: Payload, *, state: DeliveryState, now: datetime, **values: object) -> None:
    is_open = (Delivery.id == payload["delivery"], Delivery.state != DeliveryState.SENT.value)
    db.execute(update(Delivery).where(*is_open).values(state=state.value, changed_at=now, **values))
