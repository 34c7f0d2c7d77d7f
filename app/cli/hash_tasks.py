"""`pilotdesk hash-tasks`: hashes of tasks, to test training against held-out ones while the texts stay at home."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import orjson
import typer

from app.cli.output import heading, print_lines
from app.cli.read import opened
from app.infra.errors import InvalidError

if TYPE_CHECKING:
    from app.readers.source import Source
    from app.statistics.overlap import Fingerprint

SLOW = 256 * 1024  # bytes of tasks from which a person waits and wants to see why


class Which(StrEnum):
    """What the tasks are for."""

    TRAINING = "training"
    HELD_OUT = "held-out"


FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="Tasks: JSONL or CSV, one task a row.")]
SetOption = Annotated[Which, typer.Option("--set", help="What these tasks are for.")]
TextOption = Annotated[str, typer.Option(metavar="FIELD", help="The field that holds the text; usually found.")]
OutOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write them; else they are printed.")]


def hash_tasks(path: FileArgument, which: SetOption, text: TextOption = "", out: OutOption = None) -> int:
    """Reduce tasks to hashes, which can be compared without anyone seeing the tasks."""
    from app.readers.reading import Refused

    if path.is_dir():
        raise InvalidError(f"{path} is a folder; name one file of tasks.")
    with opened([path], long=SLOW) as sources, _goal(out) as goal:
        try:
            count, remarks = _write(goal, sources[0], which, text)
        except Refused as refusal:
            raise InvalidError(refusal.sentence) from None
        if not count:
            why = f" {remarks[0]}" if remarks else ""
            raise InvalidError(f"There is no task in {path.name}.{why}")
    for sentence in remarks:
        typer.echo(sentence, err=True)
    if out is not None:
        counted = f"1 {which} task is" if count == 1 else f"{count:,} {which} tasks are"
        print_lines(heading(f"{counted} hashed in {out}. No text is in it.", good=True))
    return 0


@contextmanager
def _goal(out: Path | None) -> Iterator[TextIO]:
    """Give the file to write to; it takes its name when it is whole."""
    if out is None:
        yield sys.stdout
        return
    part = out.with_name(out.name + ".part")
    try:
        with part.open("w", encoding="ascii", newline="\n") as goal:
            yield goal
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)


def _write(goal: TextIO, source: "Source", which: Which, text: str) -> tuple[int, list[str]]:
    """Write the hashes line by line; return how many tasks there are, and what was left out."""
    from app.readers.formats.task_hashes import FORMAT
    from app.readers.limits import Limits
    from app.readers.reading import Options
    from app.readers.tasks import read_tasks
    from app.statistics.overlap import fingerprint

    # it is one's own machine, and hashing takes longer than reading
    tasks = read_tasks(source, Options(limits=Limits(seconds=float("inf"))), text)
    # nothing is printed before the first task: a file without any leaves no half answer
    head = _line({"format": FORMAT, "set": str(which), "source_sha256": tasks.sha256})
    count = 0
    for number, said in tasks.texts:
        made = fingerprint(str(number), said)
        if not made.signature:
            tasks.bad.add(number, "has no words")
            continue
        goal.write((head if not count else "") + _line(_task(number, made)))
        count += 1
    if count:
        goal.write(_line({"tasks": count, "left_out": tasks.bad.count}))
    tasks.bad.close()
    return count, [remark.sentence for remark in tasks.reading.remarks]


def _task(number: int, made: "Fingerprint") -> dict[str, object]:
    signature = "".join(f"{least:08x}" for least in made.signature)
    return {
        "line": number,
        "exact": made.exact,
        "masked": made.masked,
        "runs": sorted(made.runs),
        "minhash": signature,
    }


def _line(value: object) -> str:
    return orjson.dumps(value).decode() + "\n"
