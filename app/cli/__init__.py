"""The command line: ops' and scripts' own door, which calls the same services as pages and API.

Exit status: 0 yes, 1 no, 2 the input or the set-up is unusable; then one sentence stands on standard error and never a
traceback. Each command imports what it needs when it runs, so that the quick ones start at once.
"""

import re
import sys

import typer
from typer.exceptions import Abort, TyperException

from app.cli.bounces import bounces
from app.cli.check import check
from app.cli.demo import demo
from app.cli.export import export
from app.cli.figures import ManyAgainst, figures
from app.cli.hash_tasks import hash_tasks
from app.cli.match import match
from app.cli.people import token_app, user_app
from app.cli.read import read
from app.cli.replay import replay
from app.cli.rules import rules
from app.cli.serve import serve
from app.cli.simulate import simulate
from app.cli.worker import worker
from app.infra.errors import AppError

UNUSABLE = 2
INTERRUPTED = 130
WORDS = (
    (re.compile("Value error, "), ""),
    (re.compile("does not match the formats '%Y-%m-%d'"), "is not a day such as 2026-11-30"),
    (re.compile("Input should be a valid integer.*"), "Give a whole number, such as 0 or 17."),
)

commands = typer.Typer(
    name="pilotdesk",
    help="Scopes reinforcement-learning pilots before anyone commits GPU capacity.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
commands.command()(serve)
commands.command()(worker)
commands.command()(bounces)
commands.command()(check)
commands.command()(match)
commands.command()(rules)
commands.command()(replay)
commands.command(cls=ManyAgainst)(figures)
commands.command()(read)
commands.command()(hash_tasks)
commands.command()(simulate)
commands.command()(export)
commands.command()(demo)
commands.add_typer(user_app, name="user")
commands.add_typer(token_app, name="token")


def main() -> None:
    """Run the command of this process's arguments and leave with its exit status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status; whatever goes wrong ends as one sentence."""
    try:
        answer = commands(arguments or ["--help"], standalone_mode=False, prog_name="pilotdesk")
    except Abort:
        return INTERRUPTED
    except (AppError, TyperException, OSError) as refusal:
        return _say(refusal)
    except Exception as fault:  # noqa: BLE001  a person at a terminal gets a sentence, whatever it is
        return _say(RuntimeError(f"This is a fault of the program itself: {type(fault).__name__}: {fault}"))
    return answer if isinstance(answer, int) else 0


def _say(refusal: Exception) -> int:
    said = _plainly(refusal.format_message()) if isinstance(refusal, TyperException) else str(refusal)
    is_help = said.startswith("Usage:")  # a group of commands was called without one of them
    sys.stderr.write((said if is_help else " ".join(said.split())) + "\n")
    return UNUSABLE


def _plainly(said: str) -> str:
    """Return what the command library says of an option in words for people."""
    for theirs, ours in WORDS:
        said = theirs.sub(ours, said)
    return said
