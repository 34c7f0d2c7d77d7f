"""A desk that really serves: the whole application behind uvicorn on a free port of this machine."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from app.infra.work import Work
from app.main import create_app
from app.settings import Settings

PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Desk:
    """Where it answers, and the way to its database for what a person cannot do by hand."""

    address: str
    work: Work
    data: Path

    def at(self, path: str) -> str:
        """Return the full address of a path."""
        return self.address + path


@contextmanager
def open_desk(database_url: str, folder: Path) -> Iterator[Desk]:
    """Serve until the tests are done."""
    app = create_app(Settings(data=folder, database_url=database_url, password_cost="low"))
    door = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    _wait_for(server)
    try:
        yield Desk(f"http://127.0.0.1:{door.getsockname()[1]}", app.state.house.work, folder)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        door.close()


def _wait_for(server: uvicorn.Server) -> None:
    until = time.monotonic() + PATIENCE
    while not server.started:
        if time.monotonic() > until:
            raise RuntimeError("The desk did not start in time.")
        time.sleep(0.02)
