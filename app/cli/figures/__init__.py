"""`pilotdesk figures`: what runs decide, in figures with their intervals; and the gain since other runs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from app.cli.output import Format, FormatOption, print_json, print_lines
from app.cli.read import FileArguments, PolicyOption, ScorerOption, ThresholdOption, opened, options_of
from app.infra.errors import InvalidError

if TYPE_CHECKING:
    from app.readers.reading import Options
    from app.statistics.rows import Rows

AGAINST = "--against"
AgainstOption = Annotated[
    list[Path] | None, typer.Option(AGAINST, metavar="FILE...", help="Files of the runs to compare with.")
]
GroupOption = Annotated[
    int | None, typer.Option("--group-size", min=2, help="Rollouts in a group; usually the attempts at a task.")
]


class ManyAgainst(TyperCommand):
    """Lets several files follow one `--against`, up to the next option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401  the library keeps this type to itself
        """Repeat the option before each of its files."""
        told: list[str] = []
        is_against = False
        for argument in args:
            if argument.startswith("-"):
                is_against = argument == AGAINST
                told += [] if is_against else [argument]
            else:
                told += [AGAINST, argument] if is_against else [argument]
        if args and args[-1] == AGAINST:
            told.append(AGAINST)  # and let the library say what is missing
        return super().parse_args(ctx, told)


def figures(
    paths: FileArguments,
    against: AgainstOption = None,
    threshold: ThresholdOption = None,
    scorer: ScorerOption = None,
    policy: PolicyOption = None,
    group_size: GroupOption = None,
    form: FormatOption = Format.TEXT,
) -> int:
    """Say how good, how fast and how costly a run is, and what it gained since another one."""
    from app.cli.figures.sentences import sentences
    from app.statistics.answer import as_json
    from app.statistics.comparing import compare_runs
    from app.statistics.summary import summarise

    options, all_count = options_of(threshold, scorer, policy), policy == "reject"
    rows, remarks = _rows(paths, options)
    found = summarise(rows, group_size=group_size, all_count=all_count)
    comparison = None
    if against:
        before, more = _rows(against, options)
        comparison = compare_runs(rows, before, all_count=all_count)
        remarks = list(dict.fromkeys([*remarks, *more]))
    if form is Format.JSON:
        print_json(as_json(found, comparison, remarks))
    else:
        print_lines(*sentences(found, comparison, remarks))
    return 0


def _rows(paths: Sequence[Path], options: "Options") -> "tuple[Rows, list[str]]":
    """Return the attempts of these files, and what their readers remark."""
    from app.readers.files import read_files
    from app.readers.reading import Refused
    from app.statistics.rows import rows_of

    with opened(paths) as sources:
        try:
            readings = read_files(sources, options)
            rows = rows_of(*(reading.trials for reading in readings))
        except Refused as refusal:
            raise InvalidError(refusal.sentence) from None
    if not len(rows):
        names = ", ".join(str(path) for path in paths)
        raise InvalidError(f"There is no attempt at a task in {names}, so there are no figures.")
    said = [remark.sentence for reading in readings for remark in reading.remarks]
    return rows, [*said, *(sentence for reading in readings for sentence in reading.cannot_prove)]
