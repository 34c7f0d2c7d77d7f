"""Tokens for programs: only with scopes that open a door to the person whom the token acts for."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts import queries, service
from app.accounts.access.table import ACCESS
from app.accounts.service import SCOPES, NewToken
from app.infra.errors import InvalidError
from app.rules.workflow import Role

NOTHING = frozenset({"no", "refused"})


def scopes_of(role: Role) -> tuple[str, ...]:
    """Return the scopes that open at least one door to that role."""
    opened = {row.scope for row in ACCESS.values() if row.reach(role) not in NOTHING}
    return tuple(scope for scope in SCOPES if scope in opened)


def create_useful_token(db: Session, email: str, *, scopes: tuple[str, ...], days: int, now: datetime) -> NewToken:
    """Make an API token, unless a scope of it could never be used by that person."""
    user = queries.find_user(db, email)
    if user is not None:
        _insist_on_use(Role(user.role), scopes)
    return service.create_token(db, email, scopes=scopes, days=days, now=now)


def _insist_on_use(role: Role, scopes: tuple[str, ...]) -> None:
    useful = scopes_of(role)
    spare = sorted(set(scopes) & set(SCOPES) - set(useful))
    if not spare:
        return
    may = f"Scopes for that role: {', '.join(useful)}." if useful else "No scope opens anything for that role."
    raise InvalidError(
        f"{', '.join(spare)} would open nothing: the person's role is {role}. {may}", code="scope-unusable"
    )
