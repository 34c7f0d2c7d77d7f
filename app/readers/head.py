"""What is known of a file from its beginning: enough to tell its format by content."""

from dataclasses import dataclass, field
from enum import StrEnum

from app.readers.reading import ReadFile
from app.readers.source import Source


class Shape(StrEnum):
    """How the bytes of a file are laid out."""

    DOCUMENT = "document"  # one JSON value over several lines
    LINES = "lines"  # JSON objects, one a line
    TABLE = "table"  # CSV with a header line
    ZIP = "zip"
    PARQUET = "parquet"
    WEIGHTS = "weights"  # safetensors
    TEXT = "text"  # anything else that is text: a README with front matter, a template, a pointer


@dataclass(frozen=True, slots=True)
class Head:
    """A file and its first value.

    `first` is the first object of LINES, or the object of a DOCUMENT; empty where there is none. When `read` is called,
    a DOCUMENT's `first` is empty again, so that only one document is in memory at a time: `documents.document` reads
    it. A file of one line is LINES and `is_single`. `items` is the first element of a document that is a list. `names`
    are the columns of a TABLE or the entries of a ZIP; `text` is the beginning of a TEXT or a TABLE.
    """

    source: Source
    sha256: str
    shape: Shape
    first: dict[str, object] = field(default_factory=dict)
    is_single: bool = False
    items: object = None
    names: tuple[str, ...] = ()
    text: str = ""

    @property
    def is_document(self) -> bool:
        """Whether the file is one JSON value."""
        return self.shape is Shape.DOCUMENT or self.is_single

    @property
    def is_lines(self) -> bool:
        """Whether the file can be read line by line as JSON."""
        return self.shape is Shape.LINES

    def has(self, *keys: str) -> bool:
        """Say whether the first object has all of these keys."""
        return all(key in self.first for key in keys)

    def file(self, form: str) -> ReadFile:
        """Return the record of this file as one of that format."""
        return ReadFile(self.source.name, form, self.sha256, self.source.size)
