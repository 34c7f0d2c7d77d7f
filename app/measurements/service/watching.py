"""The kept files as the readers open them, telling now and then how many bytes were read."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from app.infra.files import Files
from app.measurements.fields import SetFile
from app.readers.source import Source, of_path

EVERY = timedelta(seconds=1)


class Watch:
    """Counts bytes over all files of a set; `tell` hears of it about once a second."""

    def __init__(self, files: Files, clock: Callable[[], datetime], size: int, tell: Callable[[int], None]) -> None:
        self._files = files
        self._clock = clock
        self._size = size
        self._tell = tell
        self._done = 0
        self._told = clock()

    def sources(self, files: Sequence[SetFile]) -> list[Source]:
        """Return the files as the readers take them, under the names that people gave them."""
        return [self._source(file) for file in files]

    def advance(self, count: int) -> None:
        """Count what was read; a file that is read once more than expected does not go beyond the end."""
        self._done = min(self._size, self._done + count)
        now = self._clock()
        if now - self._told >= EVERY:
            self._told = now
            self._tell(self._done)

    def _source(self, file: SetFile) -> Source:
        return of_path(file.name, self._files.path(file.sha256), file.size, self.advance)
