"""The README's table of commands is the whole of them: each command, and each of its options."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from app.cli import commands

TEXT = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
EVERYWHERE = {"--help", "--format"}  # said once, below the table


def every_command() -> Iterator[tuple[str, set[str]]]:
    """Return each command as it is typed, with the names of its options."""

    def under(command: Any, words: str) -> Iterator[tuple[str, set[str]]]:  # noqa: ANN401  a command of typer's own
        inner = getattr(command, "commands", None)
        if inner is None:
            yield words, {name for one in command.params for name in one.opts if name.startswith("--")} - EVERYWHERE
            return
        for name, one in inner.items():
            yield from under(one, f"{words} {name}")

    yield from under(typer.main.get_command(commands), "pilotdesk")


def test_the_readme_lists_each_command_with_all_its_options() -> None:
    rows = {row.split("`")[1]: row for row in TEXT.splitlines() if row.startswith("| `pilotdesk ")}
    listed = {" ".join(re.findall(r"(?<!\S)[a-z]+(?:-[a-z]+)*(?!\S)", call)): call for call in rows}
    assert sorted(listed) == sorted(words for words, _ in every_command())
    for words, options in every_command():
        named = {word.strip("[]") for word in listed[words].split() if word.strip("[]").startswith("--")}
        assert named == options, words
