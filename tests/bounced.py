"""Delivery status notifications as mail servers write them (RFC 3464), for mail that was really sent."""

from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

WORDS = "550 5.1.1 No such\n person here"
NOTE = """\
From: MAILER-DAEMON@mx.example.com
To: desk@example.org
Subject: Undelivered Mail Returned to Sender
{date}Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="part"

--part
Content-Type: text/plain; charset=us-ascii

Your message could not be delivered.

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com
Arrival-Date: Mon, 30 Nov 2026 14:22:05 +0000

Final-Recipient: rfc822; ada@example.com
{action}Status: 5.1.1
{code}
--part
Content-Type: {kind}

{returned}
--part--
"""


def bounce_of(
    mail: EmailMessage, *, at: datetime | None, action: str = "failed", words: str = WORDS, is_whole: bool = True
) -> bytes:
    """Return the notification that this mail came back."""
    headers = "\n".join(f"{name}: {value}" for name, value in mail.items())
    return NOTE.format(
        date="" if at is None else f"Date: {format_datetime(at)}\n",
        action=f"Action: {action}\n" if action else "",
        code=f"Diagnostic-Code: smtp; {words}\n" if words else "",
        kind="message/rfc822" if is_whole else "text/rfc822-headers",
        returned=f"{headers}\n\nBody of it.\n" if is_whole else headers + "\n",
    ).encode()
