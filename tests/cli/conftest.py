"""Running commands: in this process, as `pilotdesk` would, with what they print."""

from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from app.cli import run

DOCUMENTS = Path(__file__).parent.parent / "documents"


class Done(NamedTuple):
    """How a command ended and what it said."""

    status: int
    out: str
    err: str


class Pilotdesk(Protocol):
    """Runs one command."""

    def __call__(self, *arguments: str | Path) -> Done:
        """Return how it ended."""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of an installation that does not exist yet."""
    folder = tmp_path / "data"
    monkeypatch.setenv("PILOTDESK_DATA", str(folder))
    return folder


@pytest.fixture
def pilotdesk(data: Path, capsys: pytest.CaptureFixture[str]) -> Pilotdesk:  # noqa: ARG001  sets the stage
    """Run a command line."""

    def run_it(*arguments: str | Path) -> Done:
        status = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Done(status, said.out, said.err)

    return run_it
