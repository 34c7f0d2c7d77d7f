"""`pilotdesk serve`: migrates, seeds the registry, throws away what has expired, and serves."""

import contextlib
import socket
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.knowledge import SEEDS
from app.infra.errors import InvalidError

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.settings import Settings

HostOption = Annotated[str, typer.Option(help="The address to listen on; usually PILOTDESK_HOST or 127.0.0.1.")]
PortOption = Annotated[int | None, typer.Option(min=1, max=65535, help="The port; usually PILOTDESK_PORT or 8000.")]
WorkersOption = Annotated[
    int, typer.Option(min=1, max=64, help="How many processes serve; above 1 on PostgreSQL only.")
]

SECONDS_TO_FINISH = 10


def serve(host: HostOption = "", port: PortOption = None, workers: WorkersOption = 1) -> int:
    """Migrate, seed and serve the desk."""
    from app.cli.setup import make_data_folder, migrate_database, read_settings

    settings = read_settings()
    if workers > 1 and settings.url.startswith("sqlite"):
        raise InvalidError("SQLite has one writer: serve with one worker, or set PILOTDESK_DATABASE_URL to PostgreSQL.")
    host, port = host or settings.host, port or settings.port
    with _listening(host, port) as door:
        make_data_folder(settings)
        migrate_database(settings)
        prepare(settings)
        typer.echo(f"Pilotdesk answers on http://{host}:{port} and keeps its data in {settings.data}.", err=True)
        _run(settings, door, workers)
    return 0


def prepare(settings: "Settings") -> None:
    """Load the registry's seeds, which does nothing the second time, and throw away what has expired."""
    from app.cli.setup import opened
    from app.infra import clock
    from app.inquiries import service as inquiries
    from app.registry import service as registry

    now = clock.now()
    with opened(settings) as work:
        work.write_now(registry.load_seeds, SEEDS, now=now)
        work.write_now(inquiries.purge, now=now)


def make_app() -> "FastAPI":
    """Build the application in a process that serves it; on SQLite that process does the jobs of the outbox, too."""
    from app.cli.setup import read_settings
    from app.main import create_app

    settings = read_settings()
    return create_app(settings, with_worker=settings.url.startswith("sqlite"))


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise InvalidError(f"Nothing can be served on {host}:{port}: {error.strerror or error}.") from None


def _run(settings: "Settings", door: socket.socket, workers: int) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        "app.cli.serve:make_app",
        factory=True,
        workers=workers,
        loop="uvloop",
        http="httptools",
        lifespan="on",
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=settings.environment == "production",
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )
    with contextlib.suppress(KeyboardInterrupt):  # by then every answer that was on its way has left
        if workers > 1:
            Multiprocess(config, sockets=[door]).run()
        else:
            uvicorn.Server(config).run(sockets=[door])
