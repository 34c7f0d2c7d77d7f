"""Where the bytes of one uploaded file come from; its name is shown to people and never used as a path."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO


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
