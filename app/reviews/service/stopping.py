"""Keeping what stood in the way of an approval when an inquiry was given back."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.inquiries import service as inquiries
from app.registry.queries import load_facts
from app.reviews.queries import Case
from app.rules.finding import Gate


def note_obstacles(db: Session, case: Case, *, now: datetime) -> None:
    """Keep the rules that would refuse approval now, as if it had been tried; the page offers no button for that."""
    today, waivers = inquiries.today_of(now), inquiries.waivers_of(db, case.number)
    body = case.body
    measured = inquiries.measured_then(db, body)
    report = inquiries.check_document(body["document"], Gate.COMMIT, today, load_facts(db), waivers, measured=measured)
    inquiries.note_stops(db, case.number, case.version, report, now=now)
