"""How a command answers: one JSON object for programs, sentences for people, colour only on a terminal."""

import json
import sys
from enum import StrEnum
from typing import Annotated, Any

import typer


class Format(StrEnum):
    """Whom the answer is for."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="Sentences for a person, or one JSON object.")]


def print_json(answer: dict[str, Any]) -> None:
    """Print one JSON object and nothing else."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2) + "\n")


def heading(text: str, *, good: bool) -> str:
    """Return the line that matters most; green or red where the reader is a terminal."""
    return typer.style(text, fg=typer.colors.GREEN if good else typer.colors.RED, bold=True)


def print_lines(*lines: str) -> None:
    """Print lines for a person; colours are left out where nobody would see them."""
    for line in lines:
        typer.echo(line)
