"""However a command ends, it ends with a status and at most one sentence, never with a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.exceptions import Abort

from app.cli import commands, main
from tests.cli.conftest import Pilotdesk

PROGRAM = Path(sys.executable).parent / "pilotdesk"


def plant(monkeypatch: pytest.MonkeyPatch, fault: BaseException) -> None:
    def planted() -> None:
        raise fault

    monkeypatch.setattr(commands, "registered_commands", [*commands.registered_commands])
    commands.command("planted")(planted)


def test_a_fault_of_the_program_is_one_sentence(pilotdesk: Pilotdesk, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, ZeroDivisionError("by\nzero"))
    said = "This is a fault of the program itself: ZeroDivisionError: by zero\n"
    assert pilotdesk("planted") == (2, "", said)


def test_a_full_disk_is_one_sentence(pilotdesk: Pilotdesk, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, OSError(28, "No space left on device"))
    assert pilotdesk("planted") == (2, "", "[Errno 28] No space left on device\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "x", "--today", "soon"], "Invalid value for '--today': 'soon' is not a day such as 2026-11-30."),
        (["check", "x", "--gate", "ever"], "Invalid value for '--gate': 'ever' is not one of 'submit', 'commit'."),
        (["token", "create", "--days", "x"], "Invalid value for '--days': Give a whole number, such as 0 or 17."),
    ],
)
def test_an_option_that_cannot_be_read_is_named_in_plain_words(
    pilotdesk: Pilotdesk, arguments: list[str], said: str
) -> None:
    assert pilotdesk(*arguments) == (2, "", said + "\n")


@pytest.mark.parametrize("left", [KeyboardInterrupt(), Abort()])
def test_who_interrupts_is_not_answered_back(
    pilotdesk: Pilotdesk, monkeypatch: pytest.MonkeyPatch, left: BaseException
) -> None:
    plant(monkeypatch, left)
    assert pilotdesk("planted") == (130, "", "")


def test_the_program_leaves_with_the_status_of_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["pilotdesk", "check", "/nowhere/x.json"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2


def test_help_is_a_yes(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("check", "--help")
    assert (done.status, done.err) == (0, "")


def test_a_reader_who_has_seen_enough_gets_no_complaint() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([str(PROGRAM), "rules"], stdout=writing, stderr=subprocess.PIPE, check=False)  # noqa: S603
    os.close(writing)
    assert done.stderr == b""


def test_a_group_without_a_command_shows_what_there_is(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("user")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("Usage: pilotdesk user")
