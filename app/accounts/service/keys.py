"""Sign-in links and API tokens: shown once, kept as hashes, each with an end."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.accounts import queries
from app.accounts.queries import Person
from app.accounts.service.sessions import end_all_sessions, start_session
from app.accounts.tables import ApiToken, SignInLink, User
from app.audit import service as audit
from app.infra.errors import InvalidError, NotFoundError
from app.infra.security import hash_token, random_token

SCOPES = ("inquiries:read", "inquiries:write", "inquiries:submit", "reviews:decide", "waivers:read", "scopes:read")
LINK_FOR = timedelta(hours=24)
MOST_DAYS = 366
PREFIX = "pd_"


@dataclass(frozen=True, slots=True)
class NewToken:
    """An API token at the only moment when it can be read."""

    id: int
    token: str
    expires_at: datetime


def make_link(db: Session, email: str, *, now: datetime) -> tuple[str, str]:
    """Make a one-time sign-in link for that person; returns its token and the person's role."""
    user = _enabled(db, email)
    token = random_token()
    db.add(SignInLink(user_id=user.id, token_hash=hash_token(token), created_at=now, expires_at=now + LINK_FOR))
    audit.record(db, at=now, actor_id=None, verb="make sign-in link", subject=f"user:{user.id}")
    return token, user.role


def use_link(  # noqa: PLR0913  the link, the password and who uses them
    db: Session, person: Person, token: str, *, password_hash: str, browser: str, now: datetime
) -> str:
    """Set the password, end the link and every session, and sign the person in; returns the session's token."""
    link = queries.find_link(db, hash_token(token), now, lock=True)
    user = None if link is None else queries.find_user_by_id(db, link.user_id, lock=True)
    if link is None or user is None:
        raise NotFoundError("This link has been used or has ended. Ask for a new one.")
    link.used_at = now
    user.password_hash = password_hash
    end_all_sessions(db, user.id)
    audit.record(db, at=now, actor_id=user.id, role=user.role, verb="use sign-in link", subject=f"user:{user.id}")
    return start_session(db, person, user, browser=browser, now=now)


def create_token(db: Session, email: str, *, scopes: tuple[str, ...], days: int, now: datetime) -> NewToken:
    """Make an API token for that person, for these scopes and days."""
    if unknown := sorted(set(scopes) - set(SCOPES)):
        raise InvalidError(f"There is no scope {', '.join(unknown)}; the scopes are {', '.join(SCOPES)}.")
    if not scopes:
        raise InvalidError(f"Name at least one scope: {', '.join(SCOPES)}.")
    if not 1 <= days <= MOST_DAYS:
        raise InvalidError(f"A token is good for 1 to {MOST_DAYS} days.")
    user = _enabled(db, email)
    token = PREFIX + random_token()
    made = ApiToken(
        user_id=user.id,
        prefix=token[: len(PREFIX) + 8],
        token_hash=hash_token(token),
        scopes=" ".join(sorted(set(scopes))),
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    db.add(made)
    db.flush()
    detail: dict[str, object] = {"user": user.id, "scopes": made.scopes, "days": days}
    audit.record(db, at=now, actor_id=None, verb="create token", subject=f"token:{made.id}", detail=detail)
    return NewToken(made.id, token, made.expires_at)


def _enabled(db: Session, email: str) -> User:
    user = queries.find_user(db, email)
    if user is None or user.disabled_at is not None:
        raise NotFoundError(f"Nobody with the address {email} can sign in here.")
    return user
