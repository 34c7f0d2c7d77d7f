"""The runner that never ends by itself: beside the server in a thread, or as a command."""

import threading
from collections.abc import Callable, Mapping
from datetime import datetime

import structlog

from app.infra.jobs.running import Handler, run_due
from app.infra.work import Work

log = structlog.get_logger("pilotdesk.jobs")

LOOK_EVERY = 1.0
AFTER_A_FAULT = 10.0
IN_A_THREAD = 1  # jobs between two looks whether to stop: a server that ends waits for one mail, not for a hundred


class Loop:
    """Looks every second for what is due and does it, until it is told to stop."""

    def __init__(self, work: Work, handlers: Mapping[str, Handler], clock: Callable[[], datetime]) -> None:
        self._work = work
        self._handlers = handlers
        self._clock = clock
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Run in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="jobs", daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Run here, until somebody stops it."""
        while not self._stopped.is_set():
            pause = self._round()
            if pause:
                self._stopped.wait(pause)

    def ask_to_stop(self) -> None:
        """Let the job that runs be the last one; returns at once."""
        self._stopped.set()

    def stop(self) -> None:
        """Let the job that runs be the last one, and wait for it."""
        self.ask_to_stop()
        if self._thread is not None:
            self._thread.join()

    def _round(self) -> float:
        """Do what is due; returns how long to wait before the next look."""
        try:
            return 0.0 if run_due(self._work, self._handlers, self._clock, at_most=IN_A_THREAD) else LOOK_EVERY
        except Exception:  # a database that is away now is no reason never to look again
            log.exception("looking for jobs failed")
            return AFTER_A_FAULT
