"""The server as a process of its own: it starts on nothing, answers, and ends when it is told to."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import Pilotdesk

PROGRAM = Path(sys.executable).parent / "pilotdesk"
SECONDS_TO_START = 60


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def served(port: int, **settings: str) -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {f"PILOTDESK_{name}": value for name, value in settings.items()}
    command = [str(PROGRAM), "serve", "--port", str(port), "--workers", settings.get("WORKERS", "1")]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)  # noqa: S603  our own program
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def answer(process: subprocess.Popen[str], port: int, path: str) -> int:
    for _ in range(SECONDS_TO_START * 10):
        assert process.poll() is None, process.communicate()[1]
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=SECONDS_TO_START) as response:
                status: int = response.status
                return status
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nothing answers on {port}")


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.empty
def test_the_server_starts_on_an_empty_database_and_ends_when_told(
    database_url: str, tmp_path: Path, end: signal.Signals
) -> None:
    port = free_port()
    with served(port, DATABASE_URL=database_url, DATA=str(tmp_path / "data")) as process:
        assert answer(process, port, "/readyz") == 200
        assert answer(process, port, "/evidence") == 200
        process.send_signal(end)
        _, said = process.communicate(timeout=20)
        assert process.returncode in {0, -end}
        assert "Traceback" not in said
        assert f"Pilotdesk answers on http://127.0.0.1:{port}" in said


@pytest.mark.empty
def test_several_processes_serve_one_postgresql(database_url: str, tmp_path: Path) -> None:
    if database_url.startswith("sqlite"):
        pytest.skip("SQLite has one writer")
    port = free_port()
    with served(port, DATABASE_URL=database_url, DATA=str(tmp_path / "data"), WORKERS="2") as process:
        assert answer(process, port, "/readyz") == 200
        process.terminate()
        assert process.wait(timeout=30) in {0, -signal.SIGTERM}


def test_several_processes_on_sqlite_are_refused(pilotdesk: Pilotdesk, data: Path) -> None:
    done = pilotdesk("serve", "--workers", "2")
    assert (done.status, done.err.count("\n"), data.exists()) == (2, 1, False)
    assert "one writer" in done.err


def test_a_port_in_use_is_told_in_a_sentence(pilotdesk: Pilotdesk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = pilotdesk("serve", "--port", str(port))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert str(port) in done.err


def test_a_data_folder_that_cannot_be_made_is_told_in_a_sentence(
    pilotdesk: Pilotdesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("PILOTDESK_DATA", str(tmp_path / "file" / "data"))
    done = pilotdesk("serve", "--port", str(free_port()))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "data folder" in done.err


def test_a_database_that_is_away_is_told_in_a_sentence(pilotdesk: Pilotdesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", f"postgresql://nobody@127.0.0.1:{free_port()}/nothing")
    done = pilotdesk("serve", "--port", str(free_port()))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "postgresql database" in done.err
