"""Keys of programs: a call repeated under the same key is answered again and carried out once."""

from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.infra import canonical
from app.infra.errors import ConflictError, InvalidError
from app.inquiries import queries
from app.inquiries.tables import IdempotencyKey

LONGEST = 255
REUSED = "This key was used for another request. Take a new key for a new request."


def digest_of(*request: object) -> str:
    """Return the digest by which a repeated request is known."""
    return canonical.digest(list(request))


def answered(db: Session, organisation_id: int, key: str, request_digest: str) -> IdempotencyKey | None:
    """Return what this key stood for; refuse where it stood for another request."""
    if not key:
        return None
    if len(key) > LONGEST or not key.isprintable():
        raise InvalidError(f"An Idempotency-Key is up to {LONGEST} visible characters.", code="idempotency-key")
    known = queries.find_key(db, organisation_id, key)
    if known is not None and known.request_digest != request_digest:
        raise ConflictError(REUSED, code="idempotency-key-reused")
    return known


def remember(  # noqa: PLR0913  one row of the table
    db: Session, organisation_id: int, key: str, request_digest: str, *, inquiry: int, number: int | None, now: datetime
) -> None:
    """Keep what this key stood for, in the transaction that carried it out."""
    if not key:
        return
    row = IdempotencyKey(
        organisation_id=organisation_id,
        key=key,
        request_digest=request_digest,
        inquiry_id=inquiry,
        number=number,
        made_at=now,
    )
    try:
        with db.begin_nested():
            db.add(row)
    except IntegrityError:  # another request took the key at the same moment; all that was done here is undone
        raise ConflictError(REUSED, code="idempotency-key-reused") from None
