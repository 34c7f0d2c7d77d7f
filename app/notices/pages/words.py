"""How far a telling got, in words and shapes for people."""

from app.notices.tables import Channel, DeliveryState

WAYS = {Channel.INBOX: "Inbox", Channel.MAIL: "Mail"}
MARKS = {
    DeliveryState.QUEUED: "in-progress",
    DeliveryState.SENT: "done",
    DeliveryState.FAILED: "block",
    DeliveryState.BOUNCED: "block",
    DeliveryState.NOT_CONFIGURED: "not-checked",
}
STATES = {
    DeliveryState.QUEUED: "Waiting to be sent",
    DeliveryState.SENT: "Sent",
    DeliveryState.FAILED: "Failed",
    DeliveryState.BOUNCED: "Bounced: this address takes no mail",
    DeliveryState.NOT_CONFIGURED: "Not sent: no mail server",
}
IN_THE_INBOX = "In the inbox"
TRIED = "Failed so far, will be tried again"


def state_words(channel: Channel, state: DeliveryState, tries: int) -> str:
    """Return how far it got; *sent* is what a mail server took, not what somebody read."""
    if channel is Channel.INBOX and state is DeliveryState.SENT:
        return IN_THE_INBOX
    if state is DeliveryState.QUEUED and tries:
        return TRIED
    return STATES[state]
