"""Keeping which rules stopped an inquiry. The row of the inquiry is locked by then, so that nobody counts beside."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.inquiries import queries
from app.inquiries.tables import Stop
from app.rules.finding import Report


def note_stops(db: Session, number: int, version: int, report: Report, *, now: datetime) -> None:
    """Keep the rules that kept the gate shut, each once for this version, with how often and when last."""
    rules = {finding.rule for finding in report.findings if finding.refuses}
    if not rules:
        return
    known = queries.list_stops_of(db, number, version, report.gate)
    for rule in sorted(rules):
        stop = known.get(rule)
        if stop is None:
            db.add(Stop(inquiry_id=number, version=version, gate=str(report.gate), rule=rule, at=now, times=1))
        else:
            stop.at, stop.times = now, stop.times + 1
    db.flush()
