"""What was asked to be changed, while it is being changed: which pages are open still, and which stayed the same."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from app.infra import canonical
from app.inquiries import queries
from app.inquiries.fields import SECTIONS
from app.inquiries.queries import Asked, Stored
from app.inquiries.service import drafts
from app.inquiries.tables import AnsweredAsk, Inquiry
from app.rules.workflow import State


def asked_of(db: Session, inquiry: Stored) -> tuple[Asked, ...]:
    """Return what the desk asked to be changed, in the order of the form; nothing once it is on its way again."""
    if inquiry.state is not State.RETURNED:
        return ()
    pages = list(SECTIONS)
    asked = [one for one in queries.list_asked(db, inquiry.number, inquiry.submissions) if one.section in SECTIONS]
    return tuple(sorted(asked, key=lambda one: pages.index(one.section)))


def answer_asks(db: Session, row: Inquiry, sections: Iterable[str], *, now: datetime) -> None:
    """Note that these pages were saved, where somebody had asked for a change of them."""
    if State(row.state) is not State.RETURNED:
        return
    waiting = {asked.section for asked in queries.list_asked(db, row.id, row.submissions) if not asked.is_answered}
    for section in sorted(waiting.intersection(sections)):
        db.add(AnsweredAsk(inquiry_id=row.id, version=row.submissions, section=section, at=now))
    db.flush()


def unchanged_asks(db: Session, inquiry: Stored, asked: Sequence[Asked]) -> frozenset[str]:
    """Return the pages whose change was asked for and whose answers are those of the version that came back."""
    if not asked:
        return frozenset()
    before = canonical.parse(queries.find_snapshot(db, inquiry.number, inquiry.submissions) or "{}")
    changed = drafts.changed_sections(before.get("document", {}), inquiry.document)
    return frozenset(ask.section for ask in asked if ask.section not in changed)
