"""Reading seeds: TOML files, one folder for each kind of record, judged as a whole before anything is kept.

TOML and not YAML: the same records took 9 ms with the standard library's reader and 170 ms with ruamel.yaml, and the
command `check` reads them each time. It is as easy to review, has dates of its own, and turns no word into a boolean.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from app.infra.errors import InvalidError
from app.registry.fields import Checkpoint, Claim, Kind, Records, Source, loose_ends

R = TypeVar("R", Checkpoint, Source, Claim, Kind)


def read_seeds(folder: Path) -> Records:
    """Return every record under `registry` in the folder of seeds.

    Raises:
        InvalidError: a file cannot be read, a record is not what it should be, or one refers to nothing. The sentence
            names the file and the record.
    """
    folder = folder / "registry"
    records = Records(
        checkpoints=_read(folder, "checkpoints", Checkpoint),
        sources=_read(folder, "sources", Source),
        claims=_read(folder, "claims", Claim),
        kinds=_read(folder, "kinds", Kind),
    )
    problems = list(loose_ends(records))
    if problems:
        raise InvalidError(f"The seeds in {folder} do not hang together. {' '.join(problems)}", code="seeds")
    return records


def _read(folder: Path, name: str, form: type[R]) -> tuple[R, ...]:
    files = sorted((folder / name).glob("*.toml"))
    if not files:
        raise InvalidError(f"There are no seeds in {folder / name}.", code="seeds")
    found = [_record(form, given, file) for file in files for given in _tables(file, name.removesuffix("s"))]
    return tuple(sorted(found, key=lambda record: record.id))


def _tables(file: Path, heading: str) -> Iterator[dict[str, Any]]:
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidError(f"{file} cannot be read: {error}.", code="seeds") from error
    tables = content.pop(heading, [])
    if content or not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise InvalidError(f"{file} may hold nothing but [[{heading}]] tables.", code="seeds")
    yield from tables


def _record(form: type[R], given: dict[str, Any], file: Path) -> R:
    try:
        return form.model_validate(given)
    except ValidationError as error:
        named = given.get("id", "without an id")
        raise InvalidError(f"{file}, record {named}: {'; '.join(_said(error))}.", code="seeds") from error


def _said(error: ValidationError) -> Iterator[str]:
    for each in error.errors(include_url=False):
        where = ".".join(str(part) for part in each["loc"])
        what = each["msg"].removeprefix("Value error, ")
        yield f"{where}: {what}" if where else what
