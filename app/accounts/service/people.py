"""Who exists here: signing up, being added, being disabled, changing the password."""

from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts import queries
from app.accounts.queries import Person
from app.accounts.service.sessions import end_all_sessions, start_session
from app.accounts.tables import MailComes, Organisation, User
from app.audit import service as audit
from app.infra.errors import ConflictError, InvalidError, NotFoundError
from app.rules.workflow import Role

CHANGES = ("disable", "enable", "end-sessions")


def sign_up(  # noqa: PLR0913  what the form asks for
    db: Session,
    person: Person,
    *,
    email: str,
    name: str,
    organisation: str,
    password_hash: str,
    browser: str,
    now: datetime,
) -> str | None:
    """Make an organisation with its first customer and sign them in; None where the address has an account."""
    if queries.find_user(db, email) is not None:
        return None
    try:
        with db.begin_nested():  # someone else may take the address at this moment
            user = _make_user(db, email, name, Role.CUSTOMER, _make_organisation(db, organisation, now), now)
    except IntegrityError:
        return None
    user.password_hash = password_hash
    audit.record(db, at=now, actor_id=user.id, role=user.role, verb="sign up", subject=f"user:{user.id}")
    return start_session(db, person, user, browser=browser, now=now)


def add_user(  # noqa: PLR0913  one row
    db: Session, *, email: str, role: Role, organisation: str, now: datetime, name: str = ""
) -> int:
    """Add a person without a password, by command; a link lets them choose one."""
    if queries.find_user(db, email) is not None:
        raise ConflictError(f"{email} has an account already.")
    if role is Role.CUSTOMER and not organisation:
        raise InvalidError("A customer needs an organisation.")
    place = queries.find_organisation(db, organisation) if organisation else None
    if organisation and place is None:
        place = _make_organisation(db, organisation, now)
    user = _make_user(db, email, name, role, place, now)
    detail: dict[str, object] = {"role": role.value}
    audit.record(db, at=now, actor_id=None, verb="add user", subject=f"user:{user.id}", detail=detail)
    return user.id


def change_password(db: Session, person: Person, *, old_hash: str, new_hash: str, now: datetime) -> None:
    """Set the new password, if the old one is still the one that was checked; every other session ends."""
    user = queries.find_user_by_id(db, person.id, lock=True)
    if user is None or user.password_hash != old_hash:
        raise ConflictError("The password was changed in the meantime. Sign in again.")
    user.password_hash = new_hash
    end_all_sessions(db, user.id, but=person.session_id)
    audit.record(
        db, at=now, actor_id=person.id, role=person.role_name, verb="change password", subject=f"user:{user.id}"
    )


def choose_mails(db: Session, person: Person, choice: str, *, now: datetime) -> MailComes:
    """Let this person's own mail come at once or gathered from now on; what waits already comes as it was to come."""
    if choice not in set(MailComes):
        raise InvalidError("Choose how mail is to come.", code="no-such-choice")
    user = queries.find_user_by_id(db, person.id, lock=True)
    if user is None:
        raise NotFoundError
    chosen = MailComes(choice)
    user.mail_comes = chosen.value
    detail: dict[str, object] = {"mail": chosen.value}
    audit.record(
        db,
        at=now,
        actor_id=person.id,
        role=person.role_name,
        verb="choose how mail comes",
        subject=f"user:{user.id}",
        detail=detail,
    )
    return chosen


def change_person(db: Session, person: Person, user_id: int, change: str, *, now: datetime) -> User:
    """Disable or enable someone, or end their sessions. A disabled person's sessions, tokens and links fail at once."""
    user = queries.find_user_by_id(db, user_id, lock=True)
    if user is None:
        raise NotFoundError
    if change not in CHANGES:
        raise InvalidError("Choose what is to be done with this person.")
    if user.id == person.id and change == "disable":
        raise ConflictError("You cannot disable yourself: nobody might be left to undo it.")
    if change == "disable" and user.disabled_at is None:
        user.disabled_at, user.disabled_by_id = now, person.id
    if change == "enable":
        user.disabled_at = user.disabled_by_id = None
    if change != "enable":
        end_all_sessions(db, user.id, but=person.session_id)
    audit.record(db, at=now, actor_id=person.id, role=person.role_name, verb=change, subject=f"user:{user.id}")
    return user


def move_person(db: Session, person: Person, user_id: int, organisation_id: int, *, now: datetime) -> User:
    """Let someone belong to another organisation; what they did for the old one stays there, under their name."""
    user = queries.find_user_by_id(db, user_id, lock=True)
    if user is None:
        raise NotFoundError
    place = db.get(Organisation, organisation_id)
    if place is None:
        raise InvalidError("Choose the organisation that this person is to belong to.", code="no-such-organisation")
    detail: dict[str, object] = {"from": user.organisation_id, "to": place.id}
    user.organisation_id = place.id
    audit.record(
        db,
        at=now,
        actor_id=person.id,
        role=person.role_name,
        verb="move",
        subject=f"user:{user.id}",
        detail=detail,
    )
    return user


def _make_organisation(db: Session, name: str, now: datetime) -> Organisation:
    made = Organisation(name=name, created_at=now)
    db.add(made)
    db.flush()
    return made


def _make_user(  # noqa: PLR0913, PLR0917  one row
    db: Session, email: str, name: str, role: Role, organisation: Organisation | None, now: datetime
) -> User:
    place = None if organisation is None else organisation.id
    made = User(email=email, name=name, role=role.value, organisation_id=place, created_at=now)
    db.add(made)
    db.flush()
    return made
