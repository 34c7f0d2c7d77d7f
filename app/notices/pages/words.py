"""How far a telling got, in words and shapes for people."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from app.notices.tables import Channel, DeliveryState

WAYS = {Channel.INBOX: "Inbox", Channel.MAIL: "Mail"}
MARKS = {
    DeliveryState.GATHERED: "in-progress",
    DeliveryState.QUEUED: "in-progress",
    DeliveryState.SENT: "done",
    DeliveryState.FAILED: "block",
    DeliveryState.BOUNCED: "block",
    DeliveryState.NOT_CONFIGURED: "not-checked",
}
STATES = {
    DeliveryState.GATHERED: "Waits for the daily mail",
    DeliveryState.QUEUED: "Waiting to be sent",
    DeliveryState.SENT: "Sent",
    DeliveryState.FAILED: "Failed",
    DeliveryState.BOUNCED: "Bounced: this address takes no mail",
    DeliveryState.NOT_CONFIGURED: "Not sent by mail",
}
IN_THE_INBOX = "In the inbox"
TRIED = "Failed so far, will be tried again"


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One message to one person by one way, or to the desk by both."""

    who: str
    about: str
    way: str
    mark: str
    state: str
    reason: str
    when: datetime
    resend_href: str  # nothing where there is nothing to send again


def state_words(channel: Channel, state: DeliveryState, tries: int) -> str:
    """Return how far it got; *sent* is what a mail server took, not what somebody read."""
    if channel is Channel.INBOX and state is DeliveryState.SENT:
        return IN_THE_INBOX
    if state is DeliveryState.QUEUED and tries:
        return TRIED
    return STATES[state]


def progress_of(counts: Mapping[DeliveryState, int]) -> str:
    """Say how many mails have gone, and what became of the others."""
    total = sum(counts.values())
    if not total:
        return ""
    sent = f"{counts.get(DeliveryState.SENT, 0)} of {total} {'mail' if total == 1 else 'mails'} sent"
    others = (
        (DeliveryState.QUEUED, "waiting"),
        (DeliveryState.GATHERED, "waiting for a daily mail"),
        (DeliveryState.FAILED, "failed"),
        (DeliveryState.BOUNCED, "bounced"),
        (DeliveryState.NOT_CONFIGURED, "not sent by mail, as no mail server is set up"),
    )
    return ", ".join([sent, *(f"{counts[state]} {words}" for state, words in others if counts.get(state))]) + "."
