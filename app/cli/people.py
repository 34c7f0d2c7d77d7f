"""`pilotdesk user` and `pilotdesk token`: the first staff, a new way in, and keys for programs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from app.cli.output import Format, FormatOption, heading, print_json, print_lines
from app.infra import clock
from app.infra.errors import ConflictError, InvalidError, NotFoundError
from app.rules.workflow import Role

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

T = TypeVar("T")

user_app = typer.Typer(help="People who can sign in.", no_args_is_help=True)
token_app = typer.Typer(help="Keys for programs that use the JSON API.", no_args_is_help=True)

EmailOption = Annotated[str, typer.Option("--email", help="The person's e-mail address.")]
RoleOption = Annotated[Role, typer.Option("--role", help="What the person is on this desk.")]
OrganisationOption = Annotated[str, typer.Option("--organisation", help="Whom a customer files inquiries for.")]
UserOption = Annotated[str, typer.Option("--user", help="The e-mail address of the person whom the token acts for.")]
ScopeOption = Annotated[list[str], typer.Option("--scope", help="What the token may do; once for each scope.")]
DaysOption = Annotated[int, typer.Option("--days", help="For how many days the token is good.")]


@user_app.command("add")
def add_user(
    email: EmailOption, role: RoleOption, organisation: OrganisationOption = "", to: FormatOption = Format.TEXT
) -> int:
    """Add a person, and print a link with which they choose a password, once."""
    from app.accounts import forms

    address = email.strip().lower()
    if error := forms.email_error(address):
        raise InvalidError(error)

    def add(db: "Session") -> tuple[str, str]:
        from app.accounts import service

        service.add_user(db, email=address, role=role, organisation=organisation.strip(), now=clock.now())
        return service.make_link(db, address, now=clock.now())

    return _answer_link(add, address, to)


@user_app.command("link")
def make_link(email: EmailOption, to: FormatOption = Format.TEXT) -> int:
    """Print a new link for someone who has lost the first one, or the password."""
    address = email.strip().lower()

    def link(db: "Session") -> tuple[str, str]:
        from app.accounts import service

        return service.make_link(db, address, now=clock.now())

    return _answer_link(link, address, to)


@token_app.command("create")
def create_token(user: UserOption, scope: ScopeOption, days: DaysOption = 90, to: FormatOption = Format.TEXT) -> int:
    """Make an API token and print it, once."""

    def create(db: "Session") -> tuple[int, str, str]:
        from app.accounts.access import create_useful_token

        made = create_useful_token(db, user.strip().lower(), scopes=tuple(scope), days=days, now=clock.now())
        return made.id, made.token, made.expires_at.isoformat()

    answer = _in_database(create)
    if answer is None:
        return 1
    number, token, expires_at = answer[0]
    if to is Format.JSON:
        print_json({"token": token, "id": number, "expires_at": expires_at})
    else:
        print_lines(heading(token, good=True), f"Token {number}, good until {expires_at}. It is not shown again.")
    return 0


def _answer_link(make: "Callable[[Session], tuple[str, str]]", email: str, to: Format) -> int:
    answer = _in_database(make)
    if answer is None:
        return 1
    (token, role), base = answer
    link = f"{base}/link/{token}"
    if to is Format.JSON:
        print_json({"email": email, "role": role, "link": link})
    else:
        print_lines(heading(link, good=True), f"For {email} ({role}). It works once, within 24 hours.")
    return 0


def _in_database(do: "Callable[[Session], T]") -> tuple[T, str] | None:
    """Run it in one transaction; returns its answer and where the desk is, or None after saying why not."""
    from app.cli.setup import make_data_folder, migrate_database, opened, read_settings

    settings = read_settings()
    make_data_folder(settings)
    migrate_database(settings)
    base = settings.address
    with opened(settings) as work:
        try:
            return work.write_now(do), base
        except (ConflictError, NotFoundError) as refusal:
            typer.echo(refusal.sentence, err=True)
            return None
