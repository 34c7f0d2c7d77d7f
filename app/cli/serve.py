"""`pilotdesk serve`: migrates, seeds the registry once, throws away what has expired, and serves."""

from pathlib import Path
from typing import Annotated

import typer

from app.infra.errors import InvalidError

HostOption = Annotated[str, typer.Option(help="The address to listen on; usually PILOTDESK_HOST or 127.0.0.1.")]
PortOption = Annotated[int | None, typer.Option(min=1, max=65535, help="The port; usually PILOTDESK_PORT or 8000.")]
WorkersOption = Annotated[int, typer.Option(min=1, max=64, help="How many processes serve; more than one asks for PostgreSQL.")]


def serve(host: HostOption = "", port: PortOption = None, workers: WorkersOption = 1) -> int:
    """Serve the desk."""
    raise InvalidError("not yet")
