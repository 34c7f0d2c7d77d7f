"""`pilotdesk demo`: fills an empty database with people and inquiries to try the desk with, and says how to sign in."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.cli.knowledge import SEEDS
from app.cli.output import Format, FormatOption, heading, print_json, print_lines

if TYPE_CHECKING:
    from app.cli.demo.filling import Filled

REFUSED = (
    "This database is not empty; the demonstration is only ever put into an empty one. Sign in with the passwords that "
    "the first run printed; to begin anew, stop the desk, remove {what} and run this again."
)


def demo(form: FormatOption = Format.TEXT) -> int:
    """Put the example organisations, people and inquiries into an empty database."""
    from app.cli.demo.filling import fill, is_empty
    from app.cli.demo.seeds import read_desk
    from app.cli.setup import make_data_folder, migrate_database, opened, read_settings
    from app.infra import clock
    from app.infra.files import Files
    from app.infra.passwords import Passwords

    settings = read_settings()
    make_data_folder(settings)
    migrate_database(settings)
    now = clock.now()
    with opened(settings) as work:
        if not work.read_now(is_empty):
            typer.echo(REFUSED.format(what="that database" if settings.database_url else settings.data), err=True)
            return 1
        desk = read_desk(SEEDS / "demo", today=now.date())
        passwords = Passwords(settings.password_cost)
        try:
            filled = work.write_now(fill, desk, Files(_uploads(settings.data)), passwords, now=now)
        finally:
            passwords.close()
    if form is Format.JSON:
        print_json(filled.as_json())
    else:
        print_lines(*_sentences(filled, settings.address))
    return 0


def _uploads(data: Path) -> Path:
    return data / "uploads"


def _sentences(filled: "Filled", address: str) -> list[str]:
    people = [
        f"  {person.role:<9} {person.email:<30} {person.password}   {person.organisation}".rstrip()
        for person in filled.people
    ]
    inquiries = [f"  {inquiry.reference}  {inquiry.state:<10} {inquiry.kind}" for inquiry in filled.inquiries]
    return [
        heading(f"Sign in on {address}/sign-in as any of these; the passwords are shown only now.", good=True),
        *people,
        "These inquiries are there:",
        *inquiries,
    ]
