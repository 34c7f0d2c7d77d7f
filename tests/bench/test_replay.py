"""How long ten thousand submitted versions take to be judged again; the aim is a minute. Run by `make bench`."""

import sys
import time
from datetime import datetime

import pytest
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from app.infra.work import Work
from app.inquiries.service.replaying import replay
from app.inquiries.tables import InquiryVersion
from tests import drafts, factories

pytestmark = [pytest.mark.seeded, pytest.mark.timeout(600)]
MANY = 10_000


def fill(db: Session, now: datetime) -> None:
    """Submit one of each example, and copy what was frozen until there are many."""
    customer = factories.stored_person(db, now=now)
    for name, kind in drafts.KINDS.items():
        drafts.submitted(db, customer, drafts.opened(db, customer, drafts.document(name), now=now, kind=kind), now=now)
    names = [column.name for column in InquiryVersion.__table__.columns if column.name != "id"]
    rows = [{name: getattr(row, name) for name in names} for row in db.scalars(select(InquiryVersion))]
    copies = [rows[each % len(rows)] | {"number": 2 + each} for each in range(MANY - len(rows))]
    db.execute(insert(InquiryVersion), copies)


def test_ten_thousand_versions_are_judged_again(work: Work, now: datetime) -> None:
    work.write_now(fill, now)
    began, busy = time.perf_counter(), time.process_time()
    turned = work.read_now(lambda db: [one for one in replay(db) if one.turns])
    took, busy = time.perf_counter() - began, time.process_time() - busy
    sys.stdout.write(f"\nreplay: {MANY} versions in {took:.1f} s, {busy:.1f} s of processor time\n")
    assert turned == []
