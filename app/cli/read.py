"""`pilotdesk read`: what uploaded runs hold, for people who will not upload anything."""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import overlaps
from app.cli.output import Format, FormatOption, heading, print_json, print_lines
from app.infra.errors import InvalidError

if TYPE_CHECKING:
    from app.readers.reading import Options
    from app.readers.source import Source
    from app.readers.summary import Summary

POLICIES = ("reject", "drop", "rerun")
LONG = 32 * 1024 * 1024  # bytes from which a person waits and wants to see why

FileArguments = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of runs, or folders of them.")]
ThresholdOption = Annotated[float | None, typer.Option(help="From which reward or score a result is accepted.")]
ScorerOption = Annotated[str | None, typer.Option(help="The score to read, where a file has several.")]
PolicyOption = Annotated[
    str | None, typer.Option(metavar="reject|drop|rerun", help="What a row without a verdict counts as.")
]


def read(
    paths: FileArguments,
    threshold: ThresholdOption = None,
    scorer: ScorerOption = None,
    policy: PolicyOption = None,
    form: FormatOption = Format.TEXT,
) -> int:
    """Say what files of runs hold: rows, tasks, verdicts, usage, and what they cannot prove."""
    from app.readers.files import read_files
    from app.readers.reading import Refused
    from app.readers.summary import summarise

    options = options_of(threshold, scorer, policy)
    with opened(paths) as sources:
        try:
            readings = read_files(sources, options)
            summary = summarise(readings, policy=policy)
            overlap = overlaps.overlap_of(readings)
        except Refused as refusal:
            raise InvalidError(refusal.sentence) from None
    if form is Format.JSON:
        print_json({**summary.as_json(), **({"overlap": overlaps.as_json(overlap)} if overlap else {})})
    else:
        print_lines(*_sentences(summary), *(overlaps.sentences(overlap) if overlap else ()))
    return 0


def options_of(threshold: float | None, scorer: str | None, policy: str | None) -> "Options":
    """Return what was declared on the command line; an unknown policy is refused."""
    from app.readers.reading import Options

    if policy is not None and policy not in POLICIES:
        raise InvalidError(f"There is no policy {policy!r}; there are {', '.join(POLICIES)}.")
    if threshold is not None and not math.isfinite(threshold):
        raise InvalidError("The threshold has to be a number.")
    return Options(threshold=threshold, scorer=scorer, policy=policy)


@contextmanager
def opened(paths: Sequence[Path], *, long: int = LONG) -> "Iterator[list[Source]]":
    """Give these files, and those of these folders, to the readers; at a terminal, long work shows a bar."""
    files = [file for path in paths for file in _files(path)]
    size = sum(file.size for file in files)
    # each file is read twice: once for its digest, once for its rows
    is_hidden = size < long or not sys.stderr.isatty()
    with typer.progressbar(length=2 * size, label="Reading", file=sys.stderr, hidden=is_hidden) as bar:
        yield [file.source(bar.update) for file in files]


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    name: str  # that it is shown by
    size: int
    is_optional: bool

    def source(self, advance: Callable[[int], None]) -> "Source":
        from app.readers.source import of_path

        return of_path(self.name, self.path, self.size, advance, is_optional=self.is_optional)


def _files(path: Path) -> Iterator[_File]:
    """Yield the file, or those of the folder by their paths inside it; these are left out where they are no runs."""
    try:
        if not path.is_dir():
            yield _File(path, path.name, path.stat().st_size, is_optional=False)
            return
    except OSError as error:
        raise InvalidError(f"The file {path} cannot be read: {error.strerror}.") from None
    found = sorted(file for file in path.rglob("*") if file.is_file() and not file.is_symlink())
    if not found:
        raise InvalidError(f"There is no file in the folder {path}.")
    for file in found:
        yield _File(file, str(file.relative_to(path)), file.stat().st_size, is_optional=True)


def _sentences(summary: "Summary") -> Iterator[str]:
    for file in summary.files:
        yield f"{file.name}: {file.format}, {file.size:,} bytes, SHA-256 {file.sha256}"
    yield heading(f"{summary.rows:,} rows of {summary.tasks:,} tasks", good=summary.rows > 0)
    if summary.repeats:
        fewest, most = summary.repeats
        yield f"Attempts at each task: {fewest}" if fewest == most else f"Attempts at each task: {fewest} to {most}"
    yield f"Accepted {summary.accepted:,}, rejected {summary.rejected:,}, no verdict {summary.no_verdict:,}"
    yield f"Rate among graded rows {_rate(summary.graded_only)}, among all rows {_rate(summary.of_all)}"
    yield f"Rows that say how many tokens they took: {summary.usage_known:,}"
    yield f"Model: {summary.model_name or 'not known'}, revision {summary.model_revision or 'not known'}"
    for remark in summary.remarks:
        yield f"- {remark.sentence}"


def _rate(rate: float | None) -> str:
    return "not known" if rate is None else f"{rate:.4f}"
