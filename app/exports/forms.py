"""What ops choose: the filters of the list and the parts of an export, all of it in the address."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from app.exports.queries import Shown
from app.exports.service import Kind
from app.infra.errors import InvalidError

STATES = (("approved", "Approved"), ("revoked", "Revoked"))
KINDS = ((Kind.JSONL.value, "JSON Lines"), (Kind.CSV.value, "CSV"))
LONGEST_SEARCH = 200
LARGEST_CURSOR = 2**31 - 1
NO_CURSOR = "A cursor is a whole number; 0 is the beginning."
NO_KIND = "Choose JSON Lines or CSV."
Pairs = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ScopeFilter:
    """Which part of the list is shown; all of it stands in the address."""

    state: str = ""
    kind: str = ""
    text: str = ""
    before: str = ""

    @classmethod
    def of(cls, query: Pairs) -> "ScopeFilter":
        """Read the address; the last value of a name counts, and what cannot be read narrows nothing."""
        given = dict(query)
        before = given.get("before", "")
        state = given.get("state", "")
        return cls(
            state=state if state in dict(STATES) else "",
            kind=_clean(given.get("kind", "")),
            text=_clean(given.get("text", "")),
            before="" if cursor_in(before) is None else before,
        )

    def shown(self) -> Shown:
        """Return what the queries are asked for."""
        return Shown(self.state, self.kind, self.text, cursor_in(self.before))

    def address(self, **other: str) -> str:
        """Return the address of this list with some of it changed; it begins at its first page again."""
        pairs = replace(self, **{"before": "", **other}).pairs()
        return "/scopes" + ("?" + urlencode(pairs) if pairs else "")

    def pairs(self) -> list[tuple[str, str]]:
        """Return what is chosen, as the address says it."""
        return [(name, getattr(self, name)) for name in self.__slots__ if getattr(self, name)]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be exported; without an end, everything up to now."""

    since: int = 0
    until: int | None = None
    kind: Kind = Kind.JSONL
    has_bom: bool = False

    @classmethod
    def of(cls, query: Pairs) -> "Asked":
        """Read the address.

        Raises:
            InvalidError: one part of it cannot be read.
        """
        given = dict(query)
        since, until = cursor_in(given.get("since", "0")), given.get("until", "")
        end = cursor_in(until) if until else None
        if since is None or (until and end is None):
            raise InvalidError(NO_CURSOR, code="cursor-unreadable")
        return cls(since, end, kind_in(given), has_bom=given.get("bom", "") not in {"", "no"})


@dataclass(frozen=True, slots=True)
class Chosen:
    """Scopes that were ticked in the list, and the list to go back to."""

    references: tuple[str, ...]
    kind: Kind
    back: ScopeFilter

    @classmethod
    def of(cls, query: Pairs) -> "Chosen":
        """Read the address: the same reference twice is one, and the filters of the list have names of their own."""
        pairs = list(query)
        references = tuple(dict.fromkeys(_clean(value) for name, value in pairs if name == "reference"))
        back = [(name.removeprefix("list-"), value) for name, value in pairs if name.startswith("list-")]
        given = dict(pairs)
        return cls(references[:MOST_CHOSEN], kind_in({"kind": given.get("as", "jsonl")}), ScopeFilter.of(back))


MOST_CHOSEN = 500


def cursor_in(text: str) -> int | None:
    """Return the cursor; None where it is not exactly a whole number that this desk counts to."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_CURSOR))
    return int(text) if is_number and int(text) <= LARGEST_CURSOR else None


def kind_in(given: dict[str, str]) -> Kind:
    """Return the kind of file that is asked for."""
    try:
        return Kind(given.get("kind", Kind.JSONL))
    except ValueError:
        raise InvalidError(NO_KIND, code="kind-unknown") from None


def _clean(text: str) -> str:
    return text.replace("\x00", "").strip()[:LONGEST_SEARCH]
