"""Files that people upload, kept under their SHA-256; who may read one is not decided here."""

import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from app.infra.errors import TooLargeError, UnavailableError

CHUNK = 1 << 16
REST = timedelta(days=1)  # a file that was named a moment ago is never swept away


@dataclass(frozen=True, slots=True)
class Received:
    """A file on our disk that is not kept yet."""

    path: Path
    sha256: str
    size: int


class Files:
    """The folder of uploads: `ab/abcdef…`, each file written once, forced to the disk and never changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, sha256: str) -> Path:
        """Return where the bytes of this digest lie."""
        return self._folder / sha256[:2] / sha256

    @contextmanager
    def receiving(self, stream: BinaryIO, *, limit: int) -> Iterator[Received]:
        """Copy a stream to our disk, counting while reading; what was not kept inside the block is gone after it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f".{secrets.token_hex(16)}"
        try:
            yield _copy(stream, path, limit)
        except OSError as error:
            raise UnavailableError("The file could not be stored. Nothing was saved; try again shortly.") from error
        finally:
            path.unlink(missing_ok=True)

    def keep(self, received: Received) -> None:
        """Give a received file its place; the same bytes take no second place."""
        place = self.path(received.sha256)
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists():
            os.utime(place)
            return
        received.path.replace(place)
        _force(place.parent)

    def sweep(self, digests: tuple[str, ...], *, now: datetime) -> None:
        """Delete files that nothing names any more."""
        for sha256 in digests:
            place = self.path(sha256)
            if place.exists() and place.stat().st_mtime < (now - REST).timestamp():
                place.unlink()


def _copy(stream: BinaryIO, path: Path, limit: int) -> Received:
    digest, size = hashlib.sha256(), 0
    with path.open("xb") as ours:
        while chunk := stream.read(CHUNK):
            size += len(chunk)
            if size > limit:
                raise TooLargeError(f"The file is larger than {limit // 1_000_000} MB, the most that is taken.")
            digest.update(chunk)
            ours.write(chunk)
        ours.flush()
        os.fsync(ours.fileno())
    return Received(path, digest.hexdigest(), size)


def _force(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
