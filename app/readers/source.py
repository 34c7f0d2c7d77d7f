"""Where the bytes of one uploaded file come from; its name is shown to people and never used as a path."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BufferedReader, BytesIO, FileIO, RawIOBase
from pathlib import Path
from typing import BinaryIO, cast


@dataclass(frozen=True, slots=True)
class Source:
    """A file that can be opened again and again, each time from its beginning; `size` is in bytes.

    An optional one was found in a folder or an archive: where it is no run, it is left out with a remark.
    """

    name: str
    open: Callable[[], BinaryIO]
    size: int
    is_optional: bool = False


def of_bytes(name: str, data: bytes) -> Source:
    """Return a source that holds its bytes in memory."""
    return Source(name, lambda: BytesIO(data), len(data))


def of_path(name: str, path: Path, size: int, advance: Callable[[int], None], *, is_optional: bool = False) -> Source:
    """Return a source that reads a file from disk; `advance` is told how many bytes were read, as they are."""
    return Source(name, lambda: BufferedReader(cast("RawIOBase", _Watched(path, advance))), size, is_optional)


class _Watched(FileIO):
    def __init__(self, path: Path, advance: Callable[[int], None]) -> None:
        super().__init__(path, "rb")
        self._advance = advance

    def readinto(self, buffer: bytearray, /) -> int:  # type: ignore[override]  # what BufferedReader hands in
        count = super().readinto(buffer) or 0
        self._advance(count)
        return count
