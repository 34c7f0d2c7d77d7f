"""What the pages of this room show; each page its own frozen value."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts import queries
from app.accounts.forms import SHORTEST_PASSWORD, Field, SignIn, SignUp
from app.accounts.queries import Person, PersonRow
from app.accounts.tables import MailComes
from app.infra.errors import NotFoundError
from app.infra.security import hash_token

WRONG = "This e-mail address and password do not go together."
PASSWORD_HINT = f"At least {SHORTEST_PASSWORD} characters, of any kind. Several words are good."
Problems = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SignInPage:
    """Coming in."""

    email: Field
    password: Field
    after: str
    problems: Problems = ()


@dataclass(frozen=True, slots=True)
class SignUpPage:
    """Making an account."""

    email: Field
    name: Field
    organisation: Field
    password: Field
    after: str
    problems: Problems = ()


@dataclass(frozen=True, slots=True)
class SessionLine:
    """One browser in which the person is signed in."""

    id: int
    browser: str
    created_at: datetime
    seen_at: datetime
    is_this: bool


@dataclass(frozen=True, slots=True)
class AccountPage:
    """One's own account."""

    name: str
    email: str
    role: str
    organisation: str
    sessions: tuple[SessionLine, ...]
    mails: Field
    has_mail: bool

    @property
    def has_others(self) -> bool:
        """Whether there is another session to end."""
        return any(not line.is_this for line in self.sessions)


@dataclass(frozen=True, slots=True)
class PasswordPage:
    """Changing the password."""

    current: Field
    new: Field
    email: str
    problems: Problems = ()


@dataclass(frozen=True, slots=True)
class LinkPage:
    """Choosing a password behind a one-time link."""

    email: str
    new: Field
    action: str
    problems: Problems = ()


@dataclass(frozen=True, slots=True)
class PersonLine:
    """One line of the list of people, and what can be done there."""

    row: PersonRow
    state: str
    is_self: bool

    @property
    def changes(self) -> tuple[tuple[str, str, str], ...]:
        """The buttons: value, words, kind."""
        end = ("end-sessions", "End sessions", "plain")
        if self.row.disabled_at:
            return (("enable", "Enable", "plain"),)
        return (end,) if self.is_self else (end, ("disable", "Disable", "danger"))


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Everybody who has an account."""

    people: tuple[PersonLine, ...]
    organisations: tuple[tuple[int, str], ...]


def sign_in_page(typed: SignIn, *, is_refused: bool = False) -> SignInPage:
    """Show the form, as it was typed, but never the password."""
    return SignInPage(
        Field("email", "E-mail address", value=typed.email, autocomplete="username"),
        Field("password", "Password"),
        typed.after,
        ((WRONG, "#email"),) if is_refused else (),
    )


def sign_up_page(typed: SignUp, errors: dict[str, str]) -> SignUpPage:
    """Show the form with what has to be changed."""

    def one(name: str, label: str, value: str, hint: str = "", autocomplete: str = "") -> Field:
        return Field(name, label, hint, value, (errors[name],) if name in errors else (), autocomplete)

    return SignUpPage(
        one("email", "E-mail address", typed.email, autocomplete="email"),
        one("name", "Your name", typed.name, autocomplete="name"),
        one(
            "organisation",
            "Organisation",
            typed.organisation,
            "Inquiries belong to the organisation. To join one that is here already, ask the desk.",
            "organization",
        ),
        one("password", "Password", "", PASSWORD_HINT),
        typed.after,
        tuple((sentence, f"#{name}") for name, sentence in errors.items()),
    )


def account_page(
    db: Session, person: Person, *, now: datetime, has_mail: bool = False, daily_mail_hour: int = 0
) -> AccountPage:
    """Collect one's own account; the others say whether mail is sent here, and at which hour the daily one."""
    sessions = tuple(
        SessionLine(
            row.id, row.browser or "A browser without a name", row.created_at, row.seen_at, row.id == person.session_id
        )
        for row in queries.list_sessions(db, person.id, now)
    )
    mails = Field(
        "mails",
        "How do you want to be told by mail?",
        "Your inbox on this site has every message at once, either way.",
        value=queries.find_mail_comes(db, person.id),
        choices=(
            (MailComes.AT_ONCE.value, "A mail for each message, at once"),
            (MailComes.DAILY.value, f"One mail a day, at {daily_mail_hour:02}:00 UTC; none on a day without messages"),
        ),
    )
    return AccountPage(person.name, person.email, person.role_name, person.organisation, sessions, mails, has_mail)


def password_page(person: Person, errors: dict[str, str]) -> PasswordPage:
    """Show the form for a new password; nothing typed is shown again."""

    def one(name: str, label: str, hint: str = "") -> Field:
        return Field(name, label, hint, errors=(errors[name],) if name in errors else ())

    return PasswordPage(
        one("current", "Current password"),
        one("new", "New password", PASSWORD_HINT),
        person.email,
        tuple((sentence, f"#{name}") for name, sentence in errors.items()),
    )


def link_page(db: Session, _person: Person, token: str, *, now: datetime, error: str = "") -> LinkPage:
    """Show whose link it is, while it works."""
    link = queries.find_link(db, hash_token(token), now)
    user = None if link is None else queries.find_user_by_id(db, link.user_id)
    if user is None:
        raise NotFoundError("This link has been used or has ended. Ask for a new one.")
    new = Field("new", "New password", PASSWORD_HINT, errors=(error,) if error else ())
    return LinkPage(user.email, new, f"/link/{token}", ((error, "#new"),) if error else ())


def people_page(db: Session, person: Person) -> PeoplePage:
    """Collect everybody."""
    lines = tuple(PersonLine(row, _state(row), row.id == person.id) for row in queries.list_people(db))
    return PeoplePage(lines, queries.list_organisations(db))


def _state(row: PersonRow) -> str:
    if row.disabled_at:
        return "Disabled"
    return "Can sign in" if row.has_password else "Has not chosen a password yet"
