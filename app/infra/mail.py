"""The way to the mail server, as PILOTDESK_SMTP_URL names it. Knows nothing of what is sent."""

import contextlib
import smtplib
import ssl
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from urllib.parse import unquote, urlsplit

from app.infra import clock

PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SECONDS = 10.0
OUR_OWN_SIGN_IN = frozenset({530, 534, 535, 538})  # can be mended in the settings, so it is tried again
FORMS = "smtp://host:25, smtp+starttls://user:password@host:587 or smtps://user:password@host:465"


class RefusedError(Exception):
    """The server will not take this mail, now or later."""


class BouncedError(RefusedError):
    """It is the recipient, or the mail to them, that the server will not take, now or later."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mail is handed over."""

    scheme: str
    host: str
    port: int
    user: str = ""
    password: str = ""

    def send(self, message: EmailMessage, sender: str, recipient: str) -> None:
        """Hand one mail for one recipient over.

        Raises:
            BouncedError: the recipient would be refused again.
            RefusedError: whoever sends would be refused again.
            OSError: it did not work this time; `smtplib` makes its own errors of these.
        """
        try:
            with self._connected() as server:
                server.send_message(message, sender, [recipient])
        except smtplib.SMTPRecipientsRefused as error:
            code, said = next(iter(error.recipients.values()))
            raise _as_fault(code, said, BouncedError) from None
        except smtplib.SMTPDataError as error:
            raise _as_fault(error.smtp_code, error.smtp_error, BouncedError) from None
        except smtplib.SMTPResponseException as error:
            raise _as_fault(error.smtp_code, error.smtp_error, RefusedError) from None

    def _connected(self) -> smtplib.SMTP:
        if self.scheme == "smtps":
            made: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=SECONDS, context=ssl.create_default_context()
            )
        else:
            made = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        try:
            if self.scheme == "smtp+starttls":
                made.starttls(context=ssl.create_default_context())
            if self.user:
                made.login(self.user, self.password)
        except BaseException:
            made.close()
            raise
        return made


def server_at(url: str) -> MailServer:
    """Read the address of a mail server.

    Raises:
        ValueError: it is not one, or would send a password through an open line.
    """
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError(f"must be {FORMS}")
    if parts.username and parts.scheme == "smtp" and parts.hostname not in LOOPBACK:
        raise ValueError("must be smtp+starttls:// or smtps:// where there is a password")
    port = parts.port or PORTS[parts.scheme]
    return MailServer(parts.scheme, parts.hostname, port, unquote(parts.username or ""), unquote(parts.password or ""))


def is_address(text: str) -> bool:
    """Say whether mail can be sent to, or from, that address."""
    with contextlib.suppress(Exception):  # the parser of the standard library raises whatever it stumbles over
        return text.isascii() and "=?" not in text and bool(Address(addr_spec=text).domain)
    return False


def plain_message(*, sender: str, recipient: str, subject: str, text: str, message_id: str) -> EmailMessage:
    """Return a mail of plain text to one recipient; whatever the texts hold, no header comes of it."""
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(addr_spec=sender)
    message["To"] = Address(addr_spec=recipient)
    message["Subject"] = subject.replace("=?", "= ?")  # else it would be decoded, and a line end in it with it
    message["Message-ID"] = message_id
    message["Date"] = clock.now()
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text, charset="utf-8", cte="quoted-printable")
    return message


def _as_fault(code: int, said: bytes | str, refusal: type[RefusedError]) -> Exception:
    words = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    sentence = f"The mail server said {code}: {' '.join(words.split())}"
    is_final = 500 <= code < 600 and code not in OUR_OWN_SIGN_IN  # noqa: PLR2004  a class of answers
    return refusal(sentence) if is_final else OSError(sentence)
