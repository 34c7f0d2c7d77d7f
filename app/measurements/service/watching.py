"""The kept files as the readers open them, telling now and then how many bytes were read."""

import io
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, cast

from app.infra.files import Files
from app.measurements.fields import SetFile
from app.readers.source import Source

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
        path = self._files.path(file.sha256)
        return Source(file.name, lambda: _Watched.buffered(path, self.advance), file.size)


class _Watched(io.FileIO):
    def __init__(self, path: Path, advance: Callable[[int], None]) -> None:
        super().__init__(path, "rb")
        self._advance = advance

    @classmethod
    def buffered(cls, path: Path, advance: Callable[[int], None]) -> BinaryIO:
        """Open the file for reading by lines."""
        return io.BufferedReader(cast("io.RawIOBase", cls(path, advance)))

    def readinto(self, buffer: bytearray, /) -> int:  # type: ignore[override]  # what BufferedReader hands in
        count = super().readinto(buffer) or 0
        self._advance(count)
        return count
