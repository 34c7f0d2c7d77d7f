"""Zip archives, read entry by entry without extracting: names are shown and never used as paths.

Python's own zipfile gives the list of entries; unpacking is done here, because zipfile before 3.14 does not know
zstandard (method 93), and so that no entry can give more than it declared.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import IO, BinaryIO, cast

import zstandard

from app.readers.limits import MIB, Limits
from app.readers.parsing import UnreadableError, parse
from app.readers.reading import Options, Refused
from app.readers.source import Source

STORED, DEFLATED, ZSTANDARD = 0, 8, 93
ENCRYPTED = 0x1
CHUNK = 256 * 1024
LOCAL_HEADER = struct.Struct("<4s5H3L2H")
END = b"PK\x05\x06"
END_AT_MOST = 22 + 65_535
PER_ENTRY = 1024  # bytes that the directory may spend on an entry
WINDOW = 64 * MIB  # of zstandard; what its tools use by default is 8 MiB at most
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    zstandard.ZstdError,
    struct.error,
    EOFError,
    NotImplementedError,
    ValueError,
    OverflowError,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One file in an archive, as the directory declares it."""

    name: str
    at: int
    packed: int
    size: int
    method: int
    crc: int


def entries(source: Source, limits: Limits) -> dict[str, Entry]:
    """Return the entries of an archive by name; refuse one that is a bomb, encrypted, or names paths outside itself."""
    try:
        with source.open() as stream:
            _guard_directory(source, stream, limits)
            with zipfile.ZipFile(stream) as archive:
                infos = archive.infolist()
    except DAMAGED:
        raise _damaged(source.name) from None
    if len(infos) > limits.entries:
        raise _too_many(source.name, limits)
    if sum(info.file_size for info in infos) > limits.expanded:
        raise Refused(f"{source.name} unpacks to more than {limits.expanded // MIB:,} MiB.", "too-large-unpacked")
    if sum(info.compress_size for info in infos) > source.size:
        raise Refused(f"{source.name} holds entries that overlap, as a zip bomb does.", "zip-bomb")
    return {info.filename: _entry(source.name, info, limits) for info in infos if not info.is_dir()}


def _entry(name: str, info: zipfile.ZipInfo, limits: Limits) -> Entry:
    parts = info.filename.replace("\\", "/").split("/")
    if ".." in parts or parts[0] == "" or parts[0].endswith(":"):
        raise Refused(f"{name} holds an entry whose name points outside the archive.", "entry-name")
    if info.flag_bits & ENCRYPTED:
        raise Refused(f"{name} is encrypted; give it without a password.", "encrypted")
    if info.file_size > limits.ratio_from and info.file_size > limits.ratio * info.compress_size:
        raise Refused(f"{name} holds an entry that unpacks to more than {limits.ratio:,} times its size.", "zip-bomb")
    return Entry(info.filename, info.header_offset, info.compress_size, info.file_size, info.compress_type, info.CRC)


def _guard_directory(source: Source, stream: BinaryIO, limits: Limits) -> None:
    """Look at the end of the archive first: zipfile would build every entry of a directory of any size."""
    stream.seek(max(0, source.size - END_AT_MOST))
    tail = stream.read(END_AT_MOST)
    found = tail.rfind(END)
    if found >= 0:
        _, _, _, _, _, size, _, _ = struct.unpack_from("<4s4H2LH", tail, found)
        # a zip64 archive says 0xffffffff here, and its directory is as large as what stands before it
        directory = min(size, source.size)
        if directory > limits.entries * PER_ENTRY:
            raise _too_many(source.name, limits)
    stream.seek(0)


def sources(source: Source, options: Options) -> Iterator[Source]:
    """Yield each entry as a file of its own, which is left out where it is no run."""
    for entry in entries(source, options.limits).values():
        yield Source(entry.name, lambda entry=entry: unpack(source, entry), entry.size, is_optional=True)  # type: ignore[misc]


def value(source: Source, entry: Entry, options: Options) -> object:
    """Return the JSON value of one entry; an UnreadableError goes on after its name."""
    limits = options.limits
    if entry.size > limits.document:
        raise UnreadableError(f"unpacks to more than {limits.document // MIB} MiB")
    with unpack(source, entry) as stream:
        raw = stream.read()
    return parse(raw, limits, values=limits.document_values)[0]


def unpack(source: Source, entry: Entry) -> BinaryIO:
    """Open one entry for reading; what does not unpack as declared is refused while it is read."""
    return io.BufferedReader(_Unpacked(source, entry), CHUNK)


class _Unpacked(io.RawIOBase):
    """The bytes of one entry, unpacked as they are asked for."""

    def __init__(self, source: Source, entry: Entry) -> None:
        self._pieces = _pieces(source, entry)
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]  # what BufferedReader hands in
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = memoryview(piece)
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count

    def close(self) -> None:
        self._pieces.close()
        super().close()


def _pieces(source: Source, entry: Entry) -> Generator[bytes]:
    given, crc = 0, 0
    try:
        with source.open() as stream:
            for piece in _methods(source.name, entry)(_packed(stream, entry)):
                given += len(piece)
                crc = zlib.crc32(piece, crc)
                if given > entry.size:
                    break
                yield piece
    except DAMAGED:
        raise _damaged(source.name) from None
    if given != entry.size or crc != entry.crc:
        raise _damaged(source.name)


def _packed(stream: BinaryIO, entry: Entry) -> Iterator[bytes]:
    """Yield the packed bytes; the local header only says how long itself is."""
    stream.seek(entry.at)
    header = LOCAL_HEADER.unpack(stream.read(LOCAL_HEADER.size))
    stream.seek(header[-2] + header[-1], io.SEEK_CUR)
    left = entry.packed
    while left > 0 and (chunk := stream.read(min(CHUNK, left))):
        left -= len(chunk)
        yield chunk


def _stored(chunks: Iterator[bytes]) -> Iterator[bytes]:
    return chunks


def _inflated(chunks: Iterator[bytes]) -> Iterator[bytes]:
    machine = zlib.decompressobj(-zlib.MAX_WBITS)
    for chunk in chunks:
        yield machine.decompress(chunk, CHUNK)
        while machine.unconsumed_tail:
            yield machine.decompress(machine.unconsumed_tail, CHUNK)
    yield machine.flush()


def _unzstandard(chunks: Iterator[bytes]) -> Iterator[bytes]:
    machine = zstandard.ZstdDecompressor(max_window_size=WINDOW)
    with machine.stream_reader(cast("IO[bytes]", _Chunks(chunks)), read_across_frames=True) as stream:
        while piece := stream.read(CHUNK):
            yield piece


class _Chunks:
    """What zstandard reads from."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks

    def read(self, _: int = -1) -> bytes:
        """Return the next chunk; each is smaller than what may be asked for."""
        return next(self._chunks, b"")


METHODS = {STORED: _stored, DEFLATED: _inflated, ZSTANDARD: _unzstandard}


def _methods(name: str, entry: Entry) -> Callable[[Iterator[bytes]], Iterator[bytes]]:
    method = METHODS.get(entry.method)
    if method is None:
        raise Refused(f"{name} is packed in a way that is not read here (method {entry.method}).", "packing")
    return method


def _damaged(name: str) -> Refused:
    return Refused(f"{name} is damaged or cut off: its archive does not unpack.", "damaged")


def _too_many(name: str, limits: Limits) -> Refused:
    return Refused(f"{name} holds more than {limits.entries:,} entries.", "too-many-entries")
