"""The files that leave the house: the scopes of a span as JSON Lines or CSV, and what a manifest says of them.

A span of decisions is always the same bytes, whenever and however often it is exported; so a manifest that is made in
another request than its file agrees with it, and a second export of the same span can be compared with the first.
"""

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy.orm import Session

from app.exports import queries
from app.exports.fields import COLUMNS, SCHEMA, row_of
from app.exports.queries import Entry, Span
from app.infra import canonical
from app.infra.errors import InvalidError, NotFoundError

MANIFEST_SCHEMA = "pilot-manifest/1"
BOM = "\ufeff".encode()
BEYOND = "This cursor is beyond the latest decision here; it comes from another installation or from the future."


class Kind(StrEnum):
    """What the file is."""

    JSONL = "jsonl"
    CSV = "csv"


LINE_ENDS = {
    Kind.JSONL: "Each line ends with LF, and there is none within a line.",
    Kind.CSV: "Each row ends with CR LF. A line end within a quoted cell is the text's own (CR LF, LF or CR) and is to "
    "be read as it stands: a program that changes it changes the text, and the scope's digest then differs.",
}


@dataclass(frozen=True, slots=True)
class Bundle:
    """What is exported: a span, or some of its scopes by reference; as which kind of file."""

    span: Span
    kind: Kind = Kind.JSONL
    has_bom: bool = False
    references: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """The name of the file, which says what is in it."""
        chosen = f"scopes-{self.span.since}-{self.span.until}"
        if self.references is not None:
            chosen = self.references[0] if len(self.references) == 1 else f"{chosen}-chosen"
        return f"{chosen}.{self.kind}"

    @property
    def has_header(self) -> bool:
        """Whether the first piece is a header and no scope."""
        return self.kind is Kind.CSV

    @property
    def media_type(self) -> str:
        """What a browser or a program is told that it gets."""
        return "text/csv; charset=utf-8; header=present" if self.kind is Kind.CSV else "application/jsonl"


@dataclass(frozen=True, slots=True)
class Exported:
    """What a manifest says: how many scopes, as which bytes, and from where the next export goes on."""

    since: int
    cursor: int
    count: int
    total: int
    name: str
    sha256: str
    line_ends: str

    def as_json(self) -> dict[str, Any]:
        """Return the manifest."""
        return {
            "schema": MANIFEST_SCHEMA,
            "scopes": SCHEMA,
            "since": self.since,
            "cursor": self.cursor,
            "count": self.count,
            "total": self.total,
            "files": [{"name": self.name, "sha256": self.sha256, "rows": self.count, "line_ends": self.line_ends}],
        }


def spanned(db: Session, since: int, until: int | None = None) -> Span:
    """Return the span from a cursor up to now, or to another cursor; refuse what cannot have been given out here."""
    last = queries.last_cursor(db)
    until = last if until is None else until
    if since > last or until > last:
        raise InvalidError(BEYOND, code="cursor-unknown", last=last)
    return Span(since, max(since, until))


def find_bundle(db: Session, bundle: Bundle) -> Bundle:
    """Return the bundle if each scope that it names exists."""
    for reference in bundle.references or ():
        if queries.find_line(db, reference) is None:
            raise NotFoundError
    return bundle


def stream(db: Session, bundle: Bundle) -> Iterator[bytes]:
    """Return the file piece by piece, one scope each, all of it as the database was at the first piece."""
    entries: Iterable[Entry]
    if bundle.references is None:
        entries = queries.stream_entries(db, bundle.span)
    else:
        entries = queries.find_entries(db, bundle.span, bundle.references)
    return _csv(entries, has_bom=bundle.has_bom) if bundle.kind is Kind.CSV else _jsonl(entries)


def exported(db: Session, bundle: Bundle) -> Exported:
    """Return what a manifest says of a bundle, by making it and throwing it away."""
    digest, rows = hashlib.sha256(), -bundle.has_header
    for piece in stream(db, bundle):
        digest.update(piece)
        rows += 1
    return manifest(bundle, count=rows, total=counted(db, bundle)[1], sha256=digest.hexdigest())


def counted(db: Session, bundle: Bundle) -> tuple[int, int]:
    """Return how many scopes belong to the bundle, and how many there are in all at its end."""
    total = queries.count_scopes(db, Span(0, bundle.span.until))
    if bundle.references is not None:
        return len(queries.find_entries(db, bundle.span, bundle.references)), total
    return queries.count_scopes(db, bundle.span), total


def manifest(bundle: Bundle, *, count: int, total: int, sha256: str) -> Exported:
    """Return the manifest of a file that was made."""
    line_ends = LINE_ENDS[bundle.kind]
    return Exported(bundle.span.since, bundle.span.until, count, total, bundle.name, sha256, line_ends)


def _jsonl(entries: Iterable[Entry]) -> Iterator[bytes]:
    for entry in entries:
        yield entry.text.encode() + b"\n"


def _csv(entries: Iterable[Entry], *, has_bom: bool) -> Iterator[bytes]:
    yield (BOM if has_bom else b"") + _row(COLUMNS)
    for entry in entries:
        yield _row(row_of(canonical.restore(entry.text)))


def _row(cells: Iterable[str]) -> bytes:
    """Return one line as RFC 4180 has it, every cell in quotes."""
    line = io.StringIO()
    csv.writer(line, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerow(cells)
    return line.getvalue().encode()
