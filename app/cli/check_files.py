"""The files that a document names, out of a folder: read by the same readers, and judged by the same rules."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from app.rules.measured import Measured


def measured_in(folder: Path | None, document: Mapping[str, Any]) -> "Measured":
    """Return what the files of the folder say that the document names; those that are not there say nothing."""
    from app.cli.read import opened
    from app.inquiries.service.measuring import declared_in, group_size_in
    from app.measurements.fields import measured_of
    from app.measurements.service import read_through
    from app.readers.reading import Refused
    from app.rules.measured import NOTHING_MEASURED

    paths = [] if folder is None else list(_named(folder, document))
    if not paths:
        return NOTHING_MEASURED
    with opened(paths) as sources:
        try:
            outcome = read_through(sources, declared_in(document))
        except Refused as refusal:
            typer.echo(refusal.sentence, err=True)
            return NOTHING_MEASURED
    for sentence in outcome.left_out.values():
        typer.echo(f"Left out: {sentence}", err=True)
    return measured_of(outcome.facts, group_size=group_size_in(document))


def _named(folder: Path, document: Mapping[str, Any]) -> Iterator[Path]:
    """Yield the named files that lie in the folder itself; a name is never followed out of it."""
    from app.inquiries.service.measuring import names_in

    there = {path.name: path for path in folder.iterdir() if path.is_file()}
    yield from (there[name] for name in names_in(document) if name in there)
