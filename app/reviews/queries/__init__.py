"""What the reviews room reads: decisions in the order of their commits, the queue, and one inquiry's reviews."""

from app.reviews.queries.cases import (
    Case,
    Earlier,
    Ended,
    Reviewed,
    find_case,
    find_interest,
    find_look,
    find_open_review,
    find_request,
    find_user,
    list_decided,
    list_earlier,
    list_reviews,
    lock_inquiry,
)
from app.reviews.queries.decisions import DecisionRow, last_seq, list_decisions, next_seq
from app.reviews.queries.queue import PAGE, QueueLine, Wanted, find_organisation, list_queue, may_be_judged

__all__ = [
    "PAGE",
    "Case",
    "DecisionRow",
    "Earlier",
    "Ended",
    "QueueLine",
    "Reviewed",
    "Wanted",
    "find_case",
    "find_interest",
    "find_look",
    "find_open_review",
    "find_organisation",
    "find_request",
    "find_user",
    "last_seq",
    "list_decided",
    "list_decisions",
    "list_earlier",
    "list_queue",
    "list_reviews",
    "lock_inquiry",
    "may_be_judged",
    "next_seq",
]
