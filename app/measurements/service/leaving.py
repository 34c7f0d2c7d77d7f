"""Letting go of what was read from files that nobody has any more; a few thousand rows each time."""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.measurements import queries
from app.readers.version import READER_VERSION

REST = timedelta(days=1)  # a set that was asked for a moment ago is never dropped
OLD_REST = timedelta(days=30)  # of what an older reader read
AT_ONCE = 4  # batches of rows in one call

Named = Callable[[Session, frozenset[str]], frozenset[str]]


def drop_unused(db: Session, named: Named, *, now: datetime) -> None:
    """Drop sets of files that are named no more, and those of older readers; `named` says which digests still are."""
    left = AT_ONCE
    unused = queries.find_unused(db, before=now - REST)
    digests = frozenset(file.sha256 for found in unused for file in found.files)
    still = named(db, digests) if digests else frozenset()
    old = {found.id for found in queries.find_unused(db, before=now - OLD_REST)}
    for found in unused:
        is_old = found.reader_version < READER_VERSION and found.id in old
        if all(file.sha256 in still for file in found.files) and not is_old:
            continue
        while left and queries.drop_trials(db, found.id):
            left -= 1
        if not left:
            return
        queries.drop_some(db, [found.id])
