"""`pilotdesk bounces`: reads mail that came back, and lets the inquiries say so."""

from pathlib import Path
from typing import Annotated

import typer

from app.cli.output import Format, FormatOption, print_json, print_lines
from app.infra import clock
from app.infra.errors import InvalidError

PathsArgument = Annotated[list[Path], typer.Argument(help="Mails as files, or folders of them, such as a Maildir.")]


def bounces(paths: PathsArgument, to: FormatOption = Format.TEXT) -> int:
    """Mark what came back as bounced. Reading a mail again changes nothing; mail that is no bounce is passed over."""
    from app.cli.setup import make_data_folder, migrate_database, opened, read_settings
    from app.notices import service

    mails = [mail for path in paths for mail in _mails(path)]
    settings = read_settings()
    make_data_folder(settings)
    migrate_database(settings)
    marked = []
    with opened(settings) as work:
        for mail in mails:
            bounce = service.read_bounce(mail.read_bytes())
            address = "" if bounce is None else work.write_now(service.note_bounce, bounce, now=clock.now())
            if address:
                marked.append({"file": str(mail), "address": address})
    if to is Format.JSON:
        print_json({"read": len(mails), "bounced": marked})
    else:
        print_lines(*(f"Bounced: {each['address']}, by {each['file']}" for each in marked))
        print_lines(f"{len(mails)} read, {len(marked)} of them new bounces of our mail.")
    return 0


def _mails(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise InvalidError(f"{path} is neither a file nor a folder.")
    inside = [path / name for name in ("new", "cur") if (path / name).is_dir()] or [path]
    return [each for folder in inside for each in sorted(folder.iterdir()) if each.is_file()]
