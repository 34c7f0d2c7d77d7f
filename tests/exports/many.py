"""Many approved scopes at once: copies of one that was approved through the services."""

from datetime import timedelta
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from app.inquiries.tables import Inquiry, InquiryVersion
from app.reviews.tables import Decision, DecisionCounter

CHUNK = 1000
SMALL_SNAPSHOT = '{"document":{"kind":"qwen-27b","title":"One of many"},"uploads":[]}'
SMALL_REPORT = '{"findings":[],"registry":{"revision":"r"},"ruleset":{"digest":"d","version":"v"}}'


def copies(db: Session, count: int, *, is_small: bool = False) -> None:
    """Make so many copies of the first inquiry, each approved."""
    inquiry, version, decision = (_row(db, table) for table in (Inquiry, InquiryVersion, Decision))
    if is_small:
        version["snapshot"] = SMALL_SNAPSHOT
        decision |= {"report": SMALL_REPORT, "reasons": "{}", "evidence": "[]"}
    for start in range(2, count + 2, CHUNK):
        numbers = range(start, min(start + CHUNK, count + 2))
        db.execute(insert(Inquiry), [{**inquiry, "id": n, "form_key": f"copy-{n}"} for n in numbers])
        db.execute(insert(InquiryVersion), [{**version, "id": n, "inquiry_id": n} for n in numbers])
        db.execute(insert(Decision), [{**decision, "id": n, "seq": n, "inquiry_id": n} for n in numbers])
    counter = db.get(DecisionCounter, 1)
    assert counter is not None
    counter.value = count + 1


def submitted(db: Session, count: int) -> None:
    """Make so many copies of the first inquiry, each waiting a minute less; all but the last say little."""
    inquiry, version = (_row(db, table) for table in (Inquiry, InquiryVersion))
    for start in range(2, count + 2, CHUNK):
        numbers = range(start, min(start + CHUNK, count + 2))
        later = {n: {"submitted_at": inquiry["submitted_at"] + timedelta(minutes=n)} for n in numbers}
        kept = {n: version["snapshot"] if n == count + 1 else SMALL_SNAPSHOT for n in numbers}
        db.execute(insert(Inquiry), [{**inquiry, "id": n, "form_key": f"copy-{n}", **later[n]} for n in numbers])
        db.execute(
            insert(InquiryVersion),
            [{**version, "id": n, "inquiry_id": n, "snapshot": kept[n], **later[n]} for n in numbers],
        )


def _row(db: Session, table: Any) -> dict[str, Any]:  # noqa: ANN401  a table of ours
    (row,) = db.execute(select(table.__table__)).mappings()
    return dict(row)
