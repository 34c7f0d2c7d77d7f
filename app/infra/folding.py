"""Text as people search it: without regard to capitals in any script, to forms of one sign, or to spaces."""

import unicodedata
from typing import Any

from sqlalchemy import ColumnElement, or_
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import String

FOLD = "pilotdesk_fold"  # what SQLite calls `folded`; each connection is told of it
_ESCAPE = "/"


class Folded(FunctionElement[str]):
    """A text of the database, folded there."""

    name = "folded"
    type = String()
    inherit_cache = True


def folded(text: str | None) -> str | None:
    """Return the text folded, as `Folded` does it in a database."""
    if text is None or (text.isascii() and "  " not in text and text.isprintable()):
        return text and text.strip().lower()
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def contains(text: str, *columns: ColumnElement[str] | InstrumentedAttribute[str]) -> ColumnElement[bool]:
    """Ask whether one of the columns holds this text, both folded."""
    wanted = folded(text) or ""
    for sign in (_ESCAPE, "%", "_"):
        wanted = wanted.replace(sign, _ESCAPE + sign)
    return or_(*(Folded(column).like(f"%{wanted}%", escape=_ESCAPE) for column in columns))


@compiles(Folded, "sqlite")
def _on_sqlite(element: Folded, compiler: Any, **options: Any) -> str:  # noqa: ANN401  as the library hands them over
    return f"{FOLD}({compiler.process(element.clauses, **options)})"


@compiles(Folded, "postgresql")
def _on_postgres(element: Folded, compiler: Any, **options: Any) -> str:  # noqa: ANN401  as the library hands them over
    text = compiler.process(element.clauses, **options)
    lower = f"replace(lower(normalize({text}, NFKC)), 'ß', 'ss')"  # of every script where its locale is UTF-8
    return f"btrim(regexp_replace({lower}, '\\s+', ' ', 'g'))"
