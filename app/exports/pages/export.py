"""The page of the export: how much is new since a cursor, and the files to take it home as."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.exports.forms import Asked, Pairs
from app.exports.service import Bundle, Kind, acknowledged, counted, spanned
from app.infra.errors import InvalidError
from app.inquiries.forms import FieldView

FILES = (("JSON Lines", "kind=jsonl"), ("CSV", "kind=csv"), ("CSV with a byte order mark", "kind=csv&bom=yes"))


@dataclass(frozen=True, slots=True)
class FileLinks:
    """One kind of file with its manifest."""

    words: str
    href: str
    manifest: str


@dataclass(frozen=True, slots=True)
class ExportPage:
    """What an export from this cursor would hold."""

    since: FieldView
    errors: tuple[tuple[str, str], ...]
    acknowledged: int
    count: int
    total: int
    cursor: int
    files: tuple[FileLinks, ...]


def show_export(db: Session, person: Person, query: Pairs) -> ExportPage:
    """Return the page; without a cursor in the address it goes on from what is known to have arrived."""
    given = dict(query)
    arrived = acknowledged(db, person)
    typed = given.get("since", str(arrived)).strip()
    try:
        asked, error = Asked.of([("since", typed)]), ""
        span = spanned(db, asked.since)
    except InvalidError as refusal:
        error, span = refusal.sentence, spanned(db, 0)
    count, total = counted(db, Bundle(span))
    errors = (error,) if error else ()
    span_words = f"since={span.since}&until={span.until}"
    return ExportPage(
        since=FieldView(
            "since",
            "since",
            "Since cursor",
            "text_input",
            hint="The number up to which you have everything: the last manifest names it. 0 is the beginning.",
            value=typed,
            errors=errors,
            width="10",
        ),
        errors=tuple((sentence, "#since") for sentence in errors),
        acknowledged=arrived,
        count=count,
        total=total,
        cursor=span.until,
        files=() if error else tuple(_links(words, f"{span_words}&{kind}") for words, kind in FILES),
    )


def find_asked(db: Session, _person: Person, asked: Asked) -> Bundle:
    """Return the bundle that is asked for, with its end fixed."""
    return Bundle(spanned(db, asked.since, asked.until), Kind(asked.kind), has_bom=asked.has_bom)


def _links(words: str, query: str) -> FileLinks:
    return FileLinks(words, f"/scopes/export/file?{query}", f"/scopes/export/manifest?{query}")
