"""`pilotdesk worker`: does the jobs of the outbox, such as sending mail. Several may run; they share the jobs."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Annotated

import typer

OnceOption = Annotated[bool, typer.Option("--once", help="Do what is due now, and end.")]


def worker(*, once: OnceOption = False) -> int:
    """Do the jobs of the outbox until told to stop; the job that runs then is ended first."""
    from app.cli.setup import make_data_folder, migrate_database, opened, read_settings
    from app.infra import clock
    from app.infra.jobs import Loop, run_due
    from app.infra.logs import start_logging
    from app.main import make_handlers

    settings = read_settings()
    start_logging()
    make_data_folder(settings)
    migrate_database(settings)
    handlers = make_handlers(settings)
    with opened(settings) as work:
        if once:
            count = run_due(work, handlers, clock.now)
            typer.echo("1 job was taken up." if count == 1 else f"{count} jobs were taken up.", err=True)
            return 0
        loop = Loop(work, handlers, clock.now)
        with _stopping(loop.ask_to_stop):
            typer.echo("Waiting for jobs.", err=True)
            loop.run()
    return 0


@contextmanager
def _stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Let the signals that end a process ask first."""

    def hear(_number: int, _frame: FrameType | None) -> None:
        stop()

    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the business of the main thread
        return
    before = {number: signal.signal(number, hear) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
