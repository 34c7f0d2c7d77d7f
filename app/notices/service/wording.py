"""What a mail says. People's own words stand apart in it, and nothing in them can be clicked."""

import re
from email.message import EmailMessage

from app.infra import mail
from app.notices.queries import Letter

WIDTH = 4
# what mail programs make links of: a scheme, an address, a dotted name; the full stops are those that IDNA knows
_SCHEME = re.compile(r"(:)(?=[/\\]{2})")
_AT = re.compile(r"(?<=\S)@(?=\S)")
_DOT = re.compile(r"(?<=\w)([.\u3002\uff0e\uff61])(?=[^\W\d_]{2})")
# characters that turn text around or hide in it
_HIDDEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
FOOT = "This was sent by Pilotdesk because you take part in this inquiry. Nothing happens by opening the link."


def unlinked(text: str) -> str:
    """Return text in which no mail program finds anything to click."""
    text = _HIDDEN.sub("", text)
    text = _SCHEME.sub(r"\1 ", text)
    text = _AT.sub(" @ ", text)
    return _DOT.sub(r"\1 ", text)


def fenced(text: str) -> str:
    """Return people's own words, each line of them marked as such."""
    lines = [_printable(line) for line in text.splitlines()]
    return "\n".join(f"{' ' * WIDTH}> {line}".rstrip() for line in lines)


def text_of(letter: Letter, base_url: str) -> str:
    """Return the text: what happened, what was written, where to look."""
    said = [unlinked("\n".join(_printable(line) for line in letter.body.splitlines()))]
    if letter.quoted.strip():
        said += [] if said[0].endswith(":") else ["This was written:"]
        said += [unlinked(fenced(letter.quoted))]
    said += [f"Look at it here:\n{base_url.rstrip('/')}{letter.path}", FOOT]
    return "\n\n".join(said) + "\n"


def mail_of(letter: Letter, *, sender: str, base_url: str) -> EmailMessage:
    """Return the mail; sent twice it is the same mail, by its id, and mail programs show it once."""
    return mail.plain_message(
        sender=sender,
        recipient=letter.address,
        subject=unlinked(letter.subject),
        text=text_of(letter, base_url),
        message_id=message_id(letter, sender.rpartition("@")[2]),
    )


def message_id(letter: Letter, domain: str) -> str:
    """Return the id of the mail, by which it is known again should it come back."""
    return f"<{letter.made_at:%Y%m%d%H%M%S}.{letter.delivery_id}@{domain}>"


def _printable(line: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in line)
