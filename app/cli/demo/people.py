"""Makes the people of the demonstration, each with a password that is shown once."""

import asyncio
import secrets
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts import queries, service
from app.accounts.queries import Person
from app.cli.demo.seeds import Someone
from app.infra.passwords import Passwords

BROWSER = "the demonstration"


def make_person(db: Session, someone: Someone, passwords: Passwords, *, now: datetime) -> tuple[Person, str]:
    """Return the person, and the password."""
    password = secrets.token_urlsafe(9)
    role = someone.role
    service.add_user(db, email=someone.email, name=someone.name, role=role, organisation=someone.organisation, now=now)
    link, _ = service.make_link(db, someone.email, now=now)
    hashed = asyncio.run(passwords.hash(password))
    service.use_link(db, Person(), link, password_hash=hashed, browser=BROWSER, now=now)
    user = queries.find_user(db, someone.email)
    if user is None:
        raise RuntimeError("the person who was just made is not there")
    person = queries.person_of(db, user, visitor="")
    service.end_other_sessions(db, person, now=now)
    return person, password
