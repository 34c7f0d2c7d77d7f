"""Rows and values with defaults that are valid: plain functions, so that a test names only what it is about."""

import itertools
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.accounts.tables import LoginSession, Organisation, User
from app.infra.security import hash_token, random_token
from app.rules.workflow import Role

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person with a session: who it is, and the token that their browser holds."""

    person: Person
    token: str


def stored_organisation(db: Session, name: str = "Example Ltd", *, now: datetime) -> int:
    """Return the id of the organisation of that name; made where there is none yet."""
    found = db.scalar(select(Organisation.id).where(Organisation.name == name))
    if found is not None:
        return found
    row = Organisation(name=name, created_at=now)
    db.add(row)
    db.flush()
    return row.id


def stored_person(
    db: Session, role: Role = Role.CUSTOMER, *, now: datetime, organisation: str = "Example Ltd", email: str = ""
) -> Person:
    """Return a new person; only customers belong to an organisation."""
    name = organisation if role is Role.CUSTOMER else ""
    organisation_id = stored_organisation(db, name, now=now) if name else None
    row = User(
        email=email or f"{role}-{next(_numbers)}@example.com",
        name=f"A {role}",
        role=str(role),
        organisation_id=organisation_id,
        password_hash=None,
        created_at=now,
    )
    db.add(row)
    db.flush()
    return Person(row.id, row.email, row.name, role, organisation_id, name)


def stored_session(db: Session, user_id: int, *, now: datetime) -> str:
    """Return the token of a new session of that person."""
    token = random_token()
    row = LoginSession(
        user_id=user_id,
        token_hash=hash_token(token),
        browser="a test",
        created_at=now,
        seen_at=now,
        expires_at=now + timedelta(days=1),
    )
    db.add(row)
    return token


def signed_in(db: Session, role: Role = Role.CUSTOMER, *, now: datetime, organisation: str = "Example Ltd") -> SignedIn:
    """Return a new person who is signed in."""
    person = stored_person(db, role, now=now, organisation=organisation)
    assert person.id is not None
    return SignedIn(person, stored_session(db, person.id, now=now))
