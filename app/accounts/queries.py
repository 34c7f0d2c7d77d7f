"""Questions about people and sessions, answered with plain values."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, exists, false, or_, select
from sqlalchemy.orm import Session

from app.accounts.tables import ApiToken, HeldPost, LoginSession, MailComes, Organisation, SignInLink, User
from app.rules.workflow import Role

IDLE = timedelta(hours=24)  # a session nobody uses ends after this
LONGEST = timedelta(days=14)  # and every session after this
HELD_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Caller:
    """What a request says about who is asking: hashes, never the secrets themselves."""

    path: str = ""
    session: str = ""
    token: str = ""
    visitor: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Who is asking. A visitor has no id and no role; an API caller has scopes."""

    id: int | None = None
    email: str = ""
    name: str = ""
    role: Role | None = None
    organisation_id: int | None = None
    organisation: str = ""
    visitor: str = ""
    scopes: frozenset[str] | None = None
    session_id: int | None = None
    has_news: bool = False

    @property
    def role_name(self) -> str:
        """The role as it is kept, nothing for a visitor."""
        return "" if self.role is None else self.role.value

    def owns(self, organisation_id: int | None, visitor: str | None) -> bool:
        """Say whether a thing of that organisation, or of that visitor while it has none, is this person's."""
        if organisation_id is not None:
            return self.organisation_id == organisation_id
        return bool(self.visitor) and self.visitor == visitor


@dataclass(frozen=True, slots=True)
class Visit:
    """The person behind a request, and what the door needs to know of the session."""

    person: Person
    seen_at: datetime | None = None
    has_held: bool = False


@dataclass(frozen=True, slots=True)
class Credentials:
    """Whose password it would be, and its hash; empty where nobody has that address."""

    user_id: int = 0
    password_hash: str | None = None
    role: Role = Role.CUSTOMER


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One browser that is signed in."""

    id: int
    browser: str
    created_at: datetime
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One line of the list of people."""

    id: int
    email: str
    name: str
    role: Role
    organisation: str
    created_at: datetime
    disabled_at: datetime | None
    has_password: bool


# what a room above knows of unread messages, as a condition on `User`; asked in the question that finds the person,
# so that the navigation costs no statement of its own. Main registers it.
HAS_NEWS: list[ColumnElement[bool]] = []

_PERSON = (User.id, User.email, User.name, User.role, User.organisation_id, Organisation.name.label("organisation"))


def find_visit(db: Session, caller: Caller, now: datetime) -> Visit:
    """Return who is asking; without a live session or token that is a visitor."""
    if caller.token:
        return _by_token(db, caller.token, now) or Visit(Person())
    found = _by_session(db, caller, now) if caller.session else None
    return found or Visit(Person(visitor=caller.visitor))


def _by_session(db: Session, caller: Caller, now: datetime) -> Visit | None:
    held = exists().where(HeldPost.visitor == caller.visitor, HeldPost.path == caller.path)
    row = db.execute(
        select(
            *_PERSON,
            LoginSession.id.label("session_id"),
            LoginSession.seen_at,
            held.label("has_held"),
            or_(false(), *HAS_NEWS).label("has_news"),
        )
        .join(LoginSession, LoginSession.user_id == User.id)
        .outerjoin(Organisation, Organisation.id == User.organisation_id)
        .where(
            LoginSession.token_hash == caller.session,
            LoginSession.expires_at > now,
            LoginSession.seen_at > now - IDLE,
            User.disabled_at.is_(None),
        )
    ).one_or_none()
    if row is None:
        return None
    person = Person(**_known(row), visitor=caller.visitor, session_id=row.session_id, has_news=bool(row.has_news))
    return Visit(person, row.seen_at, row.has_held)


def _by_token(db: Session, token: str, now: datetime) -> Visit | None:
    row = db.execute(
        select(*_PERSON, ApiToken.scopes)
        .join(ApiToken, ApiToken.user_id == User.id)
        .outerjoin(Organisation, Organisation.id == User.organisation_id)
        .where(
            ApiToken.token_hash == token,
            ApiToken.expires_at > now,
            ApiToken.revoked_at.is_(None),
            User.disabled_at.is_(None),
        )
    ).one_or_none()
    if row is None:
        return None
    return Visit(Person(**_known(row), scopes=frozenset(row.scopes.split())))


