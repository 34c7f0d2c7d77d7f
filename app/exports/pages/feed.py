"""What programs read: the scopes after a cursor, page by page, and from where to go on."""

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.exports import queries
from app.exports.queries import Entry, Span
from app.exports.service import acknowledged, spanned
from app.infra import canonical

FEED = "pilot-scopes/1"
Feed = tuple[Span, tuple[Entry, ...], bool]


def list_feed(db: Session, person: Person, since: int | None, limit: int) -> Feed:
    """Return the scopes after the cursor, by default after the acknowledged one; and whether there are more."""
    span = spanned(db, acknowledged(db, person) if since is None else since)
    found = tuple(queries.stream_entries(db, span, limit=limit + 1))
    return span, found[:limit], len(found) > limit


def feed_body(feed: Feed) -> bytes:
    """Return one page of the feed as canonical JSON; each scope in it is byte for byte a line of an export."""
    span, entries, has_more = feed
    cursor = entries[-1].seq if has_more else span.until
    around = {"count": len(entries), "cursor": cursor, "more": has_more, "schema": FEED, "since": span.since}
    texts = {key: canonical.canonical(value).decode() for key, value in around.items()}
    texts["scopes"] = "[" + ",".join(entry.text for entry in entries) + "]"
    return ("{" + ",".join(f'"{key}":{texts[key]}' for key in sorted(texts)) + "}").encode()
