"""What a mail says. People's own words stand apart in it, and nothing in them can be clicked."""

import re
from email.message import EmailMessage

from app.infra import mail
from app.notices.queries import Daily, Letter

WIDTH = 4
RULE = 72
MOST_NAMED = 3  # inquiries in the subject of a daily mail
# what mail programs make links of: a scheme, an address, a dotted name; the full stops are those that IDNA knows
_SCHEME = re.compile(r"(:)(?=[/\\]{2})")
_AT = re.compile(r"(?<=\S)@(?=\S)")
_DOT = re.compile(r"(?<=\w)([.\u3002\uff0e\uff61])(?=[^\W\d_]{2})")
# characters that turn text around or hide in it
_HIDDEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
FOOT = (
    "This was sent by Pilotdesk because you take part in this inquiry. Nothing happens by opening the link.\n"
    "Would you rather have one mail a day? Choose so on the page of your account."
)
DAILY_FOOT = (
    "This was sent by Pilotdesk because you take part in these inquiries, and chose one mail a day on the page of your"
    " account.\nNothing happens by opening the links."
)


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
    """Return the text: of which inquiry, what happened, what was written, where to look."""
    return "\n\n".join([*_said_of(letter, base_url), FOOT]) + "\n"


def daily_text_of(daily: Daily, base_url: str) -> str:
    """Return the text of a daily mail: each message as it would have been, with its subject and hour above it."""
    parts = [f"You have {_count(daily)} since your last daily mail."]
    for letter in daily.letters:
        subject = unlinked(letter.subject)
        parts += [
            f"{subject}\n{'-' * min(len(subject), RULE)}",
            f"{letter.made_at.day} {letter.made_at:%B %Y, %H:%M} UTC",
        ]
        parts += _said_of(letter, base_url)
    return "\n\n".join([*parts, DAILY_FOOT]) + "\n"


def _said_of(letter: Letter, base_url: str) -> list[str]:
    said = [f"Inquiry {letter.reference}, called:\n\n{unlinked(fenced(letter.title))}"] if letter.title else []
    body = unlinked("\n".join(_printable(line) for line in letter.body.splitlines()))
    said += [body]
    if letter.quoted.strip():
        said += [] if body.endswith(":") else ["This was written:"]
        said += [unlinked(fenced(letter.quoted))]
    return [*said, f"Look at it here:\n{base_url.rstrip('/')}{letter.path}"]


def mail_of(letter: Letter, *, sender: str, base_url: str) -> EmailMessage:
    """Return the mail; sent twice it is the same mail, by its id, and mail programs show it once."""
    return mail.plain_message(
        sender=sender,
        recipient=letter.address,
        subject=unlinked(subject_of(letter)),
        text=text_of(letter, base_url),
        message_id=message_id(letter, sender.rpartition("@")[2]),
    )


def daily_mail_of(daily: Daily, *, sender: str, base_url: str) -> EmailMessage:
    """Return the daily mail; sent twice it is the same mail too."""
    return mail.plain_message(
        sender=sender,
        recipient=daily.address,
        subject=f"Daily mail: {_count(daily)}",
        text=daily_text_of(daily, base_url),
        message_id=daily_id(daily, sender.rpartition("@")[2]),
    )


def subject_of(letter: Letter) -> str:
    """Return what happened to which inquiry, with what somebody called it in quotation marks."""
    return f"{letter.subject} (“{letter.title}”)" if letter.title else letter.subject


def _count(daily: Daily) -> str:
    messages, inquiries = len(daily.letters), list(dict.fromkeys(letter.reference for letter in daily.letters))
    what = "1 message" if messages == 1 else f"{messages} messages"
    if len(inquiries) > MOST_NAMED:
        return f"{what} about {len(inquiries)} inquiries"
    return f"{what} about {' and '.join(part for part in (', '.join(inquiries[:-1]), *inquiries[-1:]) if part)}"


def daily_id(daily: Daily, domain: str) -> str:
    """Return the id of a daily mail, by which it is known again should it come back."""
    return f"<{daily.made_at:%Y%m%d%H%M%S}.d{daily.id}@{domain}>"


def message_id(letter: Letter, domain: str) -> str:
    """Return the id of the mail, by which it is known again should it come back."""
    return f"<{letter.made_at:%Y%m%d%H%M%S}.{letter.delivery_id}@{domain}>"


def _printable(line: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in line)