def person_of(db: Session, user: User, *, visitor: str) -> Person:
    """Return the plain value of a person that was loaded."""
    organisation = None if user.organisation_id is None else db.get(Organisation, user.organisation_id)
    name = "" if organisation is None else organisation.name
    return Person(user.id, user.email, user.name, Role(user.role), user.organisation_id, name, visitor)


def _known(row: Any) -> dict[str, Any]:  # noqa: ANN401  rows of two shapes that both begin with _PERSON
    """Return what such a row says of the person."""
    return {
        "id": row.id,
        "email": row.email,
        "name": row.name,
        "role": Role(row.role),
        "organisation_id": row.organisation_id,
        "organisation": row.organisation or "",
    }


def find_held(db: Session, visitor: str, path: str, now: datetime) -> tuple[tuple[str, str], ...] | None:
    """Return what this browser sent to that path after its session had ended."""
    found = db.scalar(
        select(HeldPost.pairs).where(
            HeldPost.visitor == visitor, HeldPost.path == path, HeldPost.made_at > now - HELD_FOR
        )
    )
    return None if found is None else tuple((name, value) for name, value in json.loads(found))


def find_user(db: Session, email: str) -> User | None:
    """Return the person with that address; addresses are kept in lower case."""
    return db.scalar(select(User).where(User.email == email))


def find_user_by_id(db: Session, user_id: int | None, *, lock: bool = False) -> User | None:
    """Return that person; locked, so that two changes follow each other."""
    chosen = select(User).where(User.id == user_id)
    return db.scalar(chosen.with_for_update() if lock else chosen)


def find_mail_comes(db: Session, user_id: int | None) -> str:
    """Return how that person wants their mail."""
    return db.scalar(select(User.mail_comes).where(User.id == user_id)) or MailComes.AT_ONCE


def find_organisation(db: Session, name: str) -> Organisation | None:
    """Return the first organisation of that name."""
    return db.scalars(select(Organisation).where(Organisation.name == name).order_by(Organisation.id).limit(1)).first()


def find_credentials(db: Session, _person: Person, email: str) -> Credentials:
    """Return what a password is checked against; for an unknown address, one that nothing fits."""
    row = db.execute(select(User.id, User.password_hash, User.role).where(User.email == email)).one_or_none()
    return Credentials() if row is None else Credentials(row.id, row.password_hash, Role(row.role))


def find_link(db: Session, token_hash: str, now: datetime, *, lock: bool = False) -> SignInLink | None:
    """Return a sign-in link that still works."""
    chosen = (
        select(SignInLink)
        .join(User, User.id == SignInLink.user_id)
        .where(
            SignInLink.token_hash == token_hash,
            SignInLink.used_at.is_(None),
            SignInLink.expires_at > now,
            User.disabled_at.is_(None),
        )
    )
    return db.scalar(chosen.with_for_update(of=SignInLink) if lock else chosen)


def list_sessions(db: Session, user_id: int | None, now: datetime) -> list[SessionRow]:
    """Return the browsers in which this person is signed in, the latest first."""
    rows = db.execute(
        select(LoginSession.id, LoginSession.browser, LoginSession.created_at, LoginSession.seen_at)
        .where(LoginSession.user_id == user_id, LoginSession.expires_at > now, LoginSession.seen_at > now - IDLE)
        .order_by(LoginSession.seen_at.desc(), LoginSession.id.desc())
    )
    return [SessionRow(*row) for row in rows]


def list_people(db: Session) -> list[PersonRow]:
    """Return everybody, by address."""
    rows = db.execute(
        select(
            User.id,
            User.email,
            User.name,
            User.role,
            Organisation.name,
            User.created_at,
            User.disabled_at,
            User.password_hash.is_not(None),
        )
        .outerjoin(Organisation, Organisation.id == User.organisation_id)
        .order_by(User.email)
    )
    return [PersonRow(row[0], row[1], row[2], Role(row[3]), row[4] or "", row[5], row[6], row[7]) for row in rows]


def list_organisations(db: Session) -> tuple[tuple[int, str], ...]:
    """Return every organisation, by name."""
    rows = db.execute(select(Organisation.id, Organisation.name).order_by(Organisation.name, Organisation.id))
    return tuple((row.id, row.name) for row in rows)
