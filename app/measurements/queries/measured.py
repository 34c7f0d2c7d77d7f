"""The facts of a set, in one query and without its rows: a page of an inquiry asks this each time."""

import json

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from app.measurements.fields import measured_of
from app.measurements.tables import ReadSet, ReadState
from app.rules.measured import Measured

_FACTS = select(ReadSet.facts).where(ReadSet.key == bindparam("key"), ReadSet.state == str(ReadState.READ))


def find_measured(db: Session, key: str, *, group_size: int | None) -> Measured | None:
    """Return what was read under this key; None while it is not read, or was refused."""
    facts = db.scalar(_FACTS, {"key": key})
    return None if facts is None else measured_of(json.loads(facts), group_size=group_size)
