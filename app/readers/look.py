"""A first look at a file: its digest, how its bytes are laid out, and its first value."""

import csv
import hashlib
from dataclasses import dataclass, replace
from io import BytesIO
from typing import BinaryIO

from app.readers import archives
from app.readers.documents import too_large
from app.readers.guards import guard, pickled
from app.readers.head import Head, Shape
from app.readers.limits import MIB
from app.readers.lines import BOM
from app.readers.parsing import UnreadableError, parse
from app.readers.reading import Options, Refused
from app.readers.source import Source
from app.readers.weights import is_weights

BEGINNING = 64 * 1024
LOOKED_AT = 100  # lines that are looked at for a first good one
CHUNK = MIB
SEPARATORS = ",;\t"
TEMPLATES = (b"{%", b"{{", b"{#")  # a chat template opens so, and never JSON


def look(source: Source, options: Options) -> Head:
    """Return what is known of a file; refuse what is dangerous, empty, too large or not readable at all."""
    if source.size > options.limits.size:
        raise Refused(f"{source.name} is larger than {options.limits.size // MIB:,} MiB.", "too-large")
    with source.open() as stream:
        begins, is_seekable = stream.read(BEGINNING), stream.seekable()
    if not begins.removeprefix(BOM).strip():
        raise Refused(f"{source.name} is empty.", "empty")
    guard(source.name, begins)
    is_archive = begins.startswith((b"PK\x03\x04", b"PK\x05\x06"))
    found = _Looking(source if is_seekable or not is_archive else _held(source, options), _digest(source), options)
    if is_archive:
        return found.archive()
    if begins.startswith(b"PAR1"):
        return found.head(Shape.PARQUET)
    if is_weights(begins):
        return found.head(Shape.WEIGHTS)
    if b"\0" in begins:
        raise Refused(f"{source.name} is neither text nor a format that is read here.", "binary")
    opening = begins.removeprefix(BOM).lstrip()
    if opening.startswith((b"{", b"[")) and not opening.startswith(TEMPLATES):
        return found.json()
    return found.text(begins)


def _held(source: Source, options: Options) -> Source:
    """Return an archive inside an archive as one that can be read from its end: unpacked in memory while it is open."""
    if source.size > options.limits.document:
        raise Refused(f"{source.name} is a large archive inside an archive; unpack it first.", "packed")
    return replace(source, open=lambda: BytesIO(source.open().read()))


def _digest(source: Source) -> str:
    made = hashlib.sha256()
    with source.open() as stream:
        while chunk := stream.read(CHUNK):
            made.update(chunk)
    return made.hexdigest()


@dataclass(frozen=True, slots=True)
class _Looking:
    source: Source
    sha256: str
    options: Options

    def head(self, shape: Shape, **known: object) -> Head:
        return Head(self.source, self.sha256, shape, **known)  # type: ignore[arg-type]  # the fields of a head

    def archive(self) -> Head:
        names = tuple(archives.entries(self.source, self.options.limits))
        name = self.source.name
        if any(entry.endswith((".pkl", ".pickle")) for entry in names):
            raise pickled(name)
        if names and all(entry.endswith(".npy") for entry in names):
            said = "is a bundle of arrays (.npz), which may hold objects; it is never opened"
            raise Refused(f"{name} {said}.", "object-array")
        if "[Content_Types].xml" in names:
            self._refuse_office(names)
        return self.head(Shape.ZIP, names=names)

    def _refuse_office(self, names: tuple[str, ...]) -> None:
        if any(entry.lower().endswith("vbaproject.bin") for entry in names):
            raise Refused(f"{self.source.name} is an office document with macros; it is never opened.", "macros")
        raise Refused(f"{self.source.name} is an office document; save the sheet as CSV.", "office")

    def json(self) -> Head:
        limits = self.options.limits
        with self.source.open() as stream:
            first = _first_line(stream, limits.line)
            value = self._value(first, limits.values)
            if isinstance(value, dict):
                return self.head(Shape.LINES, first=value, is_single=_is_at_end(stream))
            if value is not None and _is_at_end(stream):
                return self._document(value)
        if self.source.size <= limits.document:
            with self.source.open() as stream:
                value = self._value(stream.read(limits.document), limits.document_values)
            if value is not None:
                return self._document(value)
        return self._later_line()

    def _document(self, value: object) -> Head:
        if isinstance(value, dict):
            return self.head(Shape.DOCUMENT, first=value)
        return self.head(Shape.DOCUMENT, items=next(iter(value), None) if isinstance(value, list) else None)

    def _later_line(self) -> Head:
        """Look for a good line where the first one is bad."""
        limits = self.options.limits
        with self.source.open() as stream:
            for _ in range(LOOKED_AT):
                value = self._value(_first_line(stream, limits.line), limits.values)
                if isinstance(value, dict) and value:
                    return self.head(Shape.LINES, first=value)
        if self.source.size > limits.document:
            raise too_large(self.source.name, self.options)
        raise self._unreadable()

    def _value(self, raw: bytes, values: int) -> object:
        try:
            return parse(raw.removeprefix(BOM), self.options.limits, values=values)[0]
        except UnreadableError:
            return None

    def _unreadable(self) -> Refused:
        return Refused(
            f"{self.source.name} looks like JSON, but cannot be read: it is broken or cut off.", "unreadable"
        )

    def text(self, begins: bytes) -> Head:
        text = begins.removeprefix(BOM).decode(errors="replace")
        first = text.lstrip().split("\n", 1)[0].strip()
        try:
            names = tuple(cell.strip() for cell in next(csv.reader([first], delimiter=separator(first)), []))
        except csv.Error:
            names = ()
        if len(names) > 1:
            return self.head(Shape.TABLE, names=names, text=text)
        return self.head(Shape.TEXT, text=text)


def separator(header: str) -> str:
    """Return what separates the cells of a table: the mark that its header holds most often."""
    return max(SEPARATORS, key=header.count)


def _first_line(stream: BinaryIO, limit: int) -> bytes:
    """Return the next line that is not blank; of one that is too long nothing."""
    while (raw := stream.readline(limit + 1)) and not raw.strip():
        pass
    if len(raw) > limit and not raw.endswith(b"\n"):
        return b""
    return raw


def _is_at_end(stream: BinaryIO) -> bool:
    while chunk := stream.read(CHUNK):
        if chunk.strip():
            return False
    return True
