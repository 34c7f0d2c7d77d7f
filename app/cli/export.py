"""`pilotdesk export`: the approved scopes that are new or revoked since a cursor, as files with a manifest."""

import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.output import Format, FormatOption, heading, print_json, print_lines
from app.infra.errors import InvalidError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from sqlalchemy.orm import Session

    from app.exports.service import Bundle, Exported

MANIFEST = "manifest.json"

SinceOption = Annotated[int, typer.Option(min=0, help="The cursor of the last export; 0 is the beginning.")]
ToOption = Annotated[Path, typer.Option(file_okay=False, help="The folder that the files are written into.")]
KindOption = Annotated[str, typer.Option(help="jsonl or csv.")]
BomOption = Annotated[bool, typer.Option("--bom", help="Begin a CSV file with the mark that some spreadsheets need.")]


def export(
    since: SinceOption,
    to: ToOption,
    kind: KindOption = "jsonl",
    *,
    bom: BomOption = False,
    form: FormatOption = Format.TEXT,
) -> int:
    """Write what is new or revoked since the cursor, and say from where the next export goes on."""
    from app.cli.setup import has_database, opened, read_settings
    from app.exports import service
    from app.exports.service import Bundle, Kind

    if kind not in set(Kind):
        raise InvalidError(f"There is no kind {kind!r}; there are {' and '.join(Kind)}.")
    settings = read_settings()
    if not has_database(settings):
        raise InvalidError("There is no database here yet; `pilotdesk serve` makes one.")
    to.mkdir(parents=True, exist_ok=True)
    with opened(settings) as work, work.snapshot() as db:
        bundle = Bundle(service.spanned(db, since), Kind(kind), has_bom=bom)
        said = _write(db, bundle, to)
    text = (json.dumps(said.as_json(), indent=2) + "\n").encode()
    for name in (f"{bundle.name}.{MANIFEST}", MANIFEST):  # one beside each file, and the last one where it always was
        _replace(to / name, text)
    if form is Format.JSON:
        print_json(said.as_json())
    else:
        print_lines(*_sentences(said, to))
    return 0


def _write(db: "Session", bundle: "Bundle", to: Path) -> "Exported":
    """Write the file under another name first, so that half a file never looks like a whole one."""
    from app.exports import service

    part, whole = to / f".{bundle.name}.part", to / bundle.name
    expected, total = service.counted(db, bundle)
    digest, rows = hashlib.sha256(), -bundle.has_header
    try:
        with part.open("wb") as file, _progress(expected) as bar:
            for piece in service.stream(db, bundle):
                file.write(piece)
                digest.update(piece)
                rows += 1
                bar.update(1)
        if rows != expected:
            raise InvalidError(f"{rows} scopes were written and {expected} are there; nothing was kept.")
        part.replace(whole)
    finally:
        part.unlink(missing_ok=True)
    return service.manifest(bundle, count=rows, total=total, sha256=digest.hexdigest())


def _replace(path: Path, content: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


def _progress(length: int) -> "AbstractContextManager[Any]":
    return typer.progressbar(length=length, label="Scopes", file=sys.stderr, hidden=not sys.stderr.isatty())


def _sentences(said: "Exported", to: Path) -> list[str]:
    return [
        heading(f"{said.count} of {said.total} scopes, new or revoked since {said.since}", good=True),
        f"{to / said.name}  {said.sha256}",
        f"The next export goes on with --since {said.cursor}.",
    ]
