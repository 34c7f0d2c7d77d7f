"""Coming in and going out. A session is a row that can be ended, and its token is new at every sign-in."""

from datetime import datetime
from typing import Protocol

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from app.accounts import queries
from app.accounts.queries import LONGEST, Person
from app.accounts.service.held import drop_held
from app.accounts.tables import LoginSession, User
from app.audit import service as audit
from app.infra.errors import NotFoundError
from app.infra.security import hash_token, random_token


class Welcome(Protocol):
    """What a higher floor wants done for who has just come in, in the same transaction."""

    def __call__(self, db: Session, person: Person, /, *, now: datetime) -> None:
        """Do it."""


ON_SIGN_IN: list[Welcome] = []  # filled by main
LONGEST_BROWSER = 200


def sign_in(  # noqa: PLR0913  whose password was checked, and where the person comes in
    db: Session, person: Person, user_id: int, *, password_hash: str, browser: str, now: datetime
) -> str | None:
    """Start a session for the person whose password was checked against this hash a moment ago.

    Returns None where the password was changed or the person disabled in that moment.
    """
    user = queries.find_user_by_id(db, user_id, lock=True)
    if user is None or user.disabled_at is not None or user.password_hash != password_hash:
        return None
    return start_session(db, person, user, browser=browser, now=now)


def start_session(db: Session, visitor: Person, user: User, *, browser: str, now: datetime) -> str:
    """Start a new session and end the one that this browser had; returns the token, which is kept as a hash only."""
    if visitor.session_id is not None:
        db.execute(delete(LoginSession).where(LoginSession.id == visitor.session_id))
    token = random_token()
    db.add(
        LoginSession(
            user_id=user.id,
            token_hash=hash_token(token),
            browser=browser[:LONGEST_BROWSER],
            created_at=now,
            seen_at=now,
            expires_at=now + LONGEST,
        )
    )
    audit.record(db, at=now, actor_id=user.id, role=user.role, verb="sign in", subject=f"user:{user.id}")
    signed_in = queries.person_of(db, user, visitor=visitor.visitor)
    for do in ON_SIGN_IN:
        do(db, signed_in, now=now)
    return token


def sign_out(db: Session, person: Person, *, now: datetime) -> None:
    """End this session, and forget what this browser had sent without one."""
    drop_held(db, person.visitor)
    if person.session_id is not None:
        end_session(db, person, person.session_id, now=now)


def end_session(db: Session, person: Person, session_id: int, *, now: datetime) -> None:
    """End one of the person's own sessions."""
    chosen = delete(LoginSession).where(LoginSession.id == session_id, LoginSession.user_id == person.id)
    if db.execute(chosen.returning(LoginSession.id)).one_or_none() is None:
        raise NotFoundError
    verb = "sign out" if session_id == person.session_id else "end session"
    _record(db, person, verb, f"session:{session_id}", now)


def end_other_sessions(db: Session, person: Person, *, now: datetime) -> int:
    """End every session of the person but this one; returns how many there were."""
    chosen = delete(LoginSession).where(LoginSession.user_id == person.id, LoginSession.id != person.session_id)
    ended = len(db.execute(chosen.returning(LoginSession.id)).all())
    _record(db, person, "end other sessions", f"user:{person.id}", now)
    return ended


def end_all_sessions(db: Session, user_id: int, *, but: int | None = None) -> None:
    """End the sessions of someone whose password changed or who may no longer come in; the deed itself is recorded."""
    chosen = delete(LoginSession).where(LoginSession.user_id == user_id)
    db.execute(chosen if but is None else chosen.where(LoginSession.id != but))


def note_seen(db: Session, session_id: int, *, now: datetime) -> None:
    """Keep that the session is in use."""
    db.execute(update(LoginSession).where(LoginSession.id == session_id).values(seen_at=now))


def _record(db: Session, person: Person, verb: str, subject: str, now: datetime) -> None:
    audit.record(db, at=now, actor_id=person.id, role=person.role_name, verb=verb, subject=subject)
