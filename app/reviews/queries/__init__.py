"""What the reviews room reads: decisions in the order of their commits, the queue, and one inquiry's reviews."""

from app.reviews.queries.decisions import DecisionRow, last_seq, list_decisions, next_seq

__all__ = ["DecisionRow", "last_seq", "list_decisions", "next_seq"]
