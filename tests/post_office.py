"""A real mail server on loopback that keeps what it gets, and can be told to refuse; and a port that nobody answers."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


@dataclass
class PostOffice:
    """What came in, in order; `refusal` answers every recipient from now on, the others every sender or every text."""

    port: int = 0
    refusal: str = ""
    refusal_of_sender: str = ""
    refusal_of_text: str = ""
    envelopes: list[Envelope] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def mails(self) -> list[EmailMessage]:
        contents = [envelope.content for envelope in self.envelopes]
        return [message_from_bytes(content, policy=default) for content in contents if isinstance(content, bytes)]

    @property
    def texts(self) -> list[str]:
        return [str(mail.get_content()) for mail in self.mails]

    async def handle_MAIL(  # noqa: N802  the name and the parameters that aiosmtpd calls
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refusal_of_sender:
            return self.refusal_of_sender
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802  the name and the parameters that aiosmtpd calls
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802  as above
        if self.refusal_of_text:
            return self.refusal_of_text
        self.envelopes.append(envelope)
        return "250 OK"


@contextmanager
def open_post_office() -> Iterator[PostOffice]:
    """Serve on a free port until the end of the test."""
    office = PostOffice(port=closed_port())
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()


def closed_port() -> int:
    """Return a port where nothing answers."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
